//! The metrics of a flock at one step: a row of `metrics.csv`.

use super::centre::{centroid, circular_centroid, period};
use super::neighbours::{counts_of, mean_distance};
use super::order::{mean_speed, polarisation};
use super::tree::NeighbourTree;
use crate::flock::Flock;
use crate::params;
use crate::scenario::{Edge, Scenario};
use serde::Serialize;

/// What is worth knowing of a flock at one step. A number that has no meaning there is `None`, and no number is NaN or infinite.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Metrics {
    /// Steps done since the start.
    pub step: u64,
    /// Simulated seconds since the start: `step * dt`.
    pub time: f64,
    /// Length of the mean unit heading, 0 to 1; `None` when nobody moves.
    pub polarisation: Option<f64>,
    /// World units per second; `None` without agents.
    pub mean_speed: Option<f64>,
    /// World units; `None` with fewer than two agents.
    pub mean_nearest_neighbour_distance: Option<f64>,
    /// Others within the [`perception_radius`] of an agent, whatever its cone; `None` without agents or rules.
    pub mean_neighbours: Option<f64>,
    /// World units: the circular mean on a torus, else the plain mean; `None` without agents.
    pub centroid: Option<[f64; 3]>,
    /// Agents with a number that is not finite; they are left out of all the others. 0 in every run that went right.
    pub nonfinite: u64,
}

impl Metrics {
    /// The metrics of this flock of this scenario. Reads every agent; nothing in it depends on the number of threads.
    pub fn of(scenario: &Scenario, flock: &Flock) -> Self {
        let places = &flock.places;
        let tree = NeighbourTree::new(places, period(&scenario.world));
        let counts = perception_radius(scenario).and_then(|radius| counts_of(places, &tree.counts(radius)));
        let centre = match scenario.world.edge {
            Edge::Periodic => circular_centroid(places, &scenario.world),
            Edge::Reflect | Edge::Soft { .. } | Edge::SphereWrap { .. } | Edge::Open => centroid(places),
        };
        Self {
            step: flock.step,
            time: flock.step as f64 * f64::from(scenario.dt),
            polarisation: polarisation(&flock.motions),
            mean_speed: mean_speed(&flock.motions),
            mean_nearest_neighbour_distance: mean_distance(&tree.nearest_distances()),
            mean_neighbours: counts.map(|counts| counts.mean),
            centroid: centre.map(|centre| centre.to_array()),
            nonfinite: flock.nonfinite_count() as u64,
        }
    }
}

/// The farthest that any agent of the scenario sees by any rule, in world units; `None` when no rule is on.
///
/// The largest radius of the rules with a weight, but at least the core of three body radii, in which everybody is a neighbour.
pub fn perception_radius(scenario: &Scenario) -> Option<f32> {
    scenario.species.iter().filter_map(params::perception_radius).reduce(f32::max)
}
