//! What the host plans for a step, and what the step reports that it needs.
//!
//! How many merges a dense cell needs, and how many rounds a long list of candidates, depends on the state. The host
//! plans from the last report; a step that needs more leaves the state as it was, and the host plans again. So no step
//! waits for the host, and none is ever cut short.

use crate::params::{Member, WgslType};
use bytemuck::{Pod, Zeroable};
use std::mem::offset_of;

/// Agents whose order inside a cell is found by counting.
pub const RANK_CHUNK: u32 = 256;

/// The plan of a step.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Pod, Zeroable)]
pub struct Schedule {
    /// Candidates of an agent that the rounds of `steer` suffice for: a multiple of what one round looks at.
    pub candidates: u32,
    /// Merges of `place`.
    pub merges: u32,
    /// 1 when the pass that is run pushes agents at one point apart; one that does not only reports them.
    pub apart: u32,
    /// Keeps the span a multiple of 16 bytes.
    pub pad_a: u32,
}

impl WgslType for Schedule {
    const WGSL: &'static str = "Schedule";
}

impl Schedule {
    /// Its members, for the layout test.
    pub const MEMBERS: &[Member] = &[
        Member { name: "candidates", offset: offset_of!(Self, candidates), wgsl: "u32" },
        Member { name: "merges", offset: offset_of!(Self, merges), wgsl: "u32" },
        Member { name: "apart", offset: offset_of!(Self, apart), wgsl: "u32" },
        Member { name: "pad_a", offset: offset_of!(Self, pad_a), wgsl: "u32" },
    ];

    /// The plan that suffices for sparse flocks: one round of `chunk` candidates, no merges.
    pub fn sparse(chunk: u32) -> Self {
        Self { candidates: chunk, merges: 0, apart: 1, pad_a: 0 }
    }

    /// A plan for what was needed and a quarter more, within what any state of this many agents can need.
    pub fn for_needs(needs: Needs, agents: u32, chunk: u32) -> Self {
        let roomy = |most: u32| most.saturating_add(most / 4).min(agents);
        let rounds = if needs.candidates <= chunk { 1 } else { roomy(needs.candidates).div_ceil(chunk) };
        Self { candidates: rounds * chunk, merges: merges_for(roomy(needs.cell_agents)), apart: 1, pad_a: 0 }
    }

    /// Rounds of `steer`, each of `chunk` candidates.
    pub fn rounds(self, chunk: u32) -> u32 {
        self.candidates / chunk
    }

    /// The same plan for lanes that walk together: in one round, and leaving agents at one point to another pass.
    pub fn together(self, chunk: u32) -> Self {
        Self { candidates: chunk, apart: 0, ..self }
    }

    /// The same plan for lanes that go alone.
    pub fn alone(self) -> Self {
        Self { apart: 1, ..self }
    }

    /// Whether the plan suffices.
    pub fn covers(self, needs: Needs) -> bool {
        needs.coincident <= self.apart
            && needs.candidates <= self.candidates
            && merges_for(needs.cell_agents) <= self.merges
    }

    /// Whether the plan is more than twice of what is needed.
    pub fn wasteful(self, needs: Needs, chunk: u32) -> bool {
        self.rounds(chunk) > 2 * needs.candidates.div_ceil(chunk).max(1)
            || self.merges > merges_for(needs.cell_agents) + 1
    }
}

/// Merges that put a cell of this many agents in order.
fn merges_for(cell_agents: u32) -> u32 {
    cell_agents.div_ceil(RANK_CHUNK).max(1).next_power_of_two().trailing_zeros()
}

/// What a step needs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Needs {
    /// Candidates of the agent that has most, itself among them.
    pub candidates: u32,
    /// Agents in the fullest cell.
    pub cell_agents: u32,
    /// 1 when agents at one point saw each other.
    pub coincident: u32,
}

