// The cell of each agent, and how many each cell holds. Twin of src/passes/count.rs.
//
// `slots` is the order of arrival in the cell, which differs from run to run: only `place` reads it, to find a free
// slot, and then puts the slots in order of id.

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<uniform> grid: Grid;
@group(0) @binding(4) var<storage, read> places: array<Place>;
@group(0) @binding(8) var<storage, read_write> cells: array<u32>;
@group(0) @binding(9) var<storage, read_write> slots: array<u32>;
@group(0) @binding(10) var<storage, read_write> starts: array<atomic<u32>>;

@compute @workgroup_size(WORKGROUP)
fn count(
    @builtin(workgroup_id) workgroup: vec3u,
    @builtin(num_workgroups) workgroups: vec3u,
    @builtin(local_invocation_index) local: u32,
) {
    let i = invocation(workgroup, workgroups, local);
    if i >= params.agent_count {
        return;
    }
    let cell = cell_index(grid, cell_of(grid, places[i].position));
    cells[i] = cell;
    slots[i] = atomicAdd(&starts[cell], 1u);
}
