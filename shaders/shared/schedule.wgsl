// What the host has planned for a step, and what the step found that it needs. Twin of src/gpu/schedule.rs.
//
// How many merges a dense cell needs, and how many rounds a long list of candidates, depends on the state. The host
// plans from the last report; a step that needs more leaves the state as it was, and the host plans again.

// Agents whose order inside a cell is found by counting.
const RANK_CHUNK: u32 = 256u;

struct Schedule {
    candidates: u32,
    merges: u32,
    apart: u32,
    pad_a: u32,
}

struct Status {
    steps_done: u32,
    candidates_max: u32,
    cell_agents_max: u32,
    coincident_max: u32,
    candidates_high: u32,
    cell_agents_high: u32,
    coincident_high: u32,
    pad_a: u32,
}

struct Tick {
    index: u32,
    pad_a: u32,
    pad_b: u32,
    pad_c: u32,
}
