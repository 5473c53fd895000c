//! How the work of a step is cut up; none of it changes a bit of the result.

use std::time::Duration;

/// What may be changed about how the passes run; none of it changes a bit of the result.
#[derive(Clone, Copy, Debug)]
pub struct GpuOptions {
    /// Threads in a workgroup, 32 to 256.
    pub workgroup: u32,
    /// Candidates one invocation looks at in one dispatch.
    pub chunk: u32,
    /// Agents whose sums are kept between rounds.
    pub slice: u32,
    /// Lanes of a subgroup walk together, where the adapter can and lists are not too long.
    pub groups: bool,
    /// What lanes walk together is cut into submissions of about this long.
    pub part: Duration,
    /// A fault in a shader: for tests that must see it found.
    pub mutation: Option<Mutation>,
}

/// A planted fault: one piece of a pass's text replaced by another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mutation {
    /// File of the pass in `shaders/`, without its ending; its shared files are changed too.
    pub file: &'static str,
    /// What stands there ...
    pub text: &'static str,
    /// ... and what is put in its place.
    pub fault: &'static str,
}

impl Default for GpuOptions {
    /// Rows and runs take up to 330 turns of loops besides the candidates; together they stay under 4,000.
    fn default() -> Self {
        Self { workgroup: 64, chunk: 3500, slice: 8192, groups: true, part: Duration::from_millis(400), mutation: None }
    }
}
