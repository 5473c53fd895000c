// The grid of a step: how large its cells are, and which cell an agent is in.
// Twin of src/rules/grid.rs.

const CROWDED: f32 = 12.0;
const GATHERED: u32 = 4u;
const CELLS_PER_AGENT: f32 = 1.5;

fn ordered_bits(x: f32) -> u32 {
    let bits = bitcast<u32>(x);
    return select(bits | 0x80000000u, ~bits, (bits >> 31u) == 1u);
}

fn from_ordered_bits(bits: u32) -> f32 {
    return bitcast<f32>(select(~bits, bits & 0x7FFFFFFFu, (bits >> 31u) == 1u));
}

fn finite(x: f32) -> bool {
    return (bitcast<u32>(x) & 0x7F800000u) != 0x7F800000u;
}

fn grid_of(params: Params, lo: vec3f, hi: vec3f) -> Grid {
    let coarse = grid_with_reach(params, lo, hi, vec3u(1u));
    let small = grid_with_reach(params, lo, hi, vec3u(4u));
    if small.cell_count <= params.agent_count / GATHERED && small.images <= coarse.images {
        return small;
    }
    let agents = f32(params.agent_count);
    let across = select(1u, 2u, agents >= f32(coarse.cell_count) * CROWDED);
    let quarters = grid_with_reach(params, lo, hi, vec3u(4u, across, across));
    if f32(quarters.cell_count) <= agents * CELLS_PER_AGENT && quarters.images <= coarse.images {
        return quarters;
    }
    let halves = grid_with_reach(params, lo, hi, vec3u(2u, across, across));
    if f32(halves.cell_count) <= agents * CELLS_PER_AGENT {
        return halves;
    }
    return coarse;
}

fn grid_with_reach(params: Params, lo: vec3f, hi: vec3f, reach: vec3u) -> Grid {
    let radius = params.perception_radius;
    let period = vec3f(
        seen_period(params.period.x, hi.x - lo.x, radius),
        seen_period(params.period.y, hi.y - lo.y, radius),
        seen_period(params.period.z, hi.z - lo.z, radius),
    );
    let min = select(lo, params.world_min, period > vec3f());
    let extent = select(hi - lo, period, period > vec3f());
    var x = axis_cells(extent.x, period.x, radius, reach.x);
    var y = axis_cells(extent.y, period.y, radius, reach.y);
    var z = axis_cells(extent.z, period.z, radius, reach.z);
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
    let cells = vec3u(x.count, y.count, z.count);
    let extent_max = max(max(extent.x, extent.y), extent.z);
    let horizon = with_margin(radius, extent_max);
    let image = select(vec3f(), period, cells == vec3u(1u));
    let wraps = select(vec3u(), vec3u(1u, 2u, 4u), (period > vec3f()) & (cells > vec3u(1u)));
    return Grid(
        min,
        x.count * y.count * z.count,
        vec3f(x.inverse_edge, y.inverse_edge, z.inverse_edge),
        select(0u, 1u, any(image > vec3f())),
        cells,
        wraps.x | wraps.y | wraps.z,
        image,
        0u,
        vec3f(edge_of(x.inverse_edge), edge_of(y.inverse_edge), edge_of(z.inverse_edge)),
        horizon * horizon,
        reach,
        0u,
    );
}

fn cell_coordinate(x: f32, min: f32, inverse_edge: f32, count: u32) -> u32 {
    let c = (x - min) * inverse_edge;
    if !(c >= 1.0) {
        return 0u;
    }
    if c >= f32(count) {
        return count - 1u;
    }
    return u32(c);
}

fn cell_of(grid: Grid, position: vec3f) -> vec3u {
    return vec3u(
        cell_coordinate(position.x, grid.min.x, grid.inverse_edge.x, grid.cells.x),
        cell_coordinate(position.y, grid.min.y, grid.inverse_edge.y, grid.cells.y),
        cell_coordinate(position.z, grid.min.z, grid.inverse_edge.z, grid.cells.z),
    );
}

fn cell_index(grid: Grid, cell: vec3u) -> u32 {
    return (cell.z * grid.cells.y + cell.y) * grid.cells.x + cell.x;
}
