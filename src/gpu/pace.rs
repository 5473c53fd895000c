//! How `steer` is cut into dispatches and submissions: so that no loop of a shader is ended early by an adapter that counts
//! turns, and no submission takes so long that a driver gives up.

use super::options::GpuOptions;
use super::schedule::{Needs, Schedule};
use std::time::Duration;

/// Pair tests in one submission: under a second on a slow adapter of the kind.
const PAIR_TESTS_SOFTWARE: u64 = 1 << 26;
/// The same on hardware.
const PAIR_TESTS_HARDWARE: u64 = 1 << 30;

/// Lanes that walk together take about this part of the time that each takes alone.
const TOGETHER_GAIN: u32 = 3;

/// How one step is steered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Steering {
    /// Lanes together, the flock in so many parts, a submission each when there are several.
    Together {
        /// At least one.
        parts: u32,
    },
    /// Each lane alone, the whole flock in one dispatch.
    Alone,
    /// Each lane alone, slice by slice and round by round.
    Rounds,
}

/// What is known of the steps so far.
#[derive(Clone, Copy, Debug)]
pub struct Pace {
    /// Candidates of one round.
    chunk: u32,
    /// How long a part of what lanes walk together may take.
    part: Duration,
    agents: u32,
    hardware: bool,
    /// Whether lanes can walk together at all.
    groups: bool,
    /// What the last step needed; `None` before the first one after an upload.
    needs: Option<Needs>,
    /// How long steering took in the last step, together or as if it had been.
    took: Duration,
    /// Longest list with which walking together is tried.
    together_most: u32,
}

impl Pace {
    /// For a flock of which nothing is known yet.
    pub fn new(options: &GpuOptions, agents: u32, hardware: bool, groups: bool) -> Self {
        let (chunk, part) = (options.chunk, options.part);
        Self { chunk, part, agents, hardware, groups, needs: None, took: Duration::ZERO, together_most: 4 * chunk }
    }

    /// Forgets the steps so far: another flock comes.
    pub fn restart(&mut self) {
        *self = Self { needs: None, took: Duration::ZERO, together_most: 4 * self.chunk, ..*self };
    }

    /// What the last step needed.
    pub fn needs(&self) -> Option<Needs> {
        self.needs
    }

    /// How the next step is steered, with this plan.
    pub fn next(&self, schedule: Schedule) -> Steering {
        // Nothing is known of the lists of the first step.
        let Some(needs) = self.needs else { return Steering::Rounds };
        if self.groups && needs.coincident == 0 && needs.candidates <= self.together_most {
            let parts = self.took.as_nanos().div_ceil(self.part.as_nanos().max(1)).max(1);
            return Steering::Together { parts: parts.min(u128::from(self.agents.max(1))) as u32 };
        }
        let most = if self.hardware { PAIR_TESTS_HARDWARE } else { PAIR_TESTS_SOFTWARE };
        let pair_tests = u64::from(self.agents) * u64::from(needs.candidates);
        if schedule.rounds(self.chunk) > 1 || pair_tests > most { Steering::Rounds } else { Steering::Alone }
    }

    /// Takes note of a step that was steered like this, needed this, and took so long to steer.
    pub fn learn(&mut self, steering: Steering, needs: Needs, took: Duration) {
        self.needs = Some(needs);
        match steering {
            Steering::Together { .. } => {
                self.took = took;
                if needs.candidates > self.chunk {
                    self.together_most = self.chunk / 2;
                }
            }
            Steering::Alone | Steering::Rounds => self.took = took / TOGETHER_GAIN,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CHUNK: u32 = 3500;

    fn needs(candidates: u32) -> Needs {
        Needs { candidates, ..Needs::default() }
    }

    fn after(steering: Steering, needs: Needs, took: Duration) -> Pace {
        let mut pace = Pace::new(&GpuOptions::default(), 1 << 20, false, true);
        pace.learn(steering, needs, took);
        pace
    }

    #[test]
    fn the_first_step_goes_in_rounds() {
        let mut pace = after(Steering::Rounds, needs(10), Duration::ZERO);
        assert_eq!(pace.next(Schedule::sparse(CHUNK)), Steering::Together { parts: 1 });
        pace.restart();
        assert_eq!(pace.next(Schedule::sparse(CHUNK)), Steering::Rounds);
    }

    #[test]
    fn long_work_together_is_cut_into_parts() {
        let together = Steering::Together { parts: 1 };
        for (millis, parts) in [(0, 1), (400, 1), (401, 2), (4000, 10)] {
            let pace = after(together, needs(10), Duration::from_millis(millis));
            assert_eq!(pace.next(Schedule::sparse(CHUNK)), Steering::Together { parts }, "{millis} ms");
        }
    }

    #[test]
    fn agents_at_one_point_and_lists_too_long_go_alone() {
        let together = Steering::Together { parts: 1 };
        let met = after(together, Needs { coincident: 1, ..needs(10) }, Duration::ZERO);
        assert_eq!(met.next(Schedule::sparse(CHUNK)), Steering::Alone);
        let mut long = after(together, needs(CHUNK + 1), Duration::ZERO);
        let plan = Schedule::for_needs(needs(CHUNK + 1), 1 << 20, CHUNK);
        assert_eq!(long.next(plan), Steering::Rounds);
        long.learn(Steering::Rounds, needs(CHUNK / 2), Duration::ZERO);
        assert_eq!(long.next(Schedule::sparse(CHUNK)), Steering::Together { parts: 1 }, "lists are short again");
    }

    #[test]
    fn lists_up_to_four_rounds_long_are_tried_together_once() {
        let alone = |candidates| after(Steering::Rounds, needs(candidates), Duration::ZERO);
        assert_eq!(alone(4 * CHUNK).next(Schedule::sparse(CHUNK)), Steering::Together { parts: 1 });
        assert_eq!(alone(4 * CHUNK + 1).next(Schedule::sparse(CHUNK)), Steering::Rounds);
        let mut failed = alone(4 * CHUNK);
        failed.learn(Steering::Together { parts: 1 }, needs(4 * CHUNK), Duration::ZERO);
        assert_eq!(failed.next(Schedule::for_needs(needs(4 * CHUNK), 1 << 20, CHUNK)), Steering::Rounds);
    }

    #[test]
    fn lanes_that_cannot_walk_together_go_alone_until_it_takes_too_long() {
        let mut pace = Pace::new(&GpuOptions::default(), 1 << 20, false, false);
        pace.learn(Steering::Rounds, needs(64), Duration::ZERO);
        assert_eq!(pace.next(Schedule::sparse(CHUNK)), Steering::Alone);
        pace.learn(Steering::Alone, needs(65), Duration::ZERO);
        assert_eq!(pace.next(Schedule::sparse(CHUNK)), Steering::Rounds, "software");
        pace.hardware = true;
        assert_eq!(pace.next(Schedule::sparse(CHUNK)), Steering::Alone, "hardware");
    }
}
