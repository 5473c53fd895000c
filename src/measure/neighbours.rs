//! Neighbour statistics: how close agents are, and how many of them.

use super::tree::NeighbourTree;
use crate::flock::Place;
use glam::Vec3;

/// How many neighbours the agents of a flock have.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NeighbourCounts {
    /// Mean over all agents.
    pub mean: f64,
    /// The loneliest agent's.
    pub min: u32,
    /// The most crowded agent's.
    pub max: u32,
}

/// The mean distance to the nearest neighbour, in world units, exact for every agent whatever the distance.
///
/// `period` as for [`NeighbourTree::new`]. `None` with fewer than two agents.
pub fn mean_nearest_neighbour_distance(places: &[Place], period: Vec3) -> Option<f64> {
    mean_distance(&NeighbourTree::new(places, period).nearest_distances())
}

/// How many others are within `radius` of an agent: equal is inside, the agent itself is not counted.
///
/// `period` as for [`NeighbourTree::new`]. `None` for an empty flock.
pub fn neighbour_counts(places: &[Place], radius: f32, period: Vec3) -> Option<NeighbourCounts> {
    counts_of(places, &NeighbourTree::new(places, period).counts(radius))
}

/// The mean of the distances that are finite.
pub(super) fn mean_distance(distances: &[f32]) -> Option<f64> {
    let finite = distances.iter().filter(|distance| distance.is_finite());
    let (sum, count) = finite.fold((0.0, 0_u32), |(sum, count), &distance| (sum + f64::from(distance), count + 1));
    (count > 0).then(|| sum / f64::from(count))
}

/// The counts of agents whose place is finite; the others have none.
pub(super) fn counts_of(places: &[Place], counts: &[u32]) -> Option<NeighbourCounts> {
    let finite = || places.iter().zip(counts).filter(|(place, _)| place.position.is_finite()).map(|(_, &count)| count);
    let (min, max) = (finite().min()?, finite().max()?);
    let sum: u64 = finite().map(u64::from).sum();
    Some(NeighbourCounts { mean: sum as f64 / finite().count() as f64, min, max })
}
