//! `flockwork bench`: how fast engines step scenarios, by count.

use super::args::{AdapterArgs, EngineArgs, TalkArgs};
use super::console::{Console, data, json};
use super::engines::{self, EngineChoice};
use super::failure::Failure;
use super::signals;
use flockwork::Scenario;
use flockwork::scenario::{Overrides, load_at_density};
use pace::{Pace, measure};
use row::Row;
use serde_json::json as value;

mod pace;
mod row;
mod table;

/// Steps of one repeat, before and while they are timed, and repeats; more tell nothing that fewer do not.
const STEPS_MAX: u32 = 1_000_000;
const REPEATS_MAX: u32 = 1000;

/// Measure how fast engines step scenarios, by count
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// TOML files, or names of presets
    #[arg(value_name = "SCENARIO", default_values = ["murmuration", "flatland"])]
    scenarios: Vec<String>,
    /// Engines, as in cpu,gpu: auto (a hardware GPU, else cpu), gpu, cpu or reference
    #[arg(long, value_name = "ENGINE,...", value_delimiter = ',', default_value = "auto", hide_default_value = true)]
    #[arg(hide_possible_values = true, help_heading = "Engine")]
    engine: Vec<EngineChoice>,
    #[command(flatten)]
    adapter: AdapterArgs,
    /// Agents in all, as in 10000,100000; the world grows along, so that neighbours stay [default: the scenario's own]
    #[arg(long, value_name = "N,...", value_delimiter = ',', value_parser = agents, allow_negative_numbers = true)]
    #[arg(help_heading = "Scenario")]
    counts: Vec<u32>,
    /// Seed of every random number
    #[arg(long, value_name = "S", allow_negative_numbers = true, help_heading = "Scenario")]
    seed: Option<u32>,
    /// Change a key, as in world.edge=open; may be repeated
    #[arg(long, value_name = "KEY=VALUE", help_heading = "Scenario")]
    set: Vec<String>,
    /// Steps that are timed in a repeat
    #[arg(long, value_name = "N", value_parser = steps, allow_negative_numbers = true, default_value = "24")]
    #[arg(help_heading = "Measurement")]
    steps: u32,
    /// Repeats, each from the same flock at step 0; the times of all are taken together
    #[arg(long, value_name = "N", value_parser = repeats, allow_negative_numbers = true, default_value = "3")]
    #[arg(help_heading = "Measurement")]
    repeats: u32,
    /// Steps of a repeat before those that are timed
    #[arg(long, value_name = "N", value_parser = warm_up, allow_negative_numbers = true, default_value = "8")]
    #[arg(help_heading = "Measurement")]
    warm_up: u32,
    /// Steps that are timed together [default: 1, each step; on gpu 8, since steps share a submission]
    #[arg(long, value_name = "N", value_parser = steps, allow_negative_numbers = true, help_heading = "Measurement")]
    batch: Option<u32>,
    /// Print rows with commas between on stdout, and nothing else there
    #[arg(long, conflicts_with = "json", help_heading = "Output")]
    csv: bool,
    #[command(flatten)]
    talk: TalkArgs,
}

/// One row to measure.
struct Case<'a> {
    source: &'a str,
    scenario: Scenario,
    engine: EngineChoice,
}

/// Measures row by row. What was measured is printed, also when a later row fails or somebody stops it.
pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let console = args.talk.console();
    let cases = args.cases()?;
    signals::listen()?;
    args.expect_engines(&cases, console)?;
    let pace = Pace { steps: args.steps, repeats: args.repeats, warm_up: args.warm_up, batch: args.batch };
    let mut rows = Vec::new();
    let ended = cases.iter().try_for_each(|case| {
        let row = args.measure(case, pace, console)?;
        console.say(&format!("{}: {:.3} ms a step", row.name(), row.median_ms));
        rows.push(row);
        Ok(())
    });
    let printed = if rows.is_empty() { Ok(()) } else { args.print(&rows, console) };
    ended.and(printed)?;
    match row::verdict(&rows) {
        Some(invalid) => Err(Failure::Invalid(invalid)),
        None => Ok(()),
    }
}

