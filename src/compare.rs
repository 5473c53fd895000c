//! Two engines, one scenario, step by step from the same state: the worst agents and a verdict.

use crate::engine::Engine;
use crate::error::Error;
use crate::flock::{Flock, Motion, Place};
use crate::params::{EDGE_OPEN, EDGE_REFLECT, EDGE_SPHERE_WRAP, Plan};
use crate::rules::species::species_of;
use crate::rules::vector::minimum_image;
use crate::scenario::Scenario;
use glam::Vec3;
use std::fmt;

/// How equal two engines must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// Every bit of every number.
    Bits,
    /// Positions within 8 units in the last place of the world's length (of the agent's own coordinates, where they are
    /// larger), velocities within 1e-4 of the larger speed.
    ///
    /// An agent for which a neighbour stands exactly on a threshold may decide otherwise when its engine rounds
    /// otherwise. Up to one agent-step in a thousand may, and they are counted; but none may differ by more than another
    /// decision can bring about, which is twice its largest force for one step, and none may be infinite or NaN.
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
    /// The difference over what is allowed; infinite when a number is not finite, or no decision could bring it about.
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
    /// Numbers that differ by more than another decision at a threshold can bring about, or are not finite.
    pub impossible: u64,
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
    compare_while(scenario, flock, left, right, steps, level, &mut || true)
}

/// [`compare()`] for as long as `go_on` says so, asked before each step; the report tells how many were taken.
///
/// # Errors
/// As [`compare()`].
pub fn compare_while(
    scenario: &Scenario,
    flock: &Flock,
    left: &mut dyn Engine,
    right: &mut dyn Engine,
    steps: u32,
    level: Level,
    go_on: &mut dyn FnMut() -> bool,
) -> Result<Report, Error> {
    let plan = Plan::new(scenario);
    let mut report = Report::new(level, [left.name(), right.name()]);
    left.upload(flock)?;
    let mut state = left.download()?;
    for _ in 0..steps {
        if !go_on() {
            break;
        }
        right.upload(&state)?;
        left.step(1)?;
        right.step(1)?;
        let (ours, theirs) = (left.download()?, right.download()?);
        report.add(&plan, &ours, &theirs);
        state = ours;
    }
    Ok(report)
}

/// Compares two flocks that should be one and the same.
pub fn compare_flocks(scenario: &Scenario, left: &Flock, right: &Flock, level: Level) -> Report {
    let mut report = Report::new(level, ["left", "right"]);
    report.add(&Plan::new(scenario), left, right);
    report
}

impl Report {
    fn new(level: Level, engines: [&str; 2]) -> Self {
        let engines = engines.map(str::to_owned);
        Self { level, engines, steps: 0, agents: 0, differing: 0, impossible: 0, equal: true, worst: Vec::new() }
    }

    fn add(&mut self, plan: &Plan, left: &Flock, right: &Flock) {
        self.steps += 1;
        self.agents += left.len() as u64;
        if left.step != right.step || left.len() != right.len() {
            self.impossible += 1;
        }
        let rows = left.places.iter().zip(&left.motions).zip(right.places.iter().zip(&right.motions));
        for ((place, motion), (other_place, other_motion)) in rows {
            let allowed = Allowed::new(plan, self.level, (place, other_place), motion.speed);
            let worst = allowed.worst_of((place, motion), (other_place, other_motion));
            let Some((what, a, b, excess)) = worst else { continue };
            self.differing += u64::from(excess > 1.0);
            self.impossible += u64::from(excess == f32::INFINITY);
            self.keep(Worst { step: left.step, agent: place.id, what, left: a, right: b, excess });
        }
        let tolerated = if self.level == Level::Bits { 0 } else { 1 + self.agents / 1000 };
        self.equal = self.impossible == 0 && self.differing <= tolerated;
    }

    fn keep(&mut self, worst: Worst) {
        self.worst.push(worst);
        self.worst.sort_by(|a, b| b.excess.total_cmp(&a.excess));
        self.worst.truncate(WORST_KEPT);
    }
}

/// How far an agent may be apart on two engines.
struct Allowed {
    level: Level,
    period: Vec3,
    /// By rounding.
    position: f32,
    /// By another decision: in velocity ...
    turn: f32,
    /// ... and in position.
    step: f32,
}

