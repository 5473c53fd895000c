//! The `opensteer` rule set: separation, alignment and cohesion after Reynolds' OpenSteer.

use super::flocking::{Other, RuleSight, Sight, Sums, Viewer};
use super::neighbourhood::{ball_neighborhood, boid_neighborhood};
use super::vector::{EPS, dot3, pair_direction, unit};
use crate::number::{Mask, MaskOf, Number, Vector};
use crate::params::Switches;
use glam::Vec3;

/// Adds one agent, which must not be the viewer itself, to the sums of the rules that see it. `among` says for whom it
/// counts at all.
#[inline(always)]
pub fn opensteer_accumulate<V: Vector>(
    sums: &mut Sums<V>,
    switches: Switches,
    viewer: &Viewer<'_, V>,
    sight: &Sight<V::Number>,
    other: &Other<V>,
    among: MaskOf<V>,
) {
    if switches.separation {
        let sees = among & opensteer_sees(switches, viewer, sight.core2, sight.separation, other);
        // Separation sees few, and its push is the dearest of the three.
        if sees.any() {
            let push = opensteer_push(viewer, sight.dist_floor, other, sees);
            sums.separation = sums.separation.plus_where(sees, push);
            sums.separation_count = V::Number::one_more(sums.separation_count, sees);
        }
    }
    if switches.alignment {
        let sees = among & opensteer_sees(switches, viewer, sight.core2, sight.alignment, other);
        sums.alignment = sums.alignment.plus_where(sees, other.forward);
        sums.alignment_count = V::Number::one_more(sums.alignment_count, sees);
    }
    if switches.cohesion {
        let sees = among & opensteer_sees(switches, viewer, sight.core2, sight.cohesion, other);
        sums.cohesion = sums.cohesion.plus_where(sees, other.offset);
        sums.cohesion_count = V::Number::one_more(sums.cohesion_count, sees);
    }
}

/// Whether a rule sees an agent.
#[inline(always)]
pub fn opensteer_sees<V: Vector>(
    switches: Switches,
    viewer: &Viewer<'_, V>,
    core2: V::Number,
    sight: RuleSight<V::Number>,
    other: &Other<V>,
) -> MaskOf<V> {
    if !switches.cones {
        return ball_neighborhood(other.distance2, sight.radius2);
    }
    let ahead = dot3(viewer.forward, other.offset);
    boid_neighborhood(other.distance2, other.distance2.sqrt(), ahead, core2, sight.radius2, sight.cos_angle)
}

/// The push of one neighbour: away from it, and the stronger the nearer it is. Right for the lanes that see it.
#[inline(always)]
pub fn opensteer_push<V: Vector>(
    viewer: &Viewer<'_, V>,
    dist_floor: V::Number,
    other: &Other<V>,
    sees: MaskOf<V>,
) -> V {
    let distance = other.distance2.sqrt();
    let falloff = V::Number::pick(distance.gt(dist_floor), distance, dist_floor);
    let away = other.offset.times(distance.like(-1.0) / (distance * falloff));
    let coincident = sees & distance.le(distance.like(EPS));
    // What the rare call gives back is picked here, so that what is common never passes through memory.
    if coincident.any() { V::pick(coincident, apart(viewer, dist_floor, other.id), away) } else { away }
}

/// The push of agents at one point.
#[cold]
fn apart<V: Vector>(viewer: &Viewer<'_, V>, dist_floor: V::Number, other: u32) -> V {
    let mut push = viewer.forward.like(Vec3::ZERO);
    for (lane, &id) in viewer.ids.iter().enumerate() {
        push = push.with_lane(lane, pair_direction(id, other, viewer.dimensions) / dist_floor.lane(lane));
    }
    push
}

/// Unit vector away from neighbours, or zero.
#[inline(always)]
pub fn opensteer_separation<V: Vector>(sums: &Sums<V>) -> V {
    unit(sums.separation)
}

/// Unit vector from the agent's heading towards the mean heading of neighbours, or zero.
#[inline(always)]
pub fn opensteer_alignment<V: Vector>(sums: &Sums<V>, forward: V) -> V {
    let zero = forward.like(Vec3::ZERO);
    let count = zero.parts()[0].of_count(sums.alignment_count);
    V::pick(count.gt(count.like(0.0)), unit(sums.alignment.over(count) - forward), zero)
}

/// Unit vector towards the centre of neighbours, or zero.
#[inline(always)]
pub fn opensteer_cohesion<V: Vector>(sums: &Sums<V>) -> V {
    let zero = sums.cohesion.like(Vec3::ZERO);
    let count = zero.parts()[0].of_count(sums.cohesion_count);
    V::pick(count.gt(count.like(0.0)), unit(sums.cohesion.over(count)), zero)
}

/// The weighted sum of the three rules.
#[inline(always)]
pub fn opensteer_force<V: Vector>(sums: &Sums<V>, forward: V, sight: &Sight<V::Number>) -> V {
    let separation = opensteer_separation(sums).times(sight.separation.weight);
    let alignment = opensteer_alignment(sums, forward).times(sight.alignment.weight);
    let cohesion = opensteer_cohesion(sums).times(sight.cohesion.weight);
    separation + alignment + cohesion
}