impl Args {
    /// Every engine with every count of every scenario; all scenarios are read and checked before anything is measured.
    fn cases(&self) -> Result<Vec<Case<'_>>, Failure> {
        let counts: Vec<_> = self.counts.iter().copied().map(Some).collect();
        let counts = if counts.is_empty() { vec![None] } else { counts };
        let mut cases = Vec::new();
        for source in &self.scenarios {
            for &count in &counts {
                let overrides = Overrides { set: self.set.clone(), count, seed: self.seed };
                let scenario = load_at_density(source, &overrides)?;
                if scenario.agent_count() == 0 {
                    return Err(Failure::Usage(format!(
                        "{source} has 0 agents, and nothing to measure; try `--counts 1000`"
                    )));
                }
                for &engine in &self.engine {
                    engines::expect_room(&scenario, engine)?;
                    cases.push(Case { source, scenario: scenario.clone(), engine });
                }
            }
        }
        Ok(cases)
    }

    /// Opens each engine once, which says which it is and finds out whether there is an adapter at all.
    fn expect_engines(&self, cases: &[Case<'_>], console: Console) -> Result<(), Failure> {
        for engine in &self.engine {
            let of_engine = cases.iter().filter(|case| case.engine == *engine);
            if let Some(smallest) = of_engine.min_by_key(|case| case.scenario.agent_count()) {
                engines::open(&smallest.scenario, &self.engine_args(*engine), console)?;
            }
        }
        Ok(())
    }

    fn measure(&self, case: &Case<'_>, pace: Pace, console: Console) -> Result<Row, Failure> {
        let quiet = Console { quiet: true, ..console };
        let mut opened = engines::open(&case.scenario, &self.engine_args(case.engine), quiet)?;
        let row = measure(case.source, &case.scenario, &mut *opened.engine, pace, console)?;
        Ok(Row { runs_on: opened.runs_on(), ..row })
    }

    fn engine_args(&self, engine: EngineChoice) -> EngineArgs {
        EngineArgs { engine, adapter: self.adapter.clone() }
    }

    fn print(&self, rows: &[Row], console: Console) -> Result<(), Failure> {
        if console.json {
            json(&value!({
                "version": env!("CARGO_PKG_VERSION"),
                "threads": rayon::current_num_threads(),
                "steps": self.steps,
                "repeats": self.repeats,
                "warm_up": self.warm_up,
                "rows": rows,
            }))
        } else if self.csv {
            data(&table::csv(rows))
        } else if console.quiet {
            Ok(())
        } else {
            data(&table::text(rows))
        }
    }
}

fn agents(text: &str) -> Result<u32, String> {
    whole(text, 1, u32::MAX, "a count is a whole number of agents")
}

fn steps(text: &str) -> Result<u32, String> {
    whole(text, 1, STEPS_MAX, "these are whole steps")
}

fn warm_up(text: &str) -> Result<u32, String> {
    whole(text, 0, STEPS_MAX, "these are whole steps")
}

fn repeats(text: &str) -> Result<u32, String> {
    whole(text, 1, REPEATS_MAX, "these are whole repeats")
}

/// Reads a whole number in a range.
fn whole(text: &str, least: u32, most: u32, what: &str) -> Result<u32, String> {
    let number = text.parse().ok().filter(|number| (least..=most).contains(number));
    number.ok_or_else(|| format!("{what}, from {least} to {most}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_numbers_in_their_range_are_taken_and_others_refused() {
        assert_eq!([agents("1"), agents("4294967295"), warm_up("0")], [Ok(1), Ok(u32::MAX), Ok(0)]);
        for wrong in ["", "0", "-1", "1.5", "4294967296", "1e6", "many"] {
            assert!(agents(wrong).is_err(), "{wrong} was taken");
        }
        assert!(steps("1000001").is_err_and(|why| why.contains("from 1 to 1000000")));
    }
}
