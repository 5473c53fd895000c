//! Two engines, one scenario, step by step from the same state: the worst agents and a verdict.

use crate::engine::Engine;
use crate::error::Error;
use crate::flock::{Flock, Motion, Place};
use crate::params::{EDGE_PERIODIC, Params, Plan};
use crate::rules::vector::minimum_image;
use crate::scenario::Scenario;
use glam::Vec3;
use std::fmt;

/// How equal two engines must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// Every bit of every number.
    Bits,
    /// Positions within 8 units in the last place of the world's length, velocities within 1e-4 of the larger speed.
    ///
    /// An agent for which a neighbour stands exactly on a threshold may decide otherwise when its engine rounds
    /// otherwise; up to one agent in a thousand may, and they are counted.
    Rounding,
}

/// How one agent differs most.
#[derive(Clone, Debug, PartialEq)]
pub struct Worst {
    /// Step after which it was seen.
    pub step: u64,
    /// Its id.
    pub agent: u32,
    /// `position.x` and so on.
    pub what: &'static str,
    /// On the left engine.
    pub left: f32,
    /// On the right engine.
    pub right: f32,
    /// The difference over what is allowed; infinite when a number is not finite.
    pub excess: f32,
}

/// What the comparison found.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// The level asked for.
    pub level: Level,
    /// Names of the engines.
    pub engines: [String; 2],
    /// Steps compared.
    pub steps: u32,
    /// Agents compared, over all steps.
    pub agents: u64,
    /// Agents that differed by more than the level allows, over all steps.
    pub differing: u64,
    /// Whether the engines are equal at this level.
    pub equal: bool,
    /// The agents that differ most, worst first; a few of them even when all is well at the level `Rounding`.
    pub worst: Vec<Worst>,
}

/// Worst agents kept.
const WORST_KEPT: usize = 5;

/// Steps both engines `steps` times, each time from the left engine's state.
///
/// Flocks are chaotic, so that runs which differ in the last bit once differ in everything later; that is why both
/// engines start every step from one state.
///
/// # Errors
/// Whatever the engines report.
pub fn compare(
    scenario: &Scenario,
    flock: &Flock,
    left: &mut dyn Engine,
    right: &mut dyn Engine,
    steps: u32,
    level: Level,
) -> Result<Report, Error> {
    let params = Plan::new(scenario).params;
    let mut report = Report {
        level,
        engines: [left.name().into(), right.name().into()],
        steps: 0,
        agents: 0,
        differing: 0,
        equal: true,
        worst: Vec::new(),
    };
    left.upload(flock)?;
    let mut state = left.download()?;
    for _ in 0..steps {
        right.upload(&state)?;
        left.step(1)?;
        right.step(1)?;
        let (ours, theirs) = (left.download()?, right.download()?);
        report.add(&params, &ours, &theirs);
        state = ours;
    }
    Ok(report)
}

/// Compares two flocks that should be one and the same.
pub fn compare_flocks(scenario: &Scenario, left: &Flock, right: &Flock, level: Level) -> Report {
    let mut report = Report {
        level,
        engines: ["left".into(), "right".into()],
        steps: 0,
        agents: 0,
        differing: 0,
        equal: true,
        worst: Vec::new(),
    };
    report.add(&Plan::new(scenario).params, left, right);
    report
}

impl Report {
    fn add(&mut self, params: &Params, left: &Flock, right: &Flock) {
        self.steps += 1;
        self.agents += left.len() as u64;
        if left.step != right.step || left.len() != right.len() {
            self.equal = false;
            self.differing += left.len().max(right.len()) as u64;
        }
        let allowed = Allowed::new(params, left);
        let rows = left.places.iter().zip(&left.motions).zip(right.places.iter().zip(&right.motions));
        for ((place, motion), (other_place, other_motion)) in rows {
            let worst = allowed.worst_of(self.level, (place, motion), (other_place, other_motion));
            let Some((what, a, b, excess)) = worst else { continue };
            // NaN counts as too much.
            if !(excess <= 1.0) {
                self.differing += 1;
            }
            self.keep(Worst { step: left.step, agent: place.id, what, left: a, right: b, excess });
        }
        let tolerated = if self.level == Level::Bits { 0 } else { self.agents / 1000 };
        self.equal &= self.differing <= tolerated;
    }

    fn keep(&mut self, worst: Worst) {
        self.worst.push(worst);
        self.worst.sort_by(|a, b| b.excess.total_cmp(&a.excess));
        self.worst.truncate(WORST_KEPT);
    }
}

/// How far two engines may be apart at the level of rounding.
struct Allowed {
    period: Vec3,
    position: f32,
}

impl Allowed {
    fn new(params: &Params, flock: &Flock) -> Self {
        let corners = params.world_min.abs().max(params.world_max.abs()).max_element();
        let farthest = flock.places.iter().map(|place| place.position.abs().max_element()).fold(0.0, f32::max);
        let length = if params.edge == EDGE_PERIODIC { params.period.max_element() } else { 0.0 };
        Self { period: params.period, position: 8.0 * f32::EPSILON * length.max(corners).max(farthest).max(1.0) }
    }

    /// The number in which two agents differ most, and by how much of what is allowed; `None` when no bit differs.
    fn worst_of(
        &self,
        level: Level,
        (place, motion): (&Place, &Motion),
        (other_place, other_motion): (&Place, &Motion),
    ) -> Option<(&'static str, f32, f32, f32)> {
        let speed = 1e-4 * motion.speed.max(other_motion.speed).max(1e-6);
        let (a, b) = (place.position, other_place.position);
        let (f, g) = (motion.forward, other_motion.forward);
        let apart = |x: f32, y: f32, period: f32| minimum_image(x - y, period).abs() / self.position;
        let numbers = [
            ("position.x", a.x, b.x, apart(a.x, b.x, self.period.x)),
            ("position.y", a.y, b.y, apart(a.y, b.y, self.period.y)),
            ("position.z", a.z, b.z, apart(a.z, b.z, self.period.z)),
            ("forward.x", f.x, g.x, (f.x - g.x).abs() / 1e-4),
            ("forward.y", f.y, g.y, (f.y - g.y).abs() / 1e-4),
            ("forward.z", f.z, g.z, (f.z - g.z).abs() / 1e-4),
            ("speed", motion.speed, other_motion.speed, (motion.speed - other_motion.speed).abs() / speed),
        ];
        let differing = numbers.into_iter().filter(|(_, x, y, _)| x.to_bits() != y.to_bits());
        let excess = differing.map(|(what, x, y, excess)| match level {
            _ if !excess.is_finite() => (what, x, y, f32::INFINITY),
            // At the level of bits any difference is too much; its size still ranks it.
            Level::Bits => (what, x, y, 2.0 + excess),
            Level::Rounding => (what, x, y, excess),
        });
        excess.max_by(|a, b| a.3.total_cmp(&b.3))
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let level = if self.level == Level::Bits { "bits" } else { "rounding" };
        let [left, right] = &self.engines;
        let verdict = if self.equal { "equal" } else { "DIFFERENT" };
        writeln!(f, "{left} and {right} are {verdict} (level {level}, {} steps in lockstep)", self.steps)?;
        write!(f, "{} of {} agent-steps differ by more than is allowed", self.differing, self.agents)?;
        for worst in &self.worst {
            let Worst { step, agent, what, left: a, right: b, excess } = worst;
            write!(f, "\nstep {step}: agent {agent} {what} {left} {a:e} {right} {b:e}")?;
            if self.level == Level::Rounding {
                write!(f, " ({excess:.3} of what is allowed)")?;
            }
        }
        Ok(())
    }
}