impl Allowed {
    fn new(plan: &Plan, level: Level, (place, other): (&Place, &Place), speed: f32) -> Self {
        let params = &plan.params;
        let species = &plan.table.species[species_of(&plan.table, place.id)];
        let length = if params.edge == EDGE_OPEN { 0.0 } else { (params.world_max - params.world_min).max_element() };
        let coordinate = place.position.abs().max_element().max(other.position.abs().max_element());
        let turn = 2.0 * species.max_force * species.inverse_mass * params.dt;
        // At the edge of the world a decision turns a velocity round, or sets a place back by a diameter.
        let turned_round = if params.edge == EDGE_REFLECT { 2.0 * speed } else { 0.0 };
        let set_back = if params.edge == EDGE_SPHERE_WRAP { 2.0 * params.sphere_radius } else { 0.0 };
        Self {
            level,
            period: params.period,
            position: 8.0 * f32::EPSILON * length.max(coordinate),
            turn: turn + turned_round,
            step: turn * params.dt + set_back,
        }
    }

    /// The number in which two agents differ most, and by how much of what is allowed; `None` when no bit differs.
    fn worst_of(
        &self,
        (place, motion): (&Place, &Motion),
        (other_place, other_motion): (&Place, &Motion),
    ) -> Option<(&'static str, f32, f32, f32)> {
        let (a, b) = (place.position, other_place.position);
        let (v, w) = (motion.velocity(), other_motion.velocity());
        let (f, g) = (motion.forward, other_motion.forward);
        let rounding = 1e-4 * motion.speed.max(other_motion.speed).max(1e-6);
        let apart = |x: f32, y: f32, period: f32| minimum_image(x - y, period).abs();
        let place_excess = |difference: f32| self.excess(difference, self.position, self.step);
        let velocity_excess = |difference: f32| self.excess(difference, rounding, self.turn);
        let numbers = [
            ("position.x", a.x, b.x, place_excess(apart(a.x, b.x, self.period.x))),
            ("position.y", a.y, b.y, place_excess(apart(a.y, b.y, self.period.y))),
            ("position.z", a.z, b.z, place_excess(apart(a.z, b.z, self.period.z))),
            ("velocity.x", v.x, w.x, velocity_excess((v.x - w.x).abs())),
            ("velocity.y", v.y, w.y, velocity_excess((v.y - w.y).abs())),
            ("velocity.z", v.z, w.z, velocity_excess((v.z - w.z).abs())),
            ("forward.x", f.x, g.x, self.excess((f.x - g.x).abs(), 1e-4, 2.0)),
            ("forward.y", f.y, g.y, self.excess((f.y - g.y).abs(), 1e-4, 2.0)),
            ("forward.z", f.z, g.z, self.excess((f.z - g.z).abs(), 1e-4, 2.0)),
            ("speed", motion.speed, other_motion.speed, velocity_excess((motion.speed - other_motion.speed).abs())),
        ];
        let differing = numbers.into_iter().filter(|(_, x, y, _)| x.to_bits() != y.to_bits());
        differing.max_by(|a, b| a.3.total_cmp(&b.3))
    }

    /// A difference over what rounding allows; infinite beyond what another decision allows as well.
    fn excess(&self, difference: f32, rounding: f32, decision: f32) -> f32 {
        // NaN compares as false.
        if !(difference <= rounding + decision) {
            return f32::INFINITY;
        }
        // The two zeros differ in a bit and in no size, and where all is zero rounding allows nothing.
        let share = if difference > 0.0 { difference / rounding } else { 0.0 };
        match self.level {
            // At the level of bits any difference is too much; its size still ranks it.
            Level::Bits => 2.0 + share,
            Level::Rounding => share,
        }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let level = if self.level == Level::Bits { "bits" } else { "rounding" };
        let [left, right] = &self.engines;
        let verdict = match (self.equal, self.level) {
            (true, Level::Bits) => "are equal",
            (true, Level::Rounding) => "agree within rounding",
            (false, _) => "are DIFFERENT",
        };
        writeln!(f, "{left} and {right} {verdict} (level {level}, {} steps in lockstep)", self.steps)?;
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
