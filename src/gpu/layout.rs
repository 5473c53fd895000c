//! Which buffers each pass reads and writes: one binding number and one name for a buffer in all shaders.

/// A buffer of the step. The number is its `@binding` in every shader.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u32)]
pub enum Slot {
    /// `Params`, uniform.
    Params = 0,
    /// `Grid`, written by `grid`, read as a uniform.
    Grid = 1,
    /// `Schedule`, uniform.
    Schedule = 2,
    /// `Table`.
    Table = 3,
    /// State: places, in the cell order of the last step.
    Places = 4,
    /// State: motions.
    Motions = 5,
    /// Sorted copy: places.
    SortedPlaces = 6,
    /// Sorted copy: motions.
    SortedMotions = 7,
    /// The cell of each agent.
    Cells = 8,
    /// The arrival of each agent in its cell.
    Slots = 9,
    /// Agents in each cell, then the first row of each cell.
    Starts = 10,
    /// Sums of blocks of cells.
    BlockSums = 11,
    /// Who stands where, before a pass of `place` ...
    Order = 12,
    /// ... and after it.
    OrderNext = 13,
    /// Force of each agent.
    Forces = 14,
    /// Box around all agents.
    Bounds = 15,
    /// Report of the step.
    Status = 16,
    /// Sums of one slice of the flock between two rounds.
    SumsKept = 17,
    /// Which slice.
    Slice = 18,
    /// Which round or level.
    Round = 19,
}

/// How a pass uses a buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Use {
    /// Read through the constant path.
    Uniform,
    /// A number that changes from dispatch to dispatch: a uniform with a dynamic offset.
    Tick,
    /// Read-only storage.
    Read,
    /// Read and written storage.
    Write,
}

/// One compute pass: its entry point, its file, its buffers.
#[derive(Clone, Copy, Debug)]
pub struct Pass {
    /// Entry point; begins with the name of the file.
    pub entry: &'static str,
    /// File in `shaders/` without its ending.
    pub file: &'static str,
    /// Files in `shaders/shared/` that come before it, without their ending.
    pub shared: &'static [&'static str],
    /// Buffers, in order of their number.
    pub bindings: &'static [(Slot, Use)],
}

use Slot as S;
use Use::{Read, Tick, Uniform, Write};

const BASE: &[&str] = &["params", "agent", "schedule", "dispatch", "vector", "axis", "grid"];
const STEER: &[&str] = &[
    "params",
    "agent",
    "schedule",
    "dispatch",
    "vector",
    "axis",
    "grid",
    "span",
    "species",
    "neighbourhood",
    "flocking",
    "opensteer",
];
const TOGETHER: &[&str] = &[
    "params",
    "agent",
    "schedule",
    "dispatch",
    "vector",
    "axis",
    "grid",
    "span",
    "species",
    "neighbourhood",
    "flocking",
    "opensteer",
    "together",
];
const INTEGRATE: &[&str] =
    &["params", "agent", "schedule", "dispatch", "vector", "axis", "grid", "species", "limits", "space", "motion"];

/// The box around all agents.
pub const BOUNDS: Pass = Pass {
    entry: "bounds",
    file: "bounds",
    shared: BASE,
    bindings: &[(S::Params, Uniform), (S::Places, Read), (S::Bounds, Write)],
};
/// The grid of the step.
pub const GRID: Pass = Pass {
    entry: "grid",
    file: "grid",
    shared: BASE,
    bindings: &[(S::Params, Uniform), (S::Grid, Write), (S::Bounds, Write), (S::Status, Write)],
};
/// Agents per cell.
pub const COUNT: Pass = Pass {
    entry: "count",
    file: "count",
    shared: BASE,
    bindings: &[
        (S::Params, Uniform),
        (S::Grid, Uniform),
        (S::Places, Read),
        (S::Cells, Write),
        (S::Slots, Write),
        (S::Starts, Write),
    ],
};
/// Sums of blocks of cells.
pub const SCAN_REDUCE: Pass = Pass {
    entry: "scan_reduce",
    file: "scan",
    shared: BASE,
    bindings: &[(S::Grid, Uniform), (S::Starts, Write), (S::BlockSums, Write), (S::Status, Write)],
};
/// Starts of blocks.
pub const SCAN_SUMS: Pass =
    Pass { entry: "scan_sums", file: "scan", shared: BASE, bindings: &[(S::Grid, Uniform), (S::BlockSums, Write)] };
