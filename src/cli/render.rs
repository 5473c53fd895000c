//! `flockwork render`: pictures of a flock.

use super::args::{EngineArgs, ForceArgs, ScenarioArgs, TalkArgs, interval};
use super::console::{Console, json};
use super::drive::{Course, Driven, Ended, drive};
use super::engines::{self, Opened};
use super::failure::Failure;
use super::outputs::{Folder, overwrite, probe};
use super::painter::{Film, Painter};
use super::signals;
use flockwork::render::Framing;
use flockwork::spawn::spawn;
use flockwork::{Flock, Scenario};
use serde::Serialize;
use std::path::{Path, PathBuf};

/// Longest side of a picture, which every adapter can hold.
const SIDE_MAX: u32 = 8192;

/// Draw a flock: one picture, or a folder of frames
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// A TOML file, or the name of a preset
    scenario: String,
    /// Draw the flock after this step
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    steps: u64,
    #[command(flatten)]
    changes: ScenarioArgs,
    #[command(flatten)]
    engine: EngineArgs,
    /// shot.png for the last step, or frames/ for a picture on every interval
    #[arg(long, value_name = "PATH", help_heading = "Output")]
    out: PathBuf,
    /// Steps between frames of a folder
    #[arg(long, value_name = "K", value_parser = interval, help_heading = "Output")]
    every: Option<u64>,
    /// Width and height in pixels
    #[arg(long, value_name = "WxH", default_value = "1280x720", value_parser = size, help_heading = "Output")]
    size: (u32, u32),
    /// What the camera frames: auto is the world, or the flock where it fills little of it
    #[arg(long, value_name = "WHAT", value_enum, default_value = "auto", help_heading = "Output")]
    frame: Frame,
    #[command(flatten)]
    force: ForceArgs,
    #[command(flatten)]
    talk: TalkArgs,
}

/// What the camera frames, as typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Frame {
    Auto,
    World,
    Flock,
}

impl Frame {
    fn meaning(self) -> Framing {
        match self {
            Self::Auto => Framing::Auto,
            Self::World => Framing::World,
            Self::Flock => Framing::Flock,
        }
    }
}

/// What `--out` asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Target {
    Shot,
    Frames { every: u64 },
}

/// What `--json` prints.
#[derive(Debug, Serialize)]
struct Summary {
    hash: String,
    steps: u64,
    count: u32,
    engine: &'static str,
    adapter: Option<String>,
    drawn: String,
    width: u32,
    height: u32,
    seconds: f64,
    outputs: Vec<String>,
}

/// Runs and draws.
pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let console = args.talk.console();
    let target = target(&args.out, args.every)?;
    if matches!((target, args.every), (Target::Shot, Some(_))) {
        console
            .say("note: a .png holds the last step alone; give a folder, as in --out frames/, for one picture every K");
    }
    let scenario = args.changes.load(&args.scenario)?;
    let folder = match target {
        Target::Shot => {
            probe(&args.out, overwrite(args.force.force))?;
            None
        }
        Target::Frames { every } => {
            Some(Folder::plan(Some(&args.out), args.force.force, |name| is_frame(name, every, args.steps))?)
        }
    };
    signals::listen()?;
    let mut opened = engines::open(&scenario, &args.engine, console)?;
    let painter = Painter::open(opened.gpu.as_ref(), &args.engine.adapter, console)?;
    let start = spawn(&scenario)?;
    let (driven, outputs) = match (target, folder) {
        (Target::Frames { every }, Some(folder)) => {
            args.frames(every, folder, (&scenario, start), &mut opened, &painter, console)?
        }
        _ => args.shot((&scenario, start), &mut opened, &painter, console)?,
    };
    args.tell(&scenario, &driven, outputs, &opened, &painter, console)
}

impl Args {
    /// The last step, and nothing when the run does not reach it.
    fn shot(
        &self,
        (scenario, start): (&Scenario, Flock),
        opened: &mut Opened,
        painter: &Painter,
        console: Console,
    ) -> Result<(Driven, Vec<String>), Failure> {
        let course = Course { steps: self.steps, intervals: Vec::new(), time_limit: None };
        let driven = drive(&mut *opened.engine, start, &course, console, &mut |_, _| Ok(()))?;
        if driven.ended != Ended::Done {
            return Ok((driven, Vec::new()));
        }
        let film = Film::new(scenario, &driven.flock, self.size, self.frame.meaning());
        painter.paint(&film, &driven.flock, &self.out, overwrite(self.force.force))?;
        Ok((driven, vec![self.out.display().to_string()]))
    }

