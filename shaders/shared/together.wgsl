// What the lanes of a subgroup do together: find the runs around them, and look at candidates that each shows to all.
// Needs the pass to bind `starts`, `sorted_places` and `sorted_motions`. Twin of src/passes/groups.rs.

// One lane of the group.
struct Member {
    i: u32,
    lane: u32,
    lanes: u32,
    position: vec3f,
    perception2: f32,
    viewer: Viewer,
}

// The runs of a row of cells: inside the grid, beyond the left seam, beyond the right one.
struct RowRuns {
    start: vec3u,
    end: vec3u,
    // Bit r: run r holds somebody.
    some: u32,
    periods: vec2f,
}

// The runs of one row of cells that may hold a neighbour of anybody between `low` and `high`.
fn row_runs(g: Grid, exists: bool, at: vec2i, cell: vec2u, low: vec3f, high: vec3f) -> RowRuns {
    let gap_y = gap_to(select(low.y, high.y, at.x > i32(cell.x)), cell.x, at.x) * g.edge.y;
    let gap_z = gap_to(select(low.z, high.z, at.y > i32(cell.y)), cell.y, at.y) * g.edge.z;
    let left2 = g.horizon2 - (gap_y * gap_y + gap_z * gap_z);
    var found = RowRuns();
    if !exists || !(left2 >= 0.0) {
        return found;
    }
    let n = i32(g.cells.x);
    let beyond = select(0, n, (g.wraps & 1u) != 0u);
    let half = sqrt(left2) * g.inverse_edge.x;
    let everywhere = Span(-beyond, n - 1 + beyond);
    let first = span_within(everywhere, low.x, half).first;
    let last = span_within(everywhere, high.x, half).last;
    let wrapped_y = wrap_cell(at.x, g.cells.y);
    let wrapped_z = wrap_cell(at.y, g.cells.z);
    let row = (wrapped_z.cell * g.cells.y + wrapped_y.cell) * g.cells.x;
    found.periods = vec2f(wrapped_y.periods, wrapped_z.periods);
    found.start.x = starts[row + u32(max(first, 0))];
    found.end.x = starts[row + u32(min(last, n - 1)) + 1u];
    if first < 0 {
        found.start.y = starts[row + u32(first + n)];
        found.end.y = starts[row + g.cells.x];
    }
    if last >= n {
        found.start.z = starts[row];
        found.end.z = starts[row + u32(last - n) + 1u];
    }
    found.some = select(0u, 1u, found.start.x < found.end.x) | select(0u, 2u, found.start.y < found.end.y);
    found.some |= select(0u, 4u, found.start.z < found.end.z);
    return found;
}

// Shows the lanes as many candidates of a run as there are lanes, from `base` on.
fn visit(me: Member, species: Species, base: u32, end: u32, shift: vec3f, sums: ptr<function, Sums>) {
    let j = min(base + me.lane, max(end, 1u) - 1u);
    let shown = sorted_places[j].position;
    var near = 0u;
    var t = 0u;
    loop {
        near |= select(0u, 1u, is_near(me, shown, shift, t)) << t;
        near |= select(0u, 2u, is_near(me, shown, shift, t + 1u)) << t;
        near |= select(0u, 4u, is_near(me, shown, shift, t + 2u)) << t;
        near |= select(0u, 8u, is_near(me, shown, shift, t + 3u)) << t;
        t += 4u;
        continuing {
            break if t >= me.lanes;
        }
    }
    // Neither beyond the end of the run nor oneself.
    let count = end - min(base, end);
    near &= select((1u << (count & 31u)) - 1u, 0xFFFFFFFFu, count >= 32u);
    near &= ~select(0u, 1u << ((me.i - base) & 31u), me.i - base < me.lanes);
    var anybody = subgroupOr(near);
    var forward = vec3f();
    var id = 0u;
    if ((anybody >> me.lane) & 1u) == 1u {
        forward = sorted_motions[j].forward;
        if MASKED {
            id = sorted_places[j].id;
        }
    }
    loop {
        let k = firstTrailingBit(anybody) & (me.lanes - 1u);
        anybody &= anybody - 1u;
        let offset = (subgroupShuffle(shown, k) - me.position) + shift;
        let other = Other(subgroupShuffle(forward, k), subgroupShuffle(id, k), offset, dot3(offset, offset));
        let flockmate = !MASKED || ((species.flocks_with >> species_of(other.id)) & 1u) == 1u;
        if ((near >> k) & 1u) == 1u && flockmate {
            accumulate(sums, me.viewer, species, other);
        }
        continuing {
            break if anybody == 0u;
        }
    }
}

// Whether the candidate that lane t shows is near.
fn is_near(me: Member, shown: vec3f, shift: vec3f, t: u32) -> bool {
    let offset = (subgroupShuffle(shown, t) - me.position) + shift;
    return dot3(offset, offset) <= me.perception2;
}
