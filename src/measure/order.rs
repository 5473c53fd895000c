//! Order: how much the agents of a flock move alike.

use crate::flock::{Motion, Place};
use crate::rules::vector::{EPS, displacement, length3};
use glam::{DVec3, Vec3};

/// Polarisation: the length of the mean unit heading, from 0 (no common heading) to 1 (all head the same way).
///
/// This is the order parameter of Vicsek et al. (1995). Agents at rest (speed at most [`EPS`]) are left out: they keep the heading
/// of their last movement, or the default one, and so a flock at rest would pass for a perfectly ordered one.
/// `None` when nobody moves.
///
/// ```
/// use flockwork::{Motion, measure::polarisation};
/// use glam::Vec3;
///
/// let east = Motion { forward: Vec3::X, speed: 1.0 };
/// let west = Motion { forward: -Vec3::X, speed: 5.0 };
/// assert_eq!(polarisation(&[east, east]), Some(1.0));
/// assert_eq!(polarisation(&[east, west]), Some(0.0));
/// assert_eq!(polarisation(&[]), None);
/// ```
pub fn polarisation(motions: &[Motion]) -> Option<f64> {
    let heading = mean(motions.iter().filter(|motion| moves(motion)).map(|motion| motion.forward.as_dvec3()))?;
    // Headings have length 1 within rounding, so that the mean of equal ones may be longer by that much.
    Some(heading.length().min(1.0))
}

/// Mean speed in world units per second, agents at rest included. `None` for an empty flock.
pub fn mean_speed(motions: &[Motion]) -> Option<f64> {
    let speeds =
        motions.iter().filter(|motion| finite(motion)).map(|motion| DVec3::new(f64::from(motion.speed), 0.0, 0.0));
    mean(speeds).map(|speed| speed.x)
}

/// Mean velocity in world units per second: the drift of the flock as a whole. `None` for an empty flock.
pub fn mean_velocity(motions: &[Motion]) -> Option<DVec3> {
    mean(motions.iter().filter(|motion| finite(motion)).map(|motion| motion.velocity().as_dvec3()))
}

/// Milling: how much the flock turns about `centre`, from 0 (not at all) to 1 (all on circles about one axis).
///
/// The length of the mean of (unit vector from the centre to the agent) x (heading): the rotation order of Couzin et al. (2002).
/// Agents at rest and agents at the centre itself are left out. `period` as for [`NeighbourTree::new`](super::NeighbourTree::new).
/// `None` when nobody is left.
pub fn milling(places: &[Place], motions: &[Motion], centre: Vec3, period: Vec3) -> Option<f64> {
    let turns = places.iter().zip(motions).filter_map(|(place, motion)| {
        let arm = displacement(centre, place.position, period);
        let arm_length = length3(arm);
        let counted = moves(motion) && arm_length > EPS && arm_length.is_finite();
        counted.then(|| (arm / arm_length).as_dvec3().cross(motion.forward.as_dvec3()))
    });
    mean(turns).map(DVec3::length)
}

/// The mean, summed in the order given.
pub(super) fn mean(values: impl Iterator<Item = DVec3>) -> Option<DVec3> {
    let (sum, count) = values.fold((DVec3::ZERO, 0_u32), |(sum, count), value| (sum + value, count + 1));
    (count > 0).then(|| sum / f64::from(count))
}

fn finite(motion: &Motion) -> bool {
    motion.forward.is_finite() && motion.speed.is_finite()
}

fn moves(motion: &Motion) -> bool {
    finite(motion) && motion.speed > EPS
}
