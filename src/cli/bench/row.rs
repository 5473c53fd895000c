//! The row: what was measured of one engine with one count of one scenario.

use serde::Serialize;
use std::collections::BTreeMap;

/// What was measured. The names are those of `--json` and `--csv`.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub(super) struct Row {
    /// As typed.
    pub(super) scenario: String,
    /// `reference`, `cpu` or `gpu`.
    pub(super) engine: String,
    /// The adapter that computed, in words; `None` where no adapter was used.
    pub(super) adapter: Option<String>,
    /// What computed, in a word or two.
    #[serde(skip)]
    pub(super) runs_on: String,
    /// Agents.
    pub(super) count: u32,
    /// Steps that were timed together.
    pub(super) batch: u32,
    /// Times that were taken.
    pub(super) samples: usize,
    /// Time of a step, in milliseconds: half of the samples take no longer.
    pub(super) median_ms: f64,
    /// 95 of 100 samples take no longer.
    pub(super) p95_ms: f64,
    /// 99 of 100 samples take no longer.
    pub(super) p99_ms: f64,
    /// `count` over the median.
    pub(super) agent_steps_per_second: f64,
    /// Candidates whose distance a step tests, over the median; `None` in a flock that is not finite.
    pub(super) pair_tests_per_second: Option<f64>,
    /// Pair tests that a plain grid with cells of the radius would make, over the median; `None` in a flock that is not finite.
    pub(super) own_cell_pair_tests_per_second: Option<f64>,
    /// Others within the largest radius of an agent, in the state after the last timed step.
    pub(super) neighbours_mean: Option<f64>,
    /// Others whose distance is tested for an agent, in the same state.
    pub(super) candidates_mean: Option<f64>,
    /// Bytes of the engine's arrays, over `count`.
    pub(super) bytes_per_agent: Option<f64>,
    /// Milliseconds of each pass in a step, by the adapter's own clock, over the batch that follows the last timed step.
    pub(super) passes_ms: BTreeMap<String, f64>,
    /// Agents with a number that is not finite; 0 in every run that went right.
    pub(super) nonfinite: usize,
    /// Of the state after the last timed step, which is the same for the same steps; 16 hexadecimal digits.
    pub(super) hash: String,
    /// Why the row counts for nothing; `None` in every run that went right.
    pub(super) invalid: Option<String>,
}

impl Row {
    /// Which row it is.
    pub(super) fn name(&self) -> String {
        format!("{} on {} with {} agents", self.scenario, self.engine, self.count)
    }
}

/// What is to be said of rows that are invalid; `None` when all are sound.
pub(super) fn verdict(rows: &[Row]) -> Option<String> {
    let invalid: Vec<_> = rows.iter().filter_map(|row| Some((row.name(), row.invalid.as_ref()?))).collect();
    let (name, why) = invalid.first()?;
    Some(format!(
        "{} of {} rows are invalid: {name}: {why}. This is a bug in flockwork: please report this line with the command you \
         typed and the scenario",
        invalid.len(),
        rows.len()
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_verdict_names_the_first_row_that_is_invalid_and_says_nothing_of_sound_ones() {
        let sound = Row { scenario: "school".into(), engine: "cpu".into(), count: 9, ..Row::default() };
        let broken = Row { count: 10, invalid: Some("2 agents are lost".into()), ..sound.clone() };
        assert_eq!(verdict(&[sound.clone(), sound.clone()]), None);
        let text = verdict(&[sound, broken]).unwrap();
        assert!(text.starts_with("1 of 2 rows are invalid: school on cpu with 10 agents: 2 agents are lost"), "{text}");
    }
}
