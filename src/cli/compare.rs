//! `flockwork compare`: two engines in lockstep.

use super::args::{AdapterArgs, EngineArgs, ScenarioArgs, TalkArgs};
use super::console::{data, json};
use super::engines::{self, EngineChoice, Opened};
use super::failure::Failure;
use super::signals;
use clap::ValueEnum;
use flockwork::compare::{Level, Report, Worst, compare_while};
use flockwork::gpu::AdapterChoice;
use flockwork::spawn::spawn;
use serde_json::{Value, json as value};

/// Step two engines from the same states and name the agents that differ
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// A TOML file, or the name of a preset
    scenario: String,
    /// Steps to compare
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    steps: u32,
    /// One side: auto, gpu, cpu or reference; gpu:NAME for one adapter
    #[arg(long, value_name = "ENGINE", value_parser = side, help_heading = "Engine")]
    left: Side,
    /// The other side
    #[arg(long, value_name = "ENGINE", value_parser = side, help_heading = "Engine")]
    right: Side,
    #[command(flatten)]
    adapter: AdapterArgs,
    /// bits, or rounding [default: bits, but rounding beside reference or a hardware GPU]
    #[arg(long, value_name = "LEVEL", hide_possible_values = true, help_heading = "Engine")]
    level: Option<LevelChoice>,
    #[command(flatten)]
    changes: ScenarioArgs,
    #[command(flatten)]
    talk: TalkArgs,
}

/// A level as typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum LevelChoice {
    /// Every bit
    Bits,
    /// Within the rounding of one step
    Rounding,
}

/// An engine as typed, with its own adapter after a colon.
#[derive(Clone, Debug)]
struct Side {
    engine: EngineChoice,
    adapter: Option<AdapterChoice>,
}

/// Compares and gives the verdict.
pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let console = args.talk.console();
    let scenario = args.changes.load(&args.scenario)?;
    let flock = spawn(&scenario)?;
    let open = |side: &Side| {
        let adapter = side.adapter.clone().or_else(|| args.adapter.adapter.clone());
        engines::open(&scenario, &EngineArgs { engine: side.engine, adapter: AdapterArgs { adapter } }, console)
    };
    let (mut left, mut right) = (open(&args.left)?, open(&args.right)?);
    let level = args.level.map_or_else(|| default_level(&left, &right), Level::from);
    signals::listen()?;
    let (ours, theirs) = (&mut *left.engine, &mut *right.engine);
    let mut go_on = || signals::asked().is_none();
    let report = compare_while(&scenario, &flock, ours, theirs, args.steps, level, &mut go_on)?;
    if console.json {
        json(&summary(&report, &left, &right))?;
    } else if !console.quiet {
        data(&report.to_string())?;
    }
    match signals::asked() {
        _ if !report.equal => Err(Failure::Different(verdict(&report))),
        Some(signal) => Err(Failure::Stopped(signal)),
        None => Ok(()),
    }
}

impl From<LevelChoice> for Level {
    fn from(choice: LevelChoice) -> Self {
        match choice {
            LevelChoice::Bits => Self::Bits,
            LevelChoice::Rounding => Self::Rounding,
        }
    }
}

/// `reference` sums in another order, and hardware may fuse what others round.
fn default_level(left: &Opened, right: &Opened) -> Level {
    let rounds = |side: &Opened| side.engine.name() == "reference" || side.on_hardware();
    if rounds(left) || rounds(right) { Level::Rounding } else { Level::Bits }
}

/// Reads `ENGINE` or `gpu:ADAPTER`.
fn side(text: &str) -> Result<Side, String> {
    let (engine, adapter) = match text.split_once(':') {
        Some((engine, adapter)) => (engine, Some(AdapterChoice::parse(adapter))),
        None => (text, None),
    };
    match EngineChoice::from_str(engine, true) {
        Ok(EngineChoice::Cpu | EngineChoice::Reference) if adapter.is_some() => {
            Err(format!("`{engine}` uses no adapter; only gpu:NAME does"))
        }
        Ok(engine) => Ok(Side { engine, adapter }),
        Err(_) => Err("an engine is auto, gpu, cpu or reference, or gpu:NAME for one adapter".to_owned()),
    }
}

fn level_name(level: Level) -> &'static str {
    match level {
        Level::Bits => "bits",
        Level::Rounding => "rounding",
    }
}

/// What `--json` prints. A number that is not finite has no form in JSON, so values are given as text as well as by bits.
fn summary(report: &Report, left: &Opened, right: &Opened) -> Value {
    let worst = |worst: &Worst| {
        value!({
            "step": worst.step,
            "agent": worst.agent,
            "what": worst.what,
            "left": worst.left,
            "right": worst.right,
            "left_bits": format!("{:08x}", worst.left.to_bits()),
            "right_bits": format!("{:08x}", worst.right.to_bits()),
        })
    };
    value!({
        "equal": report.equal,
        "level": level_name(report.level),
        "steps": report.steps,
        "left": { "engine": left.engine.name(), "adapter": left.engine.adapter() },
        "right": { "engine": right.engine.name(), "adapter": right.engine.adapter() },
        "agent_steps": report.agents,
        "differing": report.differing,
        "worst": report.worst.iter().map(worst).collect::<Vec<_>>(),
    })
}

/// The difference in one line.
fn verdict(report: &Report) -> String {
    let [left, right] = &report.engines;
    let worst = report.worst.first().map_or_else(String::new, |worst| {
        let Worst { step, agent, what, left: ours, right: theirs, .. } = worst;
        format!("; worst: agent {agent} {what} {left} {ours:e} {right} {theirs:e} after step {step}")
    });
    format!(
        "{left} and {right} differ (level {}): {} of {} agent-steps{worst}",
        level_name(report.level),
        report.differing,
        report.agents
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_side_is_an_engine_with_an_adapter_of_its_own_for_gpu_alone() {
        let both = side("gpu:Swift Shader").unwrap();
        assert_eq!((both.engine, both.adapter), (EngineChoice::Gpu, Some(AdapterChoice::Name("Swift Shader".into()))));
        assert_eq!(side("cpu").unwrap().adapter, None);
        for wrong in ["", "cuda", "cpu:llvmpipe", "reference:x"] {
            assert!(side(wrong).is_err(), "{wrong} was taken");
        }
    }
}
