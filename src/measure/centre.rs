//! The centre of a flock, in open space and on a torus.

use super::order::mean;
use crate::flock::Place;
use crate::scenario::{Edge, World};
use glam::{DVec3, Vec3};
use std::f64::consts::TAU;

/// The plain mean of all positions, in world units. `None` for an empty flock.
///
/// On a torus it has no meaning: two agents next to each other across the seam would have their mean on the far side of the
/// world. There use [`circular_centroid`].
pub fn centroid(places: &[Place]) -> Option<DVec3> {
    mean(finite_positions(places))
}

/// The circular mean of all positions in the periodic box of `world`, each axis for itself. `None` for an empty flock.
///
/// Each coordinate is taken for an angle, `2 pi (x - min) / (max - min)`; the direction of the mean of the unit vectors at these
/// angles is the centre, within `[min, max)`. An axis without length (z in two dimensions) gets the plain mean. Where the flock is
/// spread evenly over an axis no place is its centre, and the result is a number without weight.
pub fn circular_centroid(places: &[Place], world: &World) -> Option<DVec3> {
    let plain = centroid(places)?;
    let (min, size) = (world.min.as_dvec3(), (world.max - world.min).as_dvec3());
    let mut centre = plain;
    for axis in 0..3 {
        if size[axis] > 0.0 {
            let coordinates = finite_positions(places).map(|position| position[axis]);
            centre[axis] = circular_mean(coordinates, min[axis], size[axis]);
        }
    }
    Some(centre)
}

/// The length of the box on each axis of a periodic world, 0 on every other axis.
pub fn period(world: &World) -> Vec3 {
    match world.edge {
        Edge::Periodic => world.max - world.min,
        Edge::Reflect | Edge::Soft { .. } | Edge::SphereWrap { .. } | Edge::Open => Vec3::ZERO,
    }
}

fn finite_positions(places: &[Place]) -> impl Iterator<Item = DVec3> {
    places.iter().filter(|place| place.position.is_finite()).map(|place| place.position.as_dvec3())
}

/// Sines and cosines come from `libm`, because those of the standard library differ from platform to platform.
fn circular_mean(coordinates: impl Iterator<Item = f64>, min: f64, size: f64) -> f64 {
    let (sine, cosine) = coordinates.fold((0.0, 0.0), |(sine, cosine), x| {
        let (sin, cos) = libm::sincos(TAU * ((x - min) / size));
        (sine + sin, cosine + cos)
    });
    let turn = libm::atan2(sine, cosine) / TAU;
    let centre = min + size * (turn - turn.floor());
    // A turn just below 0 rounds up to a whole one, which is the lower corner again.
    if centre < min + size { centre } else { min }
}
