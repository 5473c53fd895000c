// The cells of one axis of the grid.
// Twin of src/rules/axis.rs.

const AXIS_CELLS_MAX: f32 = 2097152.0;

struct AxisCells {
    count: u32,
    inverse_edge: f32,
}

fn axis_cells(extent: f32, period: f32, radius: f32, reach: u32) -> AxisCells {
    let edge = with_margin(radius, extent) / f32(reach);
    if !(edge > 0.0) {
        return AxisCells(1u, 0.0);
    }
    var count = floor(extent / edge);
    var inverse_edge = 1.0 / edge;
    if !(count <= AXIS_CELLS_MAX) {
        count = AXIS_CELLS_MAX;
        inverse_edge = AXIS_CELLS_MAX / extent;
    }
    if period > 0.0 {
        return periodic_cells(u32(count), period, reach);
    }
    return AxisCells(u32(count) + 1u, inverse_edge);
}

fn with_margin(radius: f32, extent: f32) -> f32 {
    return radius + radius * 1e-5 + extent * 9.536743e-7;
}

fn periodic_cells(count: u32, period: f32, reach: u32) -> AxisCells {
    let kept = select(count, 1u, count < 2u * reach + 1u);
    return AxisCells(kept, f32(kept) / period);
}

fn coarser(axis: AxisCells, period: f32, reach: u32) -> AxisCells {
    if period > 0.0 {
        return periodic_cells(axis.count / 2u, period, reach);
    }
    return AxisCells((axis.count + 1u) / 2u, axis.inverse_edge * 0.5);
}

fn seen_period(period: f32, extent: f32, radius: f32) -> f32 {
    if period - extent > with_margin(radius, period) {
        return 0.0;
    }
    return period;
}

fn edge_of(inverse_edge: f32) -> f32 {
    if inverse_edge > 0.0 {
        return 1.0 / inverse_edge;
    }
    return 0.0;
}
