//! The `opensteer` rule set: separation, alignment and cohesion after Reynolds' OpenSteer.

use super::neighbourhood::boid_neighborhood;
use super::vector::{EPS, dot3, pair_direction, unit};
use crate::params::{Rule, Species, Switches};
use glam::Vec3;

/// What one agent gathers of its neighbours.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct OpenSteerSums {
    /// Sum of unit vectors away from neighbours, over their distance.
    pub separation: Vec3,
    /// Neighbours of separation.
    pub separation_count: u32,
    /// Sum of forward vectors.
    pub alignment: Vec3,
    /// Neighbours of alignment.
    pub alignment_count: u32,
    /// Sum of offsets.
    pub cohesion: Vec3,
    /// Neighbours of cohesion.
    pub cohesion_count: u32,
}

/// The agent that looks at its neighbours.
#[derive(Clone, Copy, Debug)]
pub struct Viewer {
    /// Its forward vector.
    pub forward: Vec3,
    /// Its id.
    pub id: u32,
    /// 2 or 3.
    pub dimensions: u32,
}

/// Another agent, as the viewer sees it.
#[derive(Clone, Copy, Debug)]
pub struct Other {
    /// Its forward vector.
    pub forward: Vec3,
    /// Its id.
    pub id: u32,
    /// From the viewer to it.
    pub offset: Vec3,
    /// Square of the distance.
    pub distance2: f32,
}

/// Adds one agent, which must not be the viewer itself, to the sums of the rules that see it.
pub fn opensteer_accumulate(
    sums: &mut OpenSteerSums,
    switches: Switches,
    viewer: &Viewer,
    species: &Species,
    other: &Other,
) {
    let distance = other.distance2.sqrt();
    let ahead = dot3(viewer.forward, other.offset);
    if switches.separation && opensteer_sees(species.separation, species.core2, other.distance2, distance, ahead) {
        sums.separation += opensteer_push(viewer, species, other, distance);
        sums.separation_count += 1;
    }
    if switches.alignment && opensteer_sees(species.alignment, species.core2, other.distance2, distance, ahead) {
        sums.alignment += other.forward;
        sums.alignment_count += 1;
    }
    if switches.cohesion && opensteer_sees(species.cohesion, species.core2, other.distance2, distance, ahead) {
        sums.cohesion += other.offset;
        sums.cohesion_count += 1;
    }
}

/// Whether a rule sees an agent at this distance, so far ahead.
pub fn opensteer_sees(rule: Rule, core2: f32, distance2: f32, distance: f32, ahead: f32) -> bool {
    boid_neighborhood(distance2, distance, ahead, core2, rule.radius2, rule.cos_angle)
}

/// The push of one neighbour: away from it, and the stronger the nearer it is.
pub fn opensteer_push(viewer: &Viewer, species: &Species, other: &Other, distance: f32) -> Vec3 {
    let dist_floor = species.dist_floor;
    if distance <= EPS {
        return pair_direction(viewer.id, other.id, viewer.dimensions) / dist_floor;
    }
    let falloff = if distance > dist_floor { distance } else { dist_floor };
    other.offset * (-1.0 / (distance * falloff))
}

/// Unit vector away from neighbours, or zero.
pub fn opensteer_separation(sums: &OpenSteerSums) -> Vec3 {
    unit(sums.separation)
}

/// Unit vector from the agent's heading towards the mean heading of neighbours, or zero.
pub fn opensteer_alignment(sums: &OpenSteerSums, forward: Vec3) -> Vec3 {
    if sums.alignment_count == 0 {
        return Vec3::ZERO;
    }
    unit(sums.alignment / sums.alignment_count as f32 - forward)
}

/// Unit vector towards the centre of neighbours, or zero.
pub fn opensteer_cohesion(sums: &OpenSteerSums) -> Vec3 {
    if sums.cohesion_count == 0 {
        return Vec3::ZERO;
    }
    unit(sums.cohesion / sums.cohesion_count as f32)
}

/// The weighted sum of the three rules.
pub fn opensteer_force(sums: &OpenSteerSums, forward: Vec3, species: &Species) -> Vec3 {
    let separation = opensteer_separation(sums) * species.separation.weight;
    let alignment = opensteer_alignment(sums, forward) * species.alignment.weight;
    let cohesion = opensteer_cohesion(sums) * species.cohesion.weight;
    separation + alignment + cohesion
}
