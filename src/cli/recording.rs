//! The recorded run: a drive whose metrics, snapshots and summary are kept, whatever ends it.

use super::args::{EngineArgs, ScenarioArgs};
use super::console::{Console, json, to_json};
use super::drive::{Course, Driven, Ended, drive};
use super::engines::{self, Opened};
use super::failure::Failure;
use super::outputs::Folder;
use super::painter::{Film, Painter};
use super::repeat::{Repeat, scenario_hash};
use super::signals;
use super::words::{duration, short};
use flockwork::measure::{Metrics, census};
use flockwork::record::{AtomicFile, MetricsFile, RunSummary, write_snapshot};
use flockwork::render::Framing;
use flockwork::spawn::spawn;
use flockwork::{Error, Flock, Scenario};
use serde::Serialize;
use std::io::Write;
use std::path::Path;
use std::time::Duration;

const METRICS: &str = "metrics.csv";
const FINAL: &str = "final.npz";
const RECORD: &str = "run.json";

/// Rows of metrics when nobody says how many, and the steps between them that keep the rows cheap beside the steps.
const METRICS_ROWS: u64 = 100;
const METRICS_EVERY_MIN: u64 = 10;

/// What to run and what to keep of it, as typed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Recording<'a> {
    pub(super) source: &'a str,
    pub(super) changes: &'a ScenarioArgs,
    pub(super) engine: &'a EngineArgs,
    pub(super) steps: u64,
    pub(super) time_limit: Option<Duration>,
    pub(super) out: Option<&'a Path>,
    pub(super) snapshot_every: Option<u64>,
    pub(super) metrics_every: Option<u64>,
    /// Name and size of a picture of the last step.
    pub(super) picture: Option<(&'a str, (u32, u32))>,
    pub(super) force: bool,
    pub(super) console: Console,
}

/// The record of a run: what `--json` prints and `run.json` holds.
#[derive(Debug, Serialize)]
struct Record<'a> {
    #[serde(flatten)]
    summary: RunSummary,
    /// `done`, `time_limit` or `signal`.
    ended: &'a str,
    /// Steps that were asked for.
    steps_asked: u64,
    /// Gives the same bits again.
    command: String,
}

/// Runs, records and tells.
///
/// # Errors
/// Anything wrong with scenario, engine or folder before a file is made; later, what stopped the run. The rows of metrics up
/// to there are kept in every case.
pub(super) fn record(recording: &Recording<'_>) -> Result<(), Failure> {
    let console = recording.console;
    let scenario = recording.changes.load(recording.source)?;
    let mut folder = Folder::plan(recording.out, recording.force, |name| recording.writes(name))?;
    signals::listen()?;
    let mut opened = engines::open(&scenario, recording.engine, console)?;
    let painter = match recording.picture {
        Some(_) => Some(Painter::open(opened.gpu.as_ref(), &recording.engine.adapter, console)?),
        None => None,
    };
    let start = spawn(&scenario)?;
    let scenario_hash = scenario_hash(&scenario, &start);
    folder.make()?;
    let driven = recording.drive(&scenario, start, &mut opened, &mut folder)?;
    recording.write_end(&scenario, &driven, &mut folder, painter.as_ref())?;
    folder.note(RECORD);
    let record = recording.record(&scenario, scenario_hash, &driven, &opened, &folder);
    let text = to_json(&record);
    let mut file = AtomicFile::create(&folder.file(RECORD), folder.overwrite)?;
    writeln!(file, "{text}").map_err(|source| file.error(source))?;
    file.finish()?;
    tell(&record, &driven, &folder, console);
    if console.json {
        json(&record)?;
    }
    match driven.ended {
        Ended::Signal(signal) => Err(Failure::Stopped(signal)),
        Ended::Done | Ended::TimeLimit => Ok(()),
    }
}

