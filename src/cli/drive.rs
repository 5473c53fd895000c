//! The drive: takes an engine through its steps, and stops where somebody wants to look at the flock.

use super::console::Console;
use super::failure::Failure;
use super::progress::Progress;
use super::signals::{Signal, asked};
use flockwork::{Engine, Flock};
use std::time::{Duration, Instant};

/// Signals, time limit and bar are looked at about this often.
const BATCH_AIM: Duration = Duration::from_millis(100);

/// Steps in one batch, however short they are.
const BATCH_STEPS_MAX: u32 = 4096;

/// How far to go.
#[derive(Clone, Debug)]
pub(crate) struct Course {
    /// Steps from the start.
    pub(crate) steps: u64,
    /// The flock is looked at on every multiple of each of these, besides the start and the end.
    pub(crate) intervals: Vec<u64>,
    /// Wall-clock time after which the run ends well.
    pub(crate) time_limit: Option<Duration>,
}

/// Why a drive came to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ended {
    /// All steps are done.
    Done,
    /// The time limit came first.
    TimeLimit,
    /// Somebody asked.
    Signal(Signal),
}

/// What a drive came to.
#[derive(Debug)]
pub(crate) struct Driven {
    /// The flock after the last step.
    pub(crate) flock: Flock,
    /// Steps taken.
    pub(crate) steps: u64,
    /// Wall-clock seconds the steps took, looks left out.
    pub(crate) seconds: f64,
    /// Why it ended.
    pub(crate) ended: Ended,
}

/// Takes the flock along the course and shows it to `look` at the start, on each interval, and at the end (`last`).
///
/// # Errors
/// Those of the engine and of `look`.
pub(crate) fn drive(
    engine: &mut dyn Engine,
    flock: Flock,
    course: &Course,
    console: Console,
    look: &mut dyn FnMut(&Flock, bool) -> Result<(), Failure>,
) -> Result<Driven, Failure> {
    let began = Instant::now();
    let agents = flock.len() as f64;
    let progress = Progress::new(course.steps, console);
    engine.upload(&flock)?;
    let mut driven = Driven { flock, steps: 0, seconds: 0.0, ended: Ended::Done };
    let mut batch = 1;
    loop {
        let ended = course.end_after(driven.steps, began.elapsed());
        if ended.is_some() || course.looks_at(driven.steps) {
            driven.flock = engine.download()?;
            look(&driven.flock, ended.is_some())?;
        }
        if let Some(ended) = ended {
            driven.ended = ended;
            return Ok(driven);
        }
        let count = batch.min(u32::try_from(course.steps_to_look(driven.steps)).unwrap_or(u32::MAX));
        let batch_began = Instant::now();
        engine.step(count)?;
        let elapsed = batch_began.elapsed();
        driven.seconds += elapsed.as_secs_f64();
        driven.steps += u64::from(count);
        batch = next_batch(batch, count, elapsed);
        progress.show(driven.steps, agents * driven.steps as f64 / driven.seconds.max(f64::MIN_POSITIVE));
    }
}

impl Course {
    fn end_after(&self, steps: u64, elapsed: Duration) -> Option<Ended> {
        if steps >= self.steps {
            return Some(Ended::Done);
        }
        if let Some(signal) = asked() {
            return Some(Ended::Signal(signal));
        }
        self.time_limit.is_some_and(|limit| elapsed >= limit).then_some(Ended::TimeLimit)
    }

    fn looks_at(&self, steps: u64) -> bool {
        steps == 0 || self.intervals.iter().any(|interval| steps.is_multiple_of(*interval))
    }

    fn steps_to_look(&self, steps: u64) -> u64 {
        let to_next = self.intervals.iter().map(|interval| interval - steps % interval);
        to_next.fold(self.steps - steps, u64::min)
    }
}

/// Doubles or halves the batch towards the aim; one cut short by a look says little and changes nothing upwards.
fn next_batch(batch: u32, count: u32, elapsed: Duration) -> u32 {
    if elapsed > BATCH_AIM * 2 {
        (count / 2).max(1)
    } else if count == batch && elapsed < BATCH_AIM / 2 {
        (batch * 2).min(BATCH_STEPS_MAX)
    } else {
        batch
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use flockwork::Error;

    /// An engine that only counts.
    #[derive(Default)]
    struct Counter(u64);

    impl Engine for Counter {
        fn name(&self) -> &'static str {
            "counter"
        }
        fn upload(&mut self, flock: &Flock) -> Result<(), Error> {
            self.0 = flock.step;
            Ok(())
        }
        fn step(&mut self, count: u32) -> Result<(), Error> {
            self.0 += u64::from(count);
            Ok(())
        }
        fn download(&mut self) -> Result<Flock, Error> {
            Ok(Flock { step: self.0, ..Flock::default() })
        }
        fn steps_done(&self) -> u64 {
            self.0
        }
    }

    fn looks(course: &Course) -> (Vec<(u64, bool)>, Driven) {
        let mut seen = Vec::new();
        let console = Console { quiet: true, json: false };
        let mut look = |flock: &Flock, last: bool| {
            seen.push((flock.step, last));
            Ok(())
        };
        let driven = drive(&mut Counter::default(), Flock::default(), course, console, &mut look).unwrap();
        (seen, driven)
    }

    #[test]
    fn the_flock_is_shown_at_the_start_on_each_interval_and_once_at_the_end() {
        let (seen, driven) = looks(&Course { steps: 12, intervals: vec![5, 4], time_limit: None });
        assert_eq!(seen, [(0, false), (4, false), (5, false), (8, false), (10, false), (12, true)]);
        assert_eq!((driven.steps, driven.flock.step, driven.ended), (12, 12, Ended::Done));
    }

    #[test]
    fn no_steps_show_the_start_as_the_end() {
        let (seen, driven) = looks(&Course { steps: 0, intervals: vec![3], time_limit: None });
        assert_eq!((seen, driven.steps), (vec![(0, true)], 0));
    }

    #[test]
    fn a_time_limit_ends_the_drive_before_its_steps_are_done() {
        let (seen, driven) =
            looks(&Course { steps: u64::MAX, intervals: vec![], time_limit: Some(Duration::from_millis(5)) });
        assert_eq!((driven.ended, seen.last()), (Ended::TimeLimit, Some(&(driven.steps, true))));
    }
}
