//! The pace of an engine: its steps timed, again and again from one flock, and what the flock was like.

use super::super::console::Console;
use super::super::failure::Failure;
use super::super::progress::Progress;
use super::super::signals::asked;
use super::row::Row;
use flockwork::measure::{Census, census};
use flockwork::spawn::spawn;
use flockwork::{Engine, Error, Flock, Scenario};
use std::collections::BTreeMap;
use std::time::Instant;

/// Steps of the gpu engine that are timed together: enough to share submissions, few enough for several samples.
const BATCH_GPU: u32 = 8;

/// The shortest time of a step that is believed, in seconds: clocks are no finer.
const STEP_SECS_MIN: f64 = 1e-9;

/// What to time.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pace {
    /// Steps that are timed in a repeat.
    pub(super) steps: u32,
    /// Repeats from the same flock.
    pub(super) repeats: u32,
    /// Steps before them.
    pub(super) warm_up: u32,
    /// Steps that are timed together; `None` leaves it to the engine.
    pub(super) batch: Option<u32>,
}

/// Times the steps of an engine and counts what they work on.
///
/// # Errors
/// Those of the engine, and [`Failure::Stopped`] when somebody asked for the end.
pub(super) fn measure(
    source: &str,
    scenario: &Scenario,
    engine: &mut dyn Engine,
    pace: Pace,
    console: Console,
) -> Result<Row, Failure> {
    let start = spawn(scenario)?;
    let batch = pace.batch.unwrap_or(if engine.name() == "gpu" { BATCH_GPU } else { 1 });
    let mut secs = time_steps(engine, &start, pace, batch, console)?;
    secs.sort_by(f64::total_cmp);
    let flock = engine.download()?;
    let nonfinite = flock.nonfinite_count();
    // The grid has no cell for an agent that is nowhere.
    let crowd = (nonfinite == 0).then(|| crowd(scenario, engine.name(), &flock));
    let count = scenario.agent_count();
    let agent_steps_per_second = f64::from(count) / percentile(&secs, 0.5);
    Ok(Row {
        scenario: source.to_owned(),
        engine: engine.name().to_owned(),
        adapter: engine.adapter(),
        runs_on: String::new(),
        count,
        batch,
        samples: secs.len(),
        median_ms: percentile(&secs, 0.5) * 1e3,
        p95_ms: percentile(&secs, 0.95) * 1e3,
        p99_ms: percentile(&secs, 0.99) * 1e3,
        agent_steps_per_second,
        pair_tests_per_second: crowd.map(|crowd| crowd.candidates_mean * agent_steps_per_second),
        own_cell_pair_tests_per_second: crowd.map(|crowd| crowd.own_cell_tests_mean * agent_steps_per_second),
        neighbours_mean: crowd.map(|crowd| crowd.neighbours_mean),
        candidates_mean: crowd.map(|crowd| crowd.candidates_mean),
        bytes_per_agent: engine.bytes().map(|bytes| bytes as f64 / f64::from(count)),
        hash: flock.hash_text(),
        nonfinite,
        invalid: invalid(&start, &flock, u64::from(pace.warm_up) + u64::from(pace.steps)),
        passes_ms: time_passes(engine, batch)?,
    })
}

/// Seconds of a step in each sample, in the order of taking.
fn time_steps(
    engine: &mut dyn Engine,
    start: &Flock,
    pace: Pace,
    batch: u32,
    console: Console,
) -> Result<Vec<f64>, Failure> {
    let steps_in_all = u64::from(pace.repeats) * (u64::from(pace.warm_up) + u64::from(pace.steps));
    let progress = Progress::new(steps_in_all, console);
    let mut samples = Vec::new();
    let mut steps_done = 0;
    for _ in 0..pace.repeats {
        engine.upload(start)?;
        let warm_up = batches(pace.warm_up, batch).map(|count| (count, false));
        for (count, timed) in warm_up.chain(batches(pace.steps, batch).map(|count| (count, true))) {
            if let Some(signal) = asked() {
                return Err(Failure::Stopped(signal));
            }
            let began = Instant::now();
            engine.step(count)?;
            let secs = (began.elapsed().as_secs_f64() / f64::from(count)).max(STEP_SECS_MIN);
            if timed {
                samples.push(secs);
            }
            steps_done += u64::from(count);
            progress.show(steps_done, start.len() as f64 / secs);
        }
    }
    Ok(samples)
}

/// So many steps in batches of this size, the last one perhaps smaller.
fn batches(steps: u32, batch: u32) -> impl Iterator<Item = u32> {
    (0..steps.div_ceil(batch)).map(move |index| batch.min(steps - index * batch))
}

/// The least sample that is not exceeded by this share of all; they are in order.
fn percentile(sorted: &[f64], share: f64) -> f64 {
    let rank = (share * sorted.len() as f64).ceil() as usize;
    sorted[rank.clamp(1, sorted.len()) - 1]
}