/// The report of the steps since the last look.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Pod, Zeroable)]
pub struct Status {
    /// Steps done since the engine was made, modulo 2^32.
    pub steps_done: u32,
    /// Most candidates of an agent in the last step.
    pub candidates_max: u32,
    /// Agents in its fullest cell.
    pub cell_agents_max: u32,
    /// 1 when agents at one point saw each other in the last step.
    pub coincident_max: u32,
    /// Greatest `candidates_max` of the steps before the last.
    pub candidates_high: u32,
    /// Greatest `cell_agents_max` of the steps before the last.
    pub cell_agents_high: u32,
    /// Greatest `coincident_max` of the steps before the last.
    pub coincident_high: u32,
    /// Keeps the span a multiple of 16 bytes.
    pub pad_a: u32,
}

impl Status {
    /// Its members, for the layout test.
    pub const MEMBERS: &[Member] = &[
        Member { name: "steps_done", offset: offset_of!(Self, steps_done), wgsl: "u32" },
        Member { name: "candidates_max", offset: offset_of!(Self, candidates_max), wgsl: "u32" },
        Member { name: "cell_agents_max", offset: offset_of!(Self, cell_agents_max), wgsl: "u32" },
        Member { name: "coincident_max", offset: offset_of!(Self, coincident_max), wgsl: "u32" },
        Member { name: "candidates_high", offset: offset_of!(Self, candidates_high), wgsl: "u32" },
        Member { name: "cell_agents_high", offset: offset_of!(Self, cell_agents_high), wgsl: "u32" },
        Member { name: "coincident_high", offset: offset_of!(Self, coincident_high), wgsl: "u32" },
        Member { name: "pad_a", offset: offset_of!(Self, pad_a), wgsl: "u32" },
    ];

    /// What the reported steps needed at most.
    pub fn needs(self) -> Needs {
        Needs {
            candidates: self.candidates_max.max(self.candidates_high),
            cell_agents: self.cell_agents_max.max(self.cell_agents_high),
            coincident: self.coincident_max.max(self.coincident_high),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const AGENTS: u32 = 8_388_608;

    #[test]
    fn a_plan_for_needs_covers_them() {
        for cell_agents in [0, 1, 256, 257, 512, 513, 70_000, AGENTS] {
            for candidates in [0, 1, 3500, 3501, 70_000, AGENTS] {
                let needs = Needs { candidates, cell_agents, coincident: 1 };
                let plan = Schedule::for_needs(needs, AGENTS, 3500);
                assert!(plan.covers(needs) && !plan.wasteful(needs, 3500), "{needs:?} {plan:?}");
                assert!(u64::from(RANK_CHUNK) << plan.merges >= u64::from(cell_agents));
                assert_eq!(plan.candidates, plan.rounds(3500) * 3500);
            }
        }
    }

    #[test]
    fn a_plan_for_sparse_flocks_does_not_cover_a_dense_cell() {
        let plan = Schedule::sparse(3500);
        assert!(plan.covers(Needs { candidates: 3500, cell_agents: 256, coincident: 1 }));
        assert!(!plan.covers(Needs { candidates: 1, cell_agents: 257, coincident: 0 }));
        assert!(!plan.covers(Needs { candidates: 3501, cell_agents: 1, coincident: 0 }));
    }

    #[test]
    fn a_plan_far_above_the_needs_is_wasteful() {
        let plan = Schedule::for_needs(Needs { candidates: 70_000, cell_agents: 70_000, coincident: 0 }, 70_000, 3500);
        assert!(plan.wasteful(Needs { candidates: 100, cell_agents: 10, coincident: 0 }, 3500));
    }

    #[test]
    fn a_plan_without_pushing_apart_does_not_cover_agents_at_one_point() {
        let plan = Schedule::sparse(3500).together(3500);
        assert!(plan.covers(Needs::default()));
        assert!(!plan.covers(Needs { coincident: 1, ..Needs::default() }));
    }
}
