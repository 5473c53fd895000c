// The force of each agent's rules: its neighbours, row of cells by row of cells. Twin of src/passes/steer.rs.
//
// Cells along x are neighbours in memory, so a row of them is one run of agents; beyond the seam of a periodic axis
// there is a second run. Some adapters silently end a loop after 65,535 turns of a whole group of lanes, so one
// dispatch looks at no more than CHUNK candidates of an agent; when there are more, rounds follow, whose sums wait in
// a buffer for one slice of the flock at a time.

override CHUNK: u32 = 3500u;
override SLICE: u32 = 8192u;
override IN_ROUNDS: bool = false;
override NEIGHBOURS: bool = true;
override MASKED: bool = true;

struct SteerStatus {
    steps_done: u32,
    candidates_max: atomic<u32>,
    cell_agents_max: u32,
    coincident_max: atomic<u32>,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<uniform> grid: Grid;
@group(0) @binding(3) var<storage, read> table: Table;
@group(0) @binding(6) var<storage, read> sorted_places: array<Place>;
@group(0) @binding(7) var<storage, read> sorted_motions: array<Motion>;
@group(0) @binding(10) var<storage, read> starts: array<u32>;
@group(0) @binding(14) var<storage, read_write> forces: array<vec4f>;
@group(0) @binding(16) var<storage, read_write> status: SteerStatus;
@group(0) @binding(17) var<storage, read_write> sums_kept: array<Sums>;
@group(0) @binding(18) var<uniform> slice: Tick;
@group(0) @binding(19) var<uniform> round: Tick;

@compute @workgroup_size(WORKGROUP)
fn steer(
    @builtin(workgroup_id) workgroup: vec3u,
    @builtin(num_workgroups) workgroups: vec3u,
    @builtin(local_invocation_index) local: u32,
) {
    let lane = invocation(workgroup, workgroups, local);
    let i = select(lane, slice.index * SLICE + lane, IN_ROUNDS);
    if i >= params.agent_count || (IN_ROUNDS && lane >= SLICE) {
        return;
    }
    let id = sorted_places[i].id;
    let species = table.species[species_of(id)];
    // Who cannot move needs no force.
    if !NEIGHBOURS || species.max_speed == 0.0 {
        forces[i] = vec4f();
        return;
    }
    let forward = sorted_motions[i].forward;
    var sums = Sums();
    if IN_ROUNDS && round.index > 0u {
        sums = sums_kept[lane];
    }
    let first = round.index * CHUNK;
    let candidates = gather(i, Viewer(forward, id, params.dimensions), species, &sums, first, first + CHUNK);
    // Asked first, so that few agents wait for each other.
    if candidates > atomicLoad(&status.candidates_max) {
        atomicMax(&status.candidates_max, candidates);
    }
    if coincident {
        atomicMax(&status.coincident_max, 1u);
    }
    if IN_ROUNDS {
        sums_kept[lane] = sums;
    }
    if first == 0u || first < candidates {
        forces[i] = vec4f(force(sums, forward, species), 0.0);
    }
}

// Adds the candidates from `first` to `end` of an agent's list to the sums; returns the length of the list.
fn gather(i: u32, viewer: Viewer, species: Species, sums: ptr<function, Sums>, first: u32, end: u32) -> u32 {
    let position = sorted_places[i].position;
    let cell = cell_of(grid, position);
    let place = (position - grid.min) * grid.inverse_edge;
    let span_x = span_of(cell.x, grid.reach.x, grid.cells.x, (grid.wraps & 1u) != 0u);
    let span_y = span_of(cell.y, grid.reach.y, grid.cells.y, (grid.wraps & 2u) != 0u);
    let span_z = span_of(cell.z, grid.reach.z, grid.cells.z, (grid.wraps & 4u) != 0u);
    let last_x = i32(grid.cells.x) - 1;
    var listed = 0u;
    for (var z = span_z.first; z <= span_z.last; z++) {
        let wrapped_z = wrap_cell(z, grid.cells.z);
        let gap_z = gap_to(place.z, cell.z, z) * grid.edge.z;
        for (var y = span_y.first; y <= span_y.last; y++) {
            let gap_y = gap_to(place.y, cell.y, y) * grid.edge.y;
            // What is left of the horizon along a row as far away as this one.
            let left2 = grid.horizon2 - (gap_y * gap_y + gap_z * gap_z);
            if !(left2 >= 0.0) {
                continue;
            }
            let span = span_within(span_x, place.x, sqrt(left2) * grid.inverse_edge.x);
            let runs = select(1u, 2u, span.first < 0 || span.last > last_x);
            let wrapped_y = wrap_cell(y, grid.cells.y);
            let row = (wrapped_z.cell * grid.cells.y + wrapped_y.cell) * grid.cells.x;
            for (var run = 0u; run < runs; run++) {
                var run_first = max(span.first, 0);
                var run_last = min(span.last, last_x);
                var periods_x = 0.0;
                if run == 1u && span.first < 0 {
                    run_first = span.first + last_x + 1;
                    run_last = last_x;
                    periods_x = -1.0;
                } else if run == 1u {
                    run_first = 0;
                    run_last = span.last - last_x - 1;
                    periods_x = 1.0;
                }
                let shift = vec3f(periods_x, wrapped_y.periods, wrapped_z.periods) * params.period;
                let start = starts[row + u32(run_first)];
                let length = starts[row + u32(run_last) + 1u] - start;
                let head = start + (max(first, listed) - listed);
                let tail = start + min(end - min(end, listed), length);
                for (var j = head; j < tail; j++) {
                    consider(i, j, position, shift, viewer, species, sums);
                }
                listed += length;
            }
        }
    }
    return listed;
}

// Adds candidate j to the sums of agent i if it is near enough and a flockmate.
fn consider(i: u32, j: u32, position: vec3f, shift: vec3f, viewer: Viewer, species: Species, sums: ptr<function, Sums>) {
    var offset = (sorted_places[j].position - position) + shift;
    if grid.images != 0u {
        offset = vec3f(
            minimum_image(offset.x, grid.image.x),
            minimum_image(offset.y, grid.image.y),
            minimum_image(offset.z, grid.image.z),
        );
    }
    let distance2 = dot3(offset, offset);
    if !(distance2 <= species.perception2) || j == i {
        return;
    }
    // The rest is loaded for those near enough alone.
    let id = sorted_places[j].id;
    if MASKED && ((species.flocks_with >> species_of(id)) & 1u) == 0u {
        return;
    }
    accumulate(sums, viewer, species, Other(sorted_motions[j].forward, id, offset, distance2));
}
