//! The run record: what ran, how fast, and how to get the same bits again, as JSON.

use super::files::{AtomicFile, Overwrite};
use crate::error::Error;
use serde::Serialize;
use std::io::Write;
use std::path::Path;

/// Everything worth keeping of a finished run: plain data, filled in by whoever ran it. The names are those of `run --json`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RunSummary {
    /// Version of this program.
    pub version: String,
    /// Title of the scenario.
    pub scenario: String,
    /// Hash of the scenario as it ran, overrides included; 16 hexadecimal digits.
    pub scenario_hash: String,
    /// Seed of every random number.
    pub seed: u32,
    /// Length of a step in seconds.
    pub dt: f32,
    /// `reference`, `cpu` or `gpu`.
    pub engine: String,
    /// The adapter that computed, in words; `None` where no adapter was used.
    pub adapter: Option<String>,
    /// Agents.
    pub count: u32,
    /// Steps done since step 0.
    pub steps: u64,
    /// [`Flock::hash_text`](crate::Flock::hash_text) of the last state; 16 hexadecimal digits.
    pub hash: String,
    /// Wall-clock seconds the steps took, without measuring and writing.
    pub seconds: f64,
    /// `count` times the steps of this run, over `seconds`; `None` when no time passed.
    pub agent_steps_per_second: Option<f64>,
    /// Mean neighbours of an agent in the last state; `None` without agents.
    pub neighbours_mean: Option<f64>,
    /// Mean agents that an agent looked at to find them; `None` without agents, or where the engine does not say.
    pub candidates_mean: Option<f64>,
    /// Agents with a number that is not finite; 0 in every run that went right.
    pub nonfinite: u64,
    /// The files written, in the order of writing.
    pub outputs: Vec<String>,
}

impl RunSummary {
    /// Speed of a run in agent-steps per second; `None` when no time passed.
    pub fn agent_steps_per_second(count: u32, steps: u64, seconds: f64) -> Option<f64> {
        (seconds > 0.0).then(|| f64::from(count) * steps as f64 / seconds)
    }

    /// The record as indented JSON, without a final line end. A number that is not finite becomes `null`.
    pub fn to_json(&self) -> String {
        match serde_json::to_string_pretty(self) {
            Ok(text) => text,
            Err(error) => unreachable!("plain numbers and text always have a JSON form: {error}"),
        }
    }
}

/// Writes the record as a JSON file.
///
/// # Errors
/// As for [`AtomicFile::create`] and [`AtomicFile::finish`].
pub fn write_summary(path: &Path, summary: &RunSummary, overwrite: Overwrite) -> Result<(), Error> {
    let mut file = AtomicFile::create(path, overwrite)?;
    writeln!(file, "{}", summary.to_json()).map_err(|source| file.error(source))?;
    file.finish()
}
