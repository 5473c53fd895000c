//! The grid of this step, from the box around all agents.

use super::bounds::Bounds;
use crate::params::{Grid, Params};
use crate::rules::grid::{from_ordered_bits, grid_of};
use glam::Vec3;

/// The grid of this step.
pub fn grid(params: &Params, bounds_found: &Bounds) -> Grid {
    let mut lo = Vec3::ZERO;
    let mut hi = Vec3::ZERO;
    if bounds_found.lo[0] <= bounds_found.hi[0] {
        lo = Vec3::from_array(bounds_found.lo.map(from_ordered_bits));
        hi = Vec3::from_array(bounds_found.hi.map(from_ordered_bits));
    }
    grid_of(params, lo, hi)
}
