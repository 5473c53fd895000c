//! The grid of a step: how large its cells are, and which cell an agent is in.

use super::axis::{axis_cells, coarser, edge_of, seen_period, with_margin};
use crate::params::{Grid, Params};
use glam::{UVec3, Vec3, vec3};

/// Mean agents per cell of edge `perception_radius` from which rows of half that height and width are cheaper.
pub const CROWDED: f32 = 12.0;

/// Mean agents per cell of a quarter of the radius on every axis from which such cells are cheaper.
pub const GATHERED: u32 = 4;

/// Cells along x are made shorter while there are no more than this many for an agent.
pub const CELLS_PER_AGENT: f32 = 1.5;

/// The bits of a number, changed so that unsigned integers compare as the numbers do.
pub fn ordered_bits(x: f32) -> u32 {
    let bits = x.to_bits();
    if bits >> 31 == 1 { !bits } else { bits | 0x8000_0000 }
}

/// The number of [`ordered_bits`].
pub fn from_ordered_bits(bits: u32) -> f32 {
    if bits >> 31 == 1 { f32::from_bits(bits & 0x7FFF_FFFF) } else { f32::from_bits(!bits) }
}

/// Whether a number is neither infinite nor NaN, by its bits.
pub fn finite(x: f32) -> bool {
    (x.to_bits() & 0x7F80_0000) != 0x7F80_0000
}

/// The grid for agents that lie between `lo` and `hi`. Quarters are not taken where the limit on cells halved an axis of them
/// to too few, so a torus in which cells of the radius do without minimum images never needs any.
pub fn grid_of(params: &Params, lo: Vec3, hi: Vec3) -> Grid {
    let coarse = grid_with_reach(params, lo, hi, UVec3::ONE);
    let small = grid_with_reach(params, lo, hi, UVec3::splat(4));
    if small.cell_count <= params.agent_count / GATHERED && small.images <= coarse.images {
        return small;
    }
    let agents = params.agent_count as f32;
    let across = if agents >= coarse.cell_count as f32 * CROWDED { 2 } else { 1 };
    let quarters = grid_with_reach(params, lo, hi, UVec3::new(4, across, across));
    if quarters.cell_count as f32 <= agents * CELLS_PER_AGENT && quarters.images <= coarse.images {
        return quarters;
    }
    let halves = grid_with_reach(params, lo, hi, UVec3::new(2, across, across));
    if halves.cell_count as f32 <= agents * CELLS_PER_AGENT {
        return halves;
    }
    coarse
}

/// The grid whose cells are at least 1/`reach` of the perception radius on each axis.
pub fn grid_with_reach(params: &Params, lo: Vec3, hi: Vec3, reach: UVec3) -> Grid {
    let radius = params.perception_radius;
    let period = vec3(
        seen_period(params.period.x, hi.x - lo.x, radius),
        seen_period(params.period.y, hi.y - lo.y, radius),
        seen_period(params.period.z, hi.z - lo.z, radius),
    );
    let min = vec3(
        if period.x > 0.0 { params.world_min.x } else { lo.x },
        if period.y > 0.0 { params.world_min.y } else { lo.y },
        if period.z > 0.0 { params.world_min.z } else { lo.z },
    );
    let extent = vec3(
        if period.x > 0.0 { period.x } else { hi.x - lo.x },
        if period.y > 0.0 { period.y } else { hi.y - lo.y },
        if period.z > 0.0 { period.z } else { hi.z - lo.z },
    );
    let mut x = axis_cells(extent.x, period.x, radius, reach.x);
    let mut y = axis_cells(extent.y, period.y, radius, reach.y);
    let mut z = axis_cells(extent.z, period.z, radius, reach.z);
    // The quotients compare the product with the limit without overflow.
    while x.count > params.cell_count_max / y.count / z.count {
        if x.count >= y.count && x.count >= z.count {
            x = coarser(x, period.x, reach.x);
        } else if y.count >= z.count {
            y = coarser(y, period.y, reach.y);
        } else {
            z = coarser(z, period.z, reach.z);
        }
    }
    let extent_max = extent.x.max(extent.y).max(extent.z);
    let horizon = with_margin(radius, extent_max);
    let image = vec3(
        if x.count == 1 { period.x } else { 0.0 },
        if y.count == 1 { period.y } else { 0.0 },
        if z.count == 1 { period.z } else { 0.0 },
    );
    let wraps_x = if period.x > 0.0 && x.count > 1 { 1 } else { 0 };
    let wraps_y = if period.y > 0.0 && y.count > 1 { 2 } else { 0 };
    let wraps_z = if period.z > 0.0 && z.count > 1 { 4 } else { 0 };
    Grid {
        min,
        cell_count: x.count * y.count * z.count,
        inverse_edge: vec3(x.inverse_edge, y.inverse_edge, z.inverse_edge),
        images: if image.x > 0.0 || image.y > 0.0 || image.z > 0.0 { 1 } else { 0 },
        cells: UVec3::new(x.count, y.count, z.count),
        wraps: wraps_x | wraps_y | wraps_z,
        image,
        pad_a: 0,
        edge: vec3(edge_of(x.inverse_edge), edge_of(y.inverse_edge), edge_of(z.inverse_edge)),
        horizon2: horizon * horizon,
        reach,
        pad_b: 0,
    }
}

/// The cell on one axis; a place outside the grid, or no place at all, is clamped to the border.
pub fn cell_coordinate(x: f32, min: f32, inverse_edge: f32, count: u32) -> u32 {
    let c = (x - min) * inverse_edge;
    if !(c >= 1.0) {
        return 0;
    }
    if c >= count as f32 {
        return count - 1;
    }
    c as u32
}

/// The cell of a place, on each axis.
pub fn cell_of(grid: &Grid, position: Vec3) -> UVec3 {
    UVec3::new(
        cell_coordinate(position.x, grid.min.x, grid.inverse_edge.x, grid.cells.x),
        cell_coordinate(position.y, grid.min.y, grid.inverse_edge.y, grid.cells.y),
        cell_coordinate(position.z, grid.min.z, grid.inverse_edge.z, grid.cells.z),
    )
}

/// The place of a cell in memory: cells along x are neighbours.
pub fn cell_index(grid: &Grid, cell: UVec3) -> u32 {
    (cell.z * grid.cells.y + cell.y) * grid.cells.x + cell.x
}