impl Recording<'_> {
    /// Whether the run would write a file of this name.
    fn writes(&self, name: &str) -> bool {
        let snapshot = || {
            let step: u64 = name.strip_prefix("snapshot-")?.strip_suffix(".npz")?.parse().ok()?;
            Some(step <= self.steps && step.is_multiple_of(self.snapshot_every?) && name == snapshot_name(step))
        };
        [METRICS, FINAL, RECORD].contains(&name)
            || self.picture.is_some_and(|(picture, _)| picture == name)
            || snapshot().unwrap_or(false)
    }

    /// Takes the steps and writes what belongs to single steps.
    fn drive(
        &self,
        scenario: &Scenario,
        start: Flock,
        opened: &mut Opened,
        folder: &mut Folder,
    ) -> Result<Driven, Failure> {
        let metrics_every =
            self.metrics_every.unwrap_or_else(|| self.steps.div_ceil(METRICS_ROWS).max(METRICS_EVERY_MIN));
        let intervals = self.snapshot_every.into_iter().chain([metrics_every]).collect();
        let course = Course { steps: self.steps, intervals, time_limit: self.time_limit };
        let mut metrics = MetricsFile::create(&folder.file(METRICS), folder.overwrite)?;
        let mut look = |flock: &Flock, last: bool| {
            if last || flock.step.is_multiple_of(metrics_every) {
                metrics.append(&Metrics::of(scenario, flock))?;
            }
            if self.snapshot_every.is_some_and(|every| flock.step.is_multiple_of(every)) {
                let name = snapshot_name(flock.step);
                write_snapshot(&folder.file(&name), scenario, flock, folder.overwrite)?;
                folder.note(&name);
            }
            Ok(())
        };
        let driven = drive(&mut *opened.engine, start, &course, self.console, &mut look);
        // Rows of a run that failed are good up to there; its own error comes first.
        let finished = metrics.finish();
        let driven = driven?;
        finished?;
        folder.note(METRICS);
        Ok(driven)
    }

    /// Writes what belongs to the last step.
    fn write_end(
        &self,
        scenario: &Scenario,
        driven: &Driven,
        folder: &mut Folder,
        painter: Option<&Painter>,
    ) -> Result<(), Error> {
        write_snapshot(&folder.file(FINAL), scenario, &driven.flock, folder.overwrite)?;
        folder.note(FINAL);
        if let (Some(painter), Some((name, size))) = (painter, self.picture) {
            let film = Film::new(scenario, &driven.flock, size, Framing::Auto);
            painter.paint(&film, &driven.flock, &folder.file(name), folder.overwrite)?;
            folder.note(name);
        }
        Ok(())
    }

    fn record(
        &self,
        scenario: &Scenario,
        scenario_hash: String,
        driven: &Driven,
        opened: &Opened,
        folder: &Folder,
    ) -> Record<'_> {
        let flock = &driven.flock;
        let nonfinite = flock.nonfinite_count() as u64;
        // The grid has no cell for an agent that is nowhere.
        let crowd = (nonfinite == 0 && !flock.is_empty()).then(|| census(scenario, flock));
        let count = scenario.agent_count();
        let engine = opened.engine.name();
        let adapter = self.engine.adapter.adapter.as_ref().map(ToString::to_string);
        let repeat = Repeat {
            source: self.source,
            changes: self.changes,
            steps: driven.steps,
            seed: scenario.seed,
            engine,
            adapter: adapter.as_deref(),
        };
        let summary = RunSummary {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            scenario: scenario.title.clone(),
            scenario_hash,
            seed: scenario.seed,
            dt: scenario.dt,
            engine: engine.to_owned(),
            adapter: opened.engine.adapter(),
            count,
            steps: flock.step,
            hash: flock.hash_text(),
            seconds: driven.seconds,
            agent_steps_per_second: RunSummary::agent_steps_per_second(count, driven.steps, driven.seconds),
            neighbours_mean: crowd.map(|crowd| crowd.neighbours_mean),
            candidates_mean: crowd.map(|crowd| crowd.candidates_mean),
            nonfinite,
            outputs: folder.written.clone(),
        };
        let ended = match driven.ended {
            Ended::Done => "done",
            Ended::TimeLimit => "time_limit",
            Ended::Signal(_) => "signal",
        };
        Record { summary, ended, steps_asked: self.steps, command: repeat.command() }
    }
}

fn snapshot_name(step: u64) -> String {
    format!("snapshot-{step:08}.npz")
}

/// What the run came to, on stderr.
fn tell(record: &Record<'_>, driven: &Driven, folder: &Folder, console: Console) {
    let summary = &record.summary;
    let speed = summary.agent_steps_per_second.unwrap_or(0.0);
    console.say(&format!(
        "{} of {} steps of {} agents in {}: {} agent-steps/s",
        summary.steps,
        record.steps_asked,
        summary.count,
        duration(summary.seconds),
        short(speed)
    ));
    match driven.ended {
        Ended::Done => {}
        Ended::TimeLimit => console.say(&format!("the time limit ended the run after step {}", summary.steps)),
        Ended::Signal(_) => console.say(&format!("stopped after step {}; the files are whole up to it", summary.steps)),
    }
    let nonfinite = summary.nonfinite;
    if nonfinite > 0 {
        console
            .say(&format!("warning: {nonfinite} agents hold numbers that are not finite; please report this scenario"));
    }
    let names = folder.written.iter().filter_map(|path| Path::new(path).file_name()?.to_str());
    console.say(&format!("wrote {}: {}", folder.path().display(), listed(names.collect())));
    console.say(&format!(
        "repeat with flockwork {} (seed {}, engine {}, hash {}): {}",
        summary.version, summary.seed, summary.engine, summary.hash, record.command
    ));
}

/// Names with commas between; a long list is cut in the middle.
fn listed(names: Vec<&str>) -> String {
    const SHOWN: usize = 8;
    if names.len() <= SHOWN {
        return names.join(", ");
    }
    format!("{}, ... {} in all ..., {}", names[..3].join(", "), names.len(), names[names.len() - 3..].join(", "))
}
