//! The `opensteer` rule set: separation, alignment and cohesion after Reynolds' OpenSteer.

use super::neighbourhood::{ball_neighborhood, boid_neighborhood};
use super::vector::{EPS, dot3, pair_direction, unit};
use crate::number::{CountOf, Mask, MaskOf, Number, Vector};
use crate::params::{Species, Switches};
use glam::Vec3;

/// What one agent gathers of its neighbours.
#[derive(Clone, Copy, Debug)]
pub struct OpenSteerSums<V: Vector = Vec3> {
    /// Sum of unit vectors away from neighbours, over their distance.
    pub separation: V,
    /// Neighbours of separation.
    pub separation_count: CountOf<V>,
    /// Sum of forward vectors.
    pub alignment: V,
    /// Neighbours of alignment.
    pub alignment_count: CountOf<V>,
    /// Sum of offsets.
    pub cohesion: V,
    /// Neighbours of cohesion.
    pub cohesion_count: CountOf<V>,
}

impl<V: Vector> OpenSteerSums<V> {
    /// No neighbours yet; `kind` only says which kind of vector.
    #[inline(always)]
    pub fn none(kind: V) -> Self {
        let (zero, none) = (kind.like(Vec3::ZERO), kind.parts()[0].none());
        Self {
            separation: zero,
            separation_count: none,
            alignment: zero,
            alignment_count: none,
            cohesion: zero,
            cohesion_count: none,
        }
    }
}

impl Default for OpenSteerSums {
    fn default() -> Self {
        Self::none(Vec3::ZERO)
    }
}

/// The agent that looks at its neighbours.
#[derive(Clone, Copy, Debug)]
pub struct Viewer<'a, V: Vector = Vec3> {
    /// Its forward vector.
    pub forward: V,
    /// Its id, for each lane.
    pub ids: &'a [u32],
    /// 2 or 3.
    pub dimensions: u32,
}

/// What a viewer's species says of a rule.
#[derive(Clone, Copy, Debug)]
pub struct Sight<N> {
    /// Factor of the rule's unit vector in the force.
    pub weight: N,
    /// Square of the perception radius.
    pub radius2: N,
    /// Cosine of half the cone; at most -1: all round.
    pub cos_angle: N,
}

/// What a viewer's species says of the three rules.
#[derive(Clone, Copy, Debug)]
pub struct OpenSteerSight<N> {
    /// Square of the distance under which everybody is a neighbour.
    pub core2: N,
    /// Smaller distances count as this in the falloff of separation.
    pub dist_floor: N,
    /// Whom separation sees.
    pub separation: Sight<N>,
    /// Whom alignment sees.
    pub alignment: Sight<N>,
    /// Whom cohesion sees.
    pub cohesion: Sight<N>,
}

impl<N> OpenSteerSight<N> {
    /// The numbers of each lane's species.
    #[inline(always)]
    pub fn new(number: impl Fn(fn(&Species) -> f32) -> N) -> Self {
        Self {
            core2: number(|species| species.core2),
            dist_floor: number(|species| species.dist_floor),
            separation: Sight {
                weight: number(|species| species.separation.weight),
                radius2: number(|species| species.separation.radius2),
                cos_angle: number(|species| species.separation.cos_angle),
            },
            alignment: Sight {
                weight: number(|species| species.alignment.weight),
                radius2: number(|species| species.alignment.radius2),
                cos_angle: number(|species| species.alignment.cos_angle),
            },
            cohesion: Sight {
                weight: number(|species| species.cohesion.weight),
                radius2: number(|species| species.cohesion.radius2),
                cos_angle: number(|species| species.cohesion.cos_angle),
            },
        }
    }
}

/// Another agent, as the viewer sees it.
#[derive(Clone, Copy, Debug)]
pub struct Other<V: Vector = Vec3> {
    /// Its forward vector.
    pub forward: V,
    /// Its id.
    pub id: u32,
    /// From the viewer to it.
    pub offset: V,
    /// Square of the distance.
    pub distance2: V::Number,
}

/// Adds one agent, which must not be the viewer itself, to the sums of the rules that see it. `among` says for whom it
/// counts at all.
#[inline(always)]
pub fn opensteer_accumulate<V: Vector>(
    sums: &mut OpenSteerSums<V>,
    switches: Switches,
    viewer: &Viewer<'_, V>,
    sight: &OpenSteerSight<V::Number>,
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
    sight: Sight<V::Number>,
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
    if coincident.any() { apart(viewer, dist_floor, other.id, coincident, away) } else { away }
}

/// The push of agents at one point, in the lanes where there is one.
#[cold]
fn apart<V: Vector>(
    viewer: &Viewer<'_, V>,
    dist_floor: V::Number,
    other: u32,
    coincident: MaskOf<V>,
    mut push: V,
) -> V {
    for (lane, &id) in viewer.ids.iter().enumerate().filter(|(lane, _)| coincident.lane(*lane)) {
        push = push.with_lane(lane, pair_direction(id, other, viewer.dimensions) / dist_floor.lane(lane));
    }
    push
}

/// Unit vector away from neighbours, or zero.
#[inline(always)]
pub fn opensteer_separation<V: Vector>(sums: &OpenSteerSums<V>) -> V {
    unit(sums.separation)
}

/// Unit vector from the agent's heading towards the mean heading of neighbours, or zero.
#[inline(always)]
pub fn opensteer_alignment<V: Vector>(sums: &OpenSteerSums<V>, forward: V) -> V {
    let zero = forward.like(Vec3::ZERO);
    let count = zero.parts()[0].of_count(sums.alignment_count);
    V::pick(count.gt(count.like(0.0)), unit(sums.alignment.over(count) - forward), zero)
}

/// Unit vector towards the centre of neighbours, or zero.
#[inline(always)]
pub fn opensteer_cohesion<V: Vector>(sums: &OpenSteerSums<V>) -> V {
    let zero = sums.cohesion.like(Vec3::ZERO);
    let count = zero.parts()[0].of_count(sums.cohesion_count);
    V::pick(count.gt(count.like(0.0)), unit(sums.cohesion.over(count)), zero)
}

/// The weighted sum of the three rules.
#[inline(always)]
pub fn opensteer_force<V: Vector>(sums: &OpenSteerSums<V>, forward: V, sight: &OpenSteerSight<V::Number>) -> V {
    let separation = opensteer_separation(sums).times(sight.separation.weight);
    let alignment = opensteer_alignment(sums, forward).times(sight.alignment.weight);
    let cohesion = opensteer_cohesion(sums).times(sight.cohesion.weight);
    separation + alignment + cohesion
}
