//! The cells of one axis of the grid.

/// Cells on one axis before the limit on their product.
pub const AXIS_CELLS_MAX: f32 = 2_097_152.0;

/// The cells of one axis: how many, and how many to a world unit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AxisCells {
    /// At least 1.
    pub count: u32,
    /// Cells per world unit.
    pub inverse_edge: f32,
}

/// Cells of one axis, so that all within the radius of an agent are at most `reach` cells away.
///
/// The margin covers the rounding of positions, of cell indices and of the distance: with an edge of exactly the
/// radius, f32 loses neighbours.
pub fn axis_cells(extent: f32, period: f32, radius: f32, reach: u32) -> AxisCells {
    let edge = with_margin(radius, extent) / reach as f32;
    if !(edge > 0.0) {
        return AxisCells { count: 1, inverse_edge: 0.0 };
    }
    let mut count = (extent / edge).floor();
    let mut inverse_edge = 1.0 / edge;
    if !(count <= AXIS_CELLS_MAX) {
        count = AXIS_CELLS_MAX;
        inverse_edge = AXIS_CELLS_MAX / extent;
    }
    if period > 0.0 {
        return periodic_cells(count as u32, period, reach);
    }
    AxisCells { count: count as u32 + 1, inverse_edge }
}

/// A radius and what rounding may add to it where coordinates differ by up to `extent`.
pub fn with_margin(radius: f32, extent: f32) -> f32 {
    radius + radius * 1e-5 + extent * 9.536_743e-7
}

/// The cells of a periodic axis: they divide the period; too few to tell left from right become one.
pub fn periodic_cells(count: u32, period: f32, reach: u32) -> AxisCells {
    let kept = if count < 2 * reach + 1 { 1 } else { count };
    AxisCells { count: kept, inverse_edge: kept as f32 / period }
}

/// An axis with half as many cells.
pub fn coarser(axis: AxisCells, period: f32, reach: u32) -> AxisCells {
    if period > 0.0 {
        return periodic_cells(axis.count / 2, period, reach);
    }
    AxisCells { count: axis.count.div_ceil(2), inverse_edge: axis.inverse_edge * 0.5 }
}

/// The period of an axis, or 0 when the flock is so short there that nobody sees anybody across the seam.
pub fn seen_period(period: f32, extent: f32, radius: f32) -> f32 {
    if period - extent > with_margin(radius, period) { 0.0 } else { period }
}

/// The edge of a cell; 0 where all places are the same.
pub fn edge_of(inverse_edge: f32) -> f32 {
    if inverse_edge > 0.0 { 1.0 / inverse_edge } else { 0.0 }
}
