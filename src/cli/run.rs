//! `flockwork run`: numbers of a flock, without a picture.

use super::args::{EngineArgs, ForceArgs, ScenarioArgs, TalkArgs, interval, time_limit};
use super::failure::Failure;
use super::recording::{Recording, record};
use std::path::PathBuf;
use std::time::Duration;

/// Run a flock; write metrics.csv, final.npz and run.json
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// A TOML file, or the name of a preset
    scenario: String,
    /// Steps to take
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    steps: u64,
    /// Stop well after this long, as in 90s, 5m or 2h
    #[arg(long, value_name = "TIME", value_parser = time_limit)]
    time_limit: Option<Duration>,
    #[command(flatten)]
    changes: ScenarioArgs,
    #[command(flatten)]
    engine: EngineArgs,
    /// Folder for the files [default: flockwork-out, or the next free -2, -3, ...]
    #[arg(long, value_name = "DIR", help_heading = "Output")]
    out: Option<PathBuf>,
    /// Also write snapshot-STEP.npz on every multiple of K
    #[arg(long, value_name = "K", value_parser = interval, help_heading = "Output")]
    snapshot_every: Option<u64>,
    /// Steps between rows of metrics.csv [default: a hundredth of the steps, at least 10]
    #[arg(long, value_name = "K", value_parser = interval, help_heading = "Output")]
    metrics_every: Option<u64>,
    #[command(flatten)]
    force: ForceArgs,
    #[command(flatten)]
    talk: TalkArgs,
}

/// Runs and records.
pub(super) fn run(args: &Args) -> Result<(), Failure> {
    record(&Recording {
        source: &args.scenario,
        changes: &args.changes,
        engine: &args.engine,
        steps: args.steps,
        time_limit: args.time_limit,
        out: args.out.as_deref(),
        snapshot_every: args.snapshot_every,
        metrics_every: args.metrics_every,
        picture: None,
        force: args.force.force,
        console: args.talk.console(),
    })
}