/// Counted on the CPU, on the grid of `cpu` and `gpu`; `reference` tests all others.
fn crowd(scenario: &Scenario, engine: &str, flock: &Flock) -> Census {
    let crowd = census(scenario, flock);
    if engine == "reference" { Census { candidates_mean: (flock.len() - 1) as f64, ..crowd } } else { crowd }
}

/// Why a flock is not what so many steps make of its start.
fn invalid(start: &Flock, end: &Flock, steps: u64) -> Option<String> {
    if end.len() != start.len() {
        return Some(format!("{} of {} agents are left", end.len(), start.len()));
    }
    if end.step != start.step + steps {
        return Some(format!("{} of {steps} steps were taken", end.step.saturating_sub(start.step)));
    }
    match end.nonfinite_count() {
        0 => None,
        nonfinite => Some(format!("{nonfinite} agents hold numbers that are not finite")),
    }
}

/// Milliseconds of each pass in a step, over one more batch.
fn time_passes(engine: &mut dyn Engine, batch: u32) -> Result<BTreeMap<String, f64>, Error> {
    if !engine.time_passes() {
        return Ok(BTreeMap::new());
    }
    engine.step(batch)?;
    let millis = |secs: f64| secs * 1e3 / f64::from(batch);
    Ok(engine.pass_times().into_iter().map(|(pass, time)| (pass.to_owned(), millis(time.as_secs_f64()))).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use flockwork::scenario::{Overrides, load};
    use std::time::Duration;

    const PACE: Pace = Pace { steps: 10, repeats: 2, warm_up: 3, batch: Some(4) };

    /// An engine that does with its flock what a test wants.
    struct Puppet {
        flock: Flock,
        after_step: fn(&mut Flock),
    }

    impl Engine for Puppet {
        fn name(&self) -> &'static str {
            "cpu"
        }
        fn upload(&mut self, flock: &Flock) -> Result<(), Error> {
            self.flock = flock.clone();
            Ok(())
        }
        fn step(&mut self, count: u32) -> Result<(), Error> {
            self.flock.step += u64::from(count);
            (self.after_step)(&mut self.flock);
            Ok(())
        }
        fn download(&mut self) -> Result<Flock, Error> {
            Ok(self.flock.clone())
        }
        fn steps_done(&self) -> u64 {
            self.flock.step
        }
        fn time_passes(&mut self) -> bool {
            true
        }
        fn pass_times(&self) -> BTreeMap<&'static str, Duration> {
            BTreeMap::from([("steer", Duration::from_millis(20))])
        }
    }

    fn row(after_step: fn(&mut Flock)) -> Row {
        let scenario = load("opensteer", &Overrides::default()).unwrap();
        let mut engine = Puppet { flock: Flock::default(), after_step };
        let console = Console { quiet: true, json: false };
        measure("opensteer", &scenario, &mut engine, PACE, console).unwrap()
    }

    #[test]
    fn each_repeat_gives_one_sample_a_batch_and_the_last_batch_may_be_smaller() {
        let row = row(|_| {});
        assert_eq!((row.samples, row.batch, row.count, row.nonfinite), (2 * 3, 4, 200, 0));
        assert_eq!(batches(10, 4).collect::<Vec<_>>(), [4, 4, 2]);
        assert_eq!((batches(0, 4).count(), batches(8, 4).sum::<u32>()), (0, 8));
        assert_eq!(row.passes_ms, BTreeMap::from([("steer".to_owned(), 5.0)]));
        assert_eq!((row.invalid, row.bytes_per_agent), (None, None));
        assert!(row.neighbours_mean.is_some_and(|mean| mean > 1.0));
    }

    #[test]
    fn a_flock_that_is_not_finite_is_invalid_and_has_no_neighbours() {
        let row = row(|flock| flock.places[7].position.y = f32::NAN);
        assert_eq!((row.nonfinite, row.neighbours_mean, row.pair_tests_per_second), (1, None, None));
        assert!(row.invalid.is_some_and(|why| why.contains("1 agents hold numbers that are not finite")));
    }

    #[test]
    fn lost_agents_and_lost_steps_are_invalid() {
        let lost_agents = row(|flock| {
            flock.places.truncate(150);
            flock.motions.truncate(150);
        });
        assert_eq!(lost_agents.invalid.unwrap(), "150 of 200 agents are left");
        let lost_steps = row(|flock| flock.step = flock.step.min(12));
        assert_eq!(lost_steps.invalid.unwrap(), "12 of 13 steps were taken");
    }

    #[test]
    fn percentiles_are_samples_and_no_smaller_than_their_share() {
        let samples: Vec<f64> = (1..=200).map(f64::from).collect();
        assert_eq!([0.5, 0.95, 0.99].map(|share| percentile(&samples, share)), [100.0, 190.0, 198.0]);
        assert_eq!([0.5, 0.99].map(|share| percentile(&[3.0], share)), [3.0, 3.0]);
        assert_eq!(percentile(&[1.0, 2.0, 3.0], 0.5), 2.0);
    }
}
