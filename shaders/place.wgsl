// The sorted copy: agents in order of cell, and inside a cell in order of id, so that sums are the same every time.
// Twin of src/passes/place.rs.
//
// `place_scatter` puts each agent anywhere in its cell, `place_rank` orders each cell in chunks of 256 by counting,
// each `place_merge` doubles the chunks of cells that hold more, and `place_gather` copies the agents. Where no cell holds
// more than a chunk, `place_rank` is the last and copies them itself.

override LAST: bool = false;

struct Entry {
    id: u32,
    source: u32,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(4) var<storage, read> places: array<Place>;
@group(0) @binding(5) var<storage, read> motions: array<Motion>;
@group(0) @binding(6) var<storage, read_write> sorted_places: array<Place>;
@group(0) @binding(7) var<storage, read_write> sorted_motions: array<Motion>;
@group(0) @binding(8) var<storage, read> cells: array<u32>;
@group(0) @binding(9) var<storage, read> slots: array<u32>;
@group(0) @binding(10) var<storage, read> starts: array<u32>;
@group(0) @binding(12) var<storage, read_write> order: array<Entry>;
@group(0) @binding(13) var<storage, read_write> order_next: array<Entry>;
@group(0) @binding(19) var<uniform> level: Tick;

@compute @workgroup_size(WORKGROUP)
fn place_scatter(
    @builtin(workgroup_id) workgroup: vec3u,
    @builtin(num_workgroups) workgroups: vec3u,
    @builtin(local_invocation_index) local: u32,
) {
    let i = invocation(workgroup, workgroups, local);
    if i >= params.agent_count {
        return;
    }
    order[starts[cells[i]] + slots[i]] = Entry(places[i].id, i);
}

@compute @workgroup_size(WORKGROUP)
fn place_rank(
    @builtin(workgroup_id) workgroup: vec3u,
    @builtin(num_workgroups) workgroups: vec3u,
    @builtin(local_invocation_index) local: u32,
) {
    let t = invocation(workgroup, workgroups, local);
    if t >= params.agent_count {
        return;
    }
    let own = order[t];
    let cell = cells[own.source];
    let start = starts[cell];
    let first = start + (t - start) / RANK_CHUNK * RANK_CHUNK;
    let end = min(first + RANK_CHUNK, starts[cell + 1u]);
    var smaller = 0u;
    for (var k = first; k < end; k++) {
        smaller += select(0u, 1u, order[k].id < own.id);
    }
    if LAST {
        sorted_places[first + smaller] = places[own.source];
        sorted_motions[first + smaller] = motions[own.source];
    } else {
        order_next[first + smaller] = own;
    }
}

@compute @workgroup_size(WORKGROUP)
fn place_merge(
    @builtin(workgroup_id) workgroup: vec3u,
    @builtin(num_workgroups) workgroups: vec3u,
    @builtin(local_invocation_index) local: u32,
) {
    let t = invocation(workgroup, workgroups, local);
    if t >= params.agent_count {
        return;
    }
    let own = order[t];
    let cell = cells[own.source];
    let start = starts[cell];
    let end = starts[cell + 1u];
    let width = RANK_CHUNK << level.index;
    let chunk = (t - start) / width;
    let mine = start + chunk * width;
    let pair = start + (chunk & ~1u) * width;
    let sibling = select(mine + width, pair, (chunk & 1u) == 1u);
    var lo = min(sibling, end);
    let sibling_first = lo;
    var hi = min(sibling + width, end);
    while lo < hi {
        let middle = (lo + hi) / 2u;
        if order[middle].id < own.id {
            lo = middle + 1u;
        } else {
            hi = middle;
        }
    }
    order_next[pair + (t - mine) + (lo - sibling_first)] = own;
}

@compute @workgroup_size(WORKGROUP)
fn place_gather(
    @builtin(workgroup_id) workgroup: vec3u,
    @builtin(num_workgroups) workgroups: vec3u,
    @builtin(local_invocation_index) local: u32,
) {
    let t = invocation(workgroup, workgroups, local);
    if t >= params.agent_count {
        return;
    }
    let source = order[t].source;
    sorted_places[t] = places[source];
    sorted_motions[t] = motions[source];
}