    /// One frame on every interval, and the last step.
    fn frames(
        &self,
        every: u64,
        mut folder: Folder,
        (scenario, start): (&Scenario, Flock),
        opened: &mut Opened,
        painter: &Painter,
        console: Console,
    ) -> Result<(Driven, Vec<String>), Failure> {
        folder.make()?;
        let film = Film::new(scenario, &start, self.size, self.frame.meaning());
        let steps = self.steps;
        let course = Course { steps, intervals: vec![every], time_limit: None };
        let mut look = |flock: &Flock, _last: bool| {
            let name = frame_name(flock.step);
            if is_frame(&name, every, steps) {
                painter.paint(&film, flock, &folder.file(&name), folder.overwrite)?;
                folder.note(&name);
            }
            Ok(())
        };
        let driven = drive(&mut *opened.engine, start, &course, console, &mut look)?;
        Ok((driven, std::mem::take(&mut folder.written)))
    }

    fn tell(
        &self,
        scenario: &Scenario,
        driven: &Driven,
        outputs: Vec<String>,
        opened: &Opened,
        painter: &Painter,
        console: Console,
    ) -> Result<(), Failure> {
        match outputs.as_slice() {
            [] => console.say(&format!("stopped after step {}; no picture was made", driven.steps)),
            [one] => console.say(&format!("wrote {one}")),
            [first, .., last] => console.say(&format!("wrote {} frames: {first} to {last}", outputs.len())),
        }
        let summary = Summary {
            hash: driven.flock.hash_text(),
            steps: driven.flock.step,
            count: scenario.agent_count(),
            engine: opened.engine.name(),
            adapter: opened.engine.adapter(),
            drawn: painter.words(),
            width: self.size.0,
            height: self.size.1,
            seconds: driven.seconds,
            outputs,
        };
        if console.json {
            json(&summary)?;
        }
        match driven.ended {
            Ended::Signal(signal) => Err(Failure::Stopped(signal)),
            Ended::Done | Ended::TimeLimit => Ok(()),
        }
    }
}

/// What a path asks for, by its ending.
fn target(out: &Path, every: Option<u64>) -> Result<Target, Failure> {
    let text = out.to_string_lossy();
    let ending = out.extension().map(|ending| ending.to_string_lossy().to_lowercase());
    let is_folder = text.ends_with(['/', std::path::MAIN_SEPARATOR]) || out.is_dir();
    match ending.as_deref() {
        Some("png") if !is_folder => Ok(Target::Shot),
        Some(ending) if !is_folder => Err(Failure::Usage(format!(
            "--out {text}: `.{ending}` is not made yet; there is shot.png for one picture and frames/ for a folder of \
             them, which a video program turns into a film"
        ))),
        _ => match every {
            Some(every) => Ok(Target::Frames { every }),
            None => Err(Failure::Usage(format!(
                "--out {text} is a folder of frames and needs --every K; one picture has a name that ends in .png"
            ))),
        },
    }
}

/// Reads `--size`.
fn size(text: &str) -> Result<(u32, u32), String> {
    let side = |text: &str| text.parse().ok().filter(|side| (1..=SIDE_MAX).contains(side));
    let sides = text.split_once(['x', 'X']).and_then(|(width, height)| Some((side(width)?, side(height)?)));
    sides.ok_or_else(|| format!("a size is WIDTHxHEIGHT in pixels, each from 1 to {SIDE_MAX}, as in 1280x720"))
}

fn frame_name(step: u64) -> String {
    format!("frame-{step:08}.png")
}

/// Whether a run of so many steps makes a frame of this name.
fn is_frame(name: &str, every: u64, steps: u64) -> bool {
    let number = name.strip_prefix("frame-").and_then(|rest| rest.strip_suffix(".png"));
    let step = number.and_then(|number| number.parse::<u64>().ok());
    step.is_some_and(|step| (step == steps || step < steps && step.is_multiple_of(every)) && name == frame_name(step))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ending_says_what_is_made_and_what_is_not_made_yet_is_refused() {
        let of = |out: &str, every| target(Path::new(out), every);
        assert_eq!(of("shot.PNG", None).unwrap(), Target::Shot);
        assert_eq!(of("frames/", Some(3)).unwrap(), Target::Frames { every: 3 });
        for (out, every) in [("movie.mp4", Some(1)), ("shot.jpg", None), ("frames/", None)] {
            assert_eq!(of(out, every).unwrap_err().exit_code(), 2, "{out}");
        }
    }

    #[test]
    fn sizes_have_two_sides_within_limits() {
        assert_eq!(size("640x480"), Ok((640, 480)));
        for wrong in ["640", "0x10", "10x0", "-1x5", "8193x10", "axb", "1x2x3", ""] {
            assert!(size(wrong).is_err(), "{wrong} was taken");
        }
    }

    #[test]
    fn frames_are_the_multiples_and_the_last_step() {
        let made = |step| is_frame(&frame_name(step), 10, 25);
        assert_eq!([made(0), made(10), made(25)], [true; 3]);
        assert_eq!([made(5), made(30), is_frame("frame-10.png", 10, 25), is_frame("x.png", 10, 25)], [false; 4]);
    }
}
