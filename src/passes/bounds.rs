//! The box around all agents: integer minimum and maximum, so that the order of agents does not matter.

use crate::flock::Place;
use crate::rules::grid::{finite, ordered_bits};
use rayon::prelude::*;

/// The box around all agents, as ordered bits; `lo > hi` when there is nobody.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// Least ordered bits on each axis.
    pub lo: [u32; 3],
    /// Greatest ordered bits on each axis.
    pub hi: [u32; 3],
}

/// The box around nobody.
pub const NOBODY: Bounds = Bounds { lo: [u32::MAX; 3], hi: [0; 3] };

/// The box around all agents whose place is finite.
pub fn bounds(places: &[Place]) -> Bounds {
    places.par_chunks(4096).map(|chunk| chunk.iter().fold(NOBODY, widened)).reduce(|| NOBODY, union)
}

fn widened(bounds: Bounds, place: &Place) -> Bounds {
    let position = place.position;
    if !(finite(position.x) && finite(position.y) && finite(position.z)) {
        return bounds;
    }
    let bits = position.to_array().map(ordered_bits);
    union(bounds, Bounds { lo: bits, hi: bits })
}

fn union(a: Bounds, b: Bounds) -> Bounds {
    Bounds {
        lo: std::array::from_fn(|axis| a.lo[axis].min(b.lo[axis])),
        hi: std::array::from_fn(|axis| a.hi[axis].max(b.hi[axis])),
    }
}
