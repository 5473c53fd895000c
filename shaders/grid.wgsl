// The grid of this step, from the box around all agents; one invocation. Also starts the step's report afresh.
// Twin of src/passes/grid.rs.

struct Bounds {
    lo: array<u32, 3>,
    hi: array<u32, 3>,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read_write> grid_made: Grid;
@group(0) @binding(15) var<storage, read_write> bounds_found: Bounds;
@group(0) @binding(16) var<storage, read_write> status: Status;

@compute @workgroup_size(1)
fn grid() {
    var lo = vec3f();
    var hi = vec3f();
    if bounds_found.lo[0] <= bounds_found.hi[0] {
        for (var a = 0u; a < 3u; a++) {
            lo[a] = from_ordered_bits(bounds_found.lo[a]);
            hi[a] = from_ordered_bits(bounds_found.hi[a]);
        }
    }
    grid_made = grid_of(params, lo, hi);
    for (var a = 0u; a < 3u; a++) {
        bounds_found.lo[a] = 0xFFFFFFFFu;
        bounds_found.hi[a] = 0u;
    }
    status.candidates_high = max(status.candidates_high, status.candidates_max);
    status.cell_agents_high = max(status.cell_agents_high, status.cell_agents_max);
    status.coincident_high = max(status.coincident_high, status.coincident_max);
    status.candidates_max = 0u;
    status.cell_agents_max = 0u;
    status.coincident_max = 0u;
}
