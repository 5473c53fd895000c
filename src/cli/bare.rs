//! `flockwork` alone: a flock of starlings, with numbers and a picture, and what to try next.

use super::args::{EngineArgs, ForceArgs, ScenarioArgs, TalkArgs};
use super::failure::Failure;
use super::recording::{Recording, record};
use flockwork::scenario::DEFAULT_PRESET;
use std::env;
use std::path::PathBuf;

/// Steps that show the flock in order after tens of seconds on two cores.
const STEPS: u64 = 600;

/// Steps between rows of metrics: few enough that measuring stays a small part of the run.
const METRICS_EVERY: u64 = 30;

/// Width and height of the picture.
const SIZE: (u32, u32) = (1280, 720);

/// What may be typed without a verb.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    changes: ScenarioArgs,
    #[command(flatten)]
    engine: EngineArgs,
    /// Folder for the files [default: flockwork-out, or the next free -2, -3, ...]
    #[arg(long, value_name = "DIR", help_heading = "Output")]
    out: Option<PathBuf>,
    #[command(flatten)]
    force: ForceArgs,
    #[command(flatten)]
    talk: TalkArgs,
}

/// Runs the default scenario without a window.
pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let console = args.talk.console();
    let why = if display_present() { "there is no viewer yet" } else { "no display was found" };
    console.say(&format!("{why}: {STEPS} steps of {DEFAULT_PRESET} without a window, then a picture"));
    record(&Recording {
        source: DEFAULT_PRESET,
        changes: &args.changes,
        engine: &args.engine,
        steps: STEPS,
        time_limit: None,
        out: args.out.as_deref(),
        snapshot_every: None,
        metrics_every: Some(METRICS_EVERY),
        picture: Some((&format!("{DEFAULT_PRESET}.png"), SIZE)),
        force: args.force.force,
        console,
    })?;
    console.say(
        "next: `flockwork scenarios` lists the presets, `flockwork render school --steps 500 --out school.png` draws \
         another, `flockwork --help` tells the rest",
    );
    Ok(())
}

/// Whether a window could be opened.
fn display_present() -> bool {
    let named = |key: &str| env::var_os(key).is_some_and(|value| !value.is_empty());
    cfg!(any(windows, target_os = "macos")) || named("DISPLAY") || named("WAYLAND_DISPLAY")
}
