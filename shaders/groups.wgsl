// The force of each agent's rules, the lanes of a subgroup walking together. Twin of src/passes/groups.rs.
//
// The lanes are neighbours in a row of cells. They walk the union of their runs: each loads one candidate, and all are
// shown it. A candidate that is not on an agent's own list is farther than the radius and adds nothing in its lane, so
// the bits are those of `steer`. Loops test at their end: some adapters run the body once more to find that it is over.

override SLICE: u32 = 8192u;
override MASKED: bool = true;

// A group ends before an agent farther than this many radii along its row, so that the union of runs stays short.
const GROUP_RADII: f32 = 8.0;

struct GroupStatus {
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
@group(0) @binding(16) var<storage, read_write> status: GroupStatus;
@group(0) @binding(18) var<uniform> slice: Tick;

@compute @workgroup_size(WORKGROUP)
fn groups(
    @builtin(workgroup_id) workgroup: vec3u,
    @builtin(num_workgroups) workgroups: vec3u,
    @builtin(local_invocation_index) local: u32,
    @builtin(subgroup_invocation_id) lane: u32,
    @builtin(subgroup_size) lanes: u32,
) {
    // Lanes without an agent go along, since the others ask them for candidates.
    let own = slice.index * SLICE + invocation(workgroup, workgroups, local);
    let i = min(own, params.agent_count - 1u);
    let id = sorted_places[i].id;
    let species = table.species[species_of(id)];
    let viewer = Viewer(sorted_motions[i].forward, id, params.dimensions);
    var me = Member(i, lane, lanes, sorted_places[i].position, 0.0, viewer);
    let cell = cell_of(grid, me.position);
    let place = (me.position - grid.min) * grid.inverse_edge;
    let row = cell.z * grid.cells.y + cell.y;
    var sums = Sums();
    // Who cannot move needs no force.
    var waiting = own < params.agent_count && species.max_speed != 0.0;
    var listed = 0u;
    // Mostly all lanes stand in one row of cells, and this is done once.
    loop {
        let row_now = min(subgroupMin(select(0xFFFFFFFFu, row, waiting)), grid.cells.y * grid.cells.z - 1u);
        let left_end = subgroupMin(select(1e30, place.x, waiting && row == row_now));
        let here = waiting && row == row_now && place.x <= left_end + GROUP_RADII * f32(grid.reach.x);
        me.perception2 = select(-1.0, species.perception2, here);
        let low = subgroupMin(select(vec3f(1e30), place, here));
        let high = subgroupMax(select(vec3f(-1e30), place, here));
        let row_cell = vec2u(row_now % grid.cells.y, row_now / grid.cells.y);
        listed += walk(me, species, row_cell, low, high, subgroupAny(here), &sums);
        waiting = waiting && !here;
        continuing {
            break if !subgroupAny(waiting);
        }
    }
    // Asked first, so that few agents wait for each other. One that all look at counts as an eighth of one walked alone:
    // some adapters end a loop after a number of turns, of which it takes so much.
    listed = (listed + 7u) / 8u;
    if listed > atomicLoad(&status.candidates_max) {
        atomicMax(&status.candidates_max, listed);
    }
    if coincident {
        atomicMax(&status.coincident_max, 1u);
    }
    if own < params.agent_count {
        forces[own] = vec4f(force(sums, viewer.forward, species), 0.0);
    }
}

// Walks the rows of cells around the lanes that stand in one row; returns how many candidates they have together.
fn walk(
    me: Member,
    species: Species,
    cell: vec2u,
    low: vec3f,
    high: vec3f,
    anybody: bool,
    sums: ptr<function, Sums>,
) -> u32 {
    let g = grid;
    let period = params.period;
    let span_y = span_of(cell.x, g.reach.y, g.cells.y, (g.wraps & 2u) != 0u);
    let span_z = span_of(cell.y, g.reach.z, g.cells.z, (g.wraps & 4u) != 0u);
    let across = u32(span_y.last - span_y.first + 1);
    // Where all lanes stand still there is nothing between `low` and `high`.
    let rows = select(0u, across * u32(span_z.last - span_z.first + 1), anybody);
    var listed = 0u;
    var batch = 0u;
    // Each lane finds the runs of one row; then all visit them, row by row.
    loop {
        let r = batch + me.lane;
        let at = vec2i(span_y.first + i32(r % across), span_z.first + i32(r / across));
        let mine = row_runs(g, r < rows, at, cell, low, high);
        var left = subgroupBallot(mine.some != 0u).x;
        var k = firstTrailingBit(left) & (me.lanes - 1u);
        var some = subgroupShuffle(mine.some, k);
        var base = 0u;
        loop {
            let run = firstTrailingBit(some);
            let start = subgroupShuffle(mine.start, k);
            let end = subgroupShuffle(mine.end, k);
            let first = select(select(start.x, start.y, run == 1u), start.z, run == 2u);
            let last = select(select(end.x, end.y, run == 1u), end.z, run == 2u);
            let periods_x = select(select(0.0, -1.0, run == 1u), 1.0, run == 2u);
            let shift = vec3f(periods_x, subgroupShuffle(mine.periods, k)) * period;
            base = max(base, first);
            visit(me, species, base, last, shift, sums);
            listed += min(me.lanes, last - base);
            // On to the next part of the run, the next run of the row, the next row.
            base += me.lanes;
            let over = base >= last;
            base = select(base, 0u, over);
            some = select(some, some & (some - 1u), over);
            left = select(left, left & (left - 1u), some == 0u);
            k = firstTrailingBit(left) & (me.lanes - 1u);
            some = select(some, subgroupShuffle(mine.some, k), some == 0u);
            continuing {
                break if left == 0u;
            }
        }
        batch += me.lanes;
        continuing {
            break if batch >= rows;
        }
    }
    return listed;
}