/// Starts of cells.
pub const SCAN_APPLY: Pass = Pass {
    entry: "scan_apply",
    file: "scan",
    shared: BASE,
    bindings: &[(S::Params, Uniform), (S::Grid, Uniform), (S::Starts, Write), (S::BlockSums, Write)],
};
/// Agents into their cells, in any order.
pub const PLACE_SCATTER: Pass = Pass {
    entry: "place_scatter",
    file: "place",
    shared: BASE,
    bindings: &[
        (S::Params, Uniform),
        (S::Places, Read),
        (S::Cells, Read),
        (S::Slots, Read),
        (S::Starts, Read),
        (S::Order, Write),
    ],
};
/// Chunks of 256 agents of a cell into order of id.
pub const PLACE_RANK: Pass = Pass {
    entry: "place_rank",
    file: "place",
    shared: BASE,
    bindings: &[
        (S::Params, Uniform),
        (S::Places, Read),
        (S::Motions, Read),
        (S::SortedPlaces, Write),
        (S::SortedMotions, Write),
        (S::Cells, Read),
        (S::Starts, Read),
        (S::Order, Write),
        (S::OrderNext, Write),
    ],
};
/// Two ordered chunks into one.
pub const PLACE_MERGE: Pass = Pass {
    entry: "place_merge",
    file: "place",
    shared: BASE,
    bindings: &[
        (S::Params, Uniform),
        (S::Cells, Read),
        (S::Starts, Read),
        (S::Order, Write),
        (S::OrderNext, Write),
        (S::Round, Tick),
    ],
};
/// Copies the agents in order.
pub const PLACE_GATHER: Pass = Pass {
    entry: "place_gather",
    file: "place",
    shared: BASE,
    bindings: &[
        (S::Params, Uniform),
        (S::Places, Read),
        (S::Motions, Read),
        (S::SortedPlaces, Write),
        (S::SortedMotions, Write),
        (S::Order, Write),
    ],
};
/// The force of each agent.
pub const STEER_PASS: Pass = Pass {
    entry: "steer",
    file: "steer",
    shared: STEER,
    bindings: &[
        (S::Params, Uniform),
        (S::Grid, Uniform),
        (S::Table, Read),
        (S::SortedPlaces, Read),
        (S::SortedMotions, Read),
        (S::Starts, Read),
        (S::Forces, Write),
        (S::Status, Write),
        (S::SumsKept, Write),
        (S::Slice, Tick),
        (S::Round, Tick),
    ],
};
/// The force of each agent, the lanes of a subgroup walking together.
pub const GROUPS: Pass = Pass {
    entry: "groups",
    file: "groups",
    shared: TOGETHER,
    bindings: &[
        (S::Params, Uniform),
        (S::Grid, Uniform),
        (S::Table, Read),
        (S::SortedPlaces, Read),
        (S::SortedMotions, Read),
        (S::Starts, Read),
        (S::Forces, Write),
        (S::Status, Write),
        (S::Slice, Tick),
    ],
};
/// The new state.
pub const INTEGRATE_PASS: Pass = Pass {
    entry: "integrate",
    file: "integrate",
    shared: INTEGRATE,
    bindings: &[
        (S::Params, Uniform),
        (S::Schedule, Uniform),
        (S::Table, Read),
        (S::Places, Write),
        (S::Motions, Write),
        (S::SortedPlaces, Read),
        (S::SortedMotions, Read),
        (S::Forces, Read),
        (S::Status, Write),
    ],
};

/// All passes, in the order of the step.
pub const PASSES: [Pass; 13] = [
    BOUNDS,
    GRID,
    COUNT,
    SCAN_REDUCE,
    SCAN_SUMS,
    SCAN_APPLY,
    PLACE_SCATTER,
    PLACE_RANK,
    PLACE_MERGE,
    PLACE_GATHER,
    STEER_PASS,
    GROUPS,
    INTEGRATE_PASS,
];
