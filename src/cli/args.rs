//! The flags that several verbs share, as typed.

use super::console::Console;
use super::engines::EngineChoice;
use flockwork::Error;
use flockwork::gpu::AdapterChoice;
use flockwork::scenario::{Overrides, Scenario, load};
use std::time::Duration;

/// Longest `--time-limit`: a hundred years.
const TIME_LIMIT_SECS_MAX: f64 = 100.0 * 365.0 * 86_400.0;

/// What changes the scenario.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Scenario")]
pub(crate) struct ScenarioArgs {
    /// Agents in all; several species keep their shares
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub(crate) count: Option<u32>,
    /// Seed of every random number
    #[arg(long, value_name = "S", allow_negative_numbers = true)]
    pub(crate) seed: Option<u32>,
    /// Change a key, as in world.edge=open; may be repeated
    #[arg(long, value_name = "KEY=VALUE")]
    pub(crate) set: Vec<String>,
}

impl ScenarioArgs {
    /// The scenario that `source` names, with these changes.
    pub(crate) fn load(&self, source: &str) -> Result<Scenario, Error> {
        load(source, &Overrides { set: self.set.clone(), count: self.count, seed: self.seed })
    }
}

/// What computes.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Engine")]
pub(crate) struct EngineArgs {
    /// auto (a hardware GPU, else cpu), gpu, cpu or reference
    #[arg(long, value_name = "ENGINE", default_value = "auto", hide_default_value = true, hide_possible_values = true)]
    pub(crate) engine: EngineChoice,
    #[command(flatten)]
    pub(crate) adapter: AdapterArgs,
}

/// Which adapter computes or draws.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct AdapterArgs {
    /// For gpu and drawing: auto, software, or a part of a name
    #[arg(long, value_name = "ADAPTER", value_parser = adapter, help_heading = "Engine")]
    pub(crate) adapter: Option<AdapterChoice>,
}

/// What is said, and where.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct TalkArgs {
    /// Say nothing but errors
    #[arg(long, short, help_heading = "Output")]
    pub(crate) quiet: bool,
    /// Print a machine-readable summary on stdout, and nothing else there
    #[arg(long, help_heading = "Output")]
    pub(crate) json: bool,
}

impl TalkArgs {
    /// The console that talks this way.
    pub(crate) fn console(&self) -> Console {
        Console { quiet: self.quiet, json: self.json }
    }
}

/// Whether files may be replaced.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct ForceArgs {
    /// Overwrite files that exist
    #[arg(long, help_heading = "Output")]
    pub(crate) force: bool,
}

/// Reads `--adapter`.
pub(crate) fn adapter(text: &str) -> Result<AdapterChoice, std::convert::Infallible> {
    Ok(AdapterChoice::parse(text))
}

/// Reads `--time-limit`: seconds, or a number with `s`, `m` or `h`.
pub(crate) fn time_limit(text: &str) -> Result<Duration, String> {
    let split = text.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(text.len());
    let (number, unit) = text.split_at(split);
    let unit_secs = match unit {
        "" | "s" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => return Err(format!("`{unit}` is no unit of time; units are s, m and h, as in 90s, 5m or 1.5h")),
    };
    let secs = number.parse::<f64>().map_err(|_| "this is no time; try 90s, 5m or 1.5h".to_owned())? * unit_secs;
    if secs > 0.0 && secs <= TIME_LIMIT_SECS_MAX {
        Ok(Duration::from_secs_f64(secs))
    } else {
        Err("a time limit is more than 0 seconds and at most 100 years".to_owned())
    }
}

/// Reads an interval in steps, which is at least 1.
pub(crate) fn interval(text: &str) -> Result<u64, String> {
    match text.parse() {
        Ok(steps @ 1..) => Ok(steps),
        Ok(0) => Err("an interval is at least 1 step".to_owned()),
        _ => Err(format!("an interval is a whole number of steps, from 1 to {}", u64::MAX)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_limits_have_units_and_others_are_refused() {
        let secs = |text: &str| time_limit(text).map(|limit| limit.as_secs_f64());
        assert_eq!([secs("10"), secs("2.5s"), secs("5m"), secs("2h")], [Ok(10.0), Ok(2.5), Ok(300.0), Ok(7200.0)]);
        for wrong in ["", "s", "0", "-3", "NaN", "inf", "5d", "1e99h", "ten"] {
            assert!(secs(wrong).is_err(), "{wrong} was taken");
        }
    }

    #[test]
    fn an_interval_of_no_steps_is_refused() {
        assert_eq!(interval("7"), Ok(7));
        for wrong in ["0", "-1", "1.5", "", "99999999999999999999"] {
            assert!(interval(wrong).is_err(), "{wrong} was taken");
        }
    }
}
