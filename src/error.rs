//! The one error type: each message names the thing, its value, what is allowed, and what to change.

use std::path::PathBuf;

/// Everything that can go wrong for a reason outside the program.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A scenario that cannot be read or is not allowed; the text holds file, line, column, key and help.
    #[error("{0}")]
    Scenario(String),

    /// A start state that no engine can run: a wrong length, an id missing or twice, a number that is not finite.
    #[error("{0}")]
    Flock(String),

    /// More agents or cells than the engine or adapter can hold; the text names the limit and the largest count.
    #[error("{0}")]
    Limit(String),

    /// No adapter fits the request, or the one chosen cannot do the work.
    #[error("{0}")]
    Adapter(String),

    /// The device stopped working in the middle of a run.
    #[error(
        "the device was lost after step {steps_done}: {reason}; the flock of that step was not read back. Try `--engine cpu`, or fewer agents"
    )]
    DeviceLost {
        /// The last step known to be complete.
        steps_done: u64,
        /// What the driver said.
        reason: String,
    },

    /// A file could not be read.
    #[error("cannot read {path}: {source}", path = .path.display())]
    Input {
        /// The file meant.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },

    /// A file was read but does not hold what it should: cut short, damaged, or made by something else.
    #[error("{path} is no whole snapshot: {reason}; write it anew with `flockwork run SCENARIO --out DIR`", path = .path.display())]
    Snapshot {
        /// The file meant.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },

    /// A file or folder could not be written.
    #[error("cannot write {path}: {source}", path = .path.display())]
    Output {
        /// The file or folder meant.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },

    /// A file that would be overwritten without leave.
    #[error("{path} exists; give --force to overwrite it, or another --out", path = .0.display())]
    Exists(PathBuf),
}
