//! Measures of a flock: how ordered it is, where it is, and how close its agents are.
//!
//! Every measure is a pure function of the rows it reads, and gives the same number whatever the number of threads: what is
//! computed in parallel is one number an agent, and those are summed as `f64` in id order. A measure that has no meaning (the mean
//! of nobody, the heading of a flock at rest) is `None`, never NaN. Rows with a number that is not finite are left out of every
//! measure; [`Flock::nonfinite_count`](crate::Flock::nonfinite_count) counts them.

pub mod census;
mod centre;
mod gap;
mod metrics;
mod neighbours;
mod order;
mod tree;

pub use census::{Census, census};
pub use centre::{centroid, circular_centroid, period};
pub use metrics::{Metrics, perception_radius};
pub use neighbours::{NeighbourCounts, mean_nearest_neighbour_distance, neighbour_counts};
pub use order::{mean_speed, mean_velocity, milling, polarisation};
pub use tree::NeighbourTree;
