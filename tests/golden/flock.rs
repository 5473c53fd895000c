//! A golden flock: its scenario, its start, its checkpoints, and the judgement of a flock against one of them.

use crate::answer::{Tally, numbers_excess};
use crate::behaviour;
use crate::case::{Given, Tolerance, vector};
use crate::common::worlds;
use crate::space::{corners, edge};
use flockwork::params::Plan;
use flockwork::scenario::{Dimensions, Rule, Scenario};
use flockwork::{Flock, Motion};
use glam::{DVec3, Vec3};
use serde_json::{Map, Value};
use std::path::Path;

/// One run.
#[derive(Clone, Debug)]
pub(crate) struct GoldenFlock {
    pub(crate) name: String,
    pub(crate) scenario: Scenario,
    pub(crate) start: Flock,
    pub(crate) checkpoints: Vec<Checkpoint>,
}

/// What is expected after some steps.
#[derive(Clone, Debug)]
pub(crate) struct Checkpoint {
    pub(crate) step: u32,
    pub(crate) positions: Vec<DVec3>,
    pub(crate) velocities: Vec<DVec3>,
    pub(crate) tol_position: f64,
    pub(crate) tol_velocity: f64,
    /// Agents that may be farther off than the tolerances, of all agents.
    pub(crate) outlier_fraction: f64,
    pub(crate) metrics: Map<String, Value>,
    pub(crate) tol_metrics: Map<String, Value>,
}

impl GoldenFlock {
    /// The run in the file of this name; `None` when a folder of the user's own has no such file.
    pub(crate) fn read(folder: &Path, name: &str) -> Option<Self> {
        let file = behaviour::file(folder, name, "boids-golden-flock/1")?;
        assert_eq!(file["name"], name, "{name}.json is of another flock");
        let vectors = |value: &Value| -> Vec<Vec3> {
            value.as_array().expect("a list").iter().map(|row| vector(row).expect("three numbers")).collect()
        };
        let scenario = scenario(&Given::new(name, &file["params"]), file["n"].as_u64().expect("n") as u32);
        let at_rest = scenario.dimensions.heading_at_rest();
        let velocities = vectors(&file["initial"]["velocities"]);
        let motions: Vec<Motion> = velocities.into_iter().map(|v| Motion::from_velocity(v, at_rest)).collect();
        let start = Flock::new(&vectors(&file["initial"]["positions"]), &motions).unwrap();
        let checkpoints = file["checkpoints"].as_array().expect("checkpoints").iter().map(Checkpoint::read).collect();
        Some(Self { name: name.to_owned(), scenario, start, checkpoints })
    }

    /// Compares the agents and every metric of a flock with a checkpoint.
    pub(crate) fn judge(&self, checkpoint: &Checkpoint, flock: &Flock, tally: &mut Tally) {
        let case = format!("{} step {}", self.name, checkpoint.step);
        let seen = Seen::of(flock);
        tally.cases += 1;
        tally.fields += 2 + checkpoint.metrics.len();
        assert_eq!(seen.positions.len(), checkpoint.positions.len(), "{case}");
        let mut agents = self.deviations(checkpoint, &seen);
        agents.sort_by(|a, b| b.excess.total_cmp(&a.excess));
        let outliers = (checkpoint.outlier_fraction * agents.len() as f64) as usize;
        let worst = &agents[outliers];
        tally.judged(&case, &worst.field, &worst.got.to_string(), &worst.expected.to_string(), worst.excess);
        for (name, expected) in &checkpoint.metrics {
            let got = seen.metric(name);
            let tolerance = checkpoint.tol_metrics.get(name).and_then(Value::as_f64);
            let excess = tolerance.map_or(f64::INFINITY, |abs| {
                let expected = expected.as_array().map_or(vec![expected.clone()], Clone::clone);
                let expected: Vec<f64> = expected.iter().filter_map(Value::as_f64).collect();
                numbers_excess(&got, &expected, Tolerance { abs, rel: 0.0 })
            });
            tally.judged(&case, name, &format!("{got:?}"), &expected.to_string(), excess);
        }
    }

    /// How far each agent is off, in place or velocity, whichever is worse.
    fn deviations(&self, checkpoint: &Checkpoint, seen: &Seen) -> Vec<Deviation> {
        let period = Plan::new(&self.scenario).params.period.as_dvec3();
        let deviation = |field: String, difference: DVec3, most: f64, got: DVec3, expected: DVec3| {
            let excess = numbers_excess(&difference.to_array(), &[0.0; 3], Tolerance { abs: most, rel: 0.0 });
            Deviation { field, got, expected, excess: if excess.is_nan() { f64::INFINITY } else { excess } }
        };
        let of = |agent: usize| {
            let (got, expected) = (seen.positions[agent], checkpoint.positions[agent]);
            let off = shortest(got - expected, period);
            let position = deviation(format!("agent {agent} position"), off, checkpoint.tol_position, got, expected);
            let (got, expected) = (seen.velocities[agent], checkpoint.velocities[agent]);
            let off = got - expected;
            let velocity = deviation(format!("agent {agent} velocity"), off, checkpoint.tol_velocity, got, expected);
            if velocity.excess > position.excess { velocity } else { position }
        };
        (0..seen.positions.len()).map(of).collect()
    }
}

/// How far one agent is off.
struct Deviation {
    field: String,
    got: DVec3,
    expected: DVec3,
    /// Over what is allowed.
    excess: f64,
}

/// A difference of places, less whole periods; an axis whose period is 0 is left alone.
fn shortest(difference: DVec3, period: DVec3) -> DVec3 {
    let axis = |d: f64, l: f64| if l > 0.0 { d - l * (d / l + 0.5).floor() } else { d };
    DVec3::new(axis(difference.x, period.x), axis(difference.y, period.y), axis(difference.z, period.z))
}

impl Checkpoint {
    fn read(value: &Value) -> Self {
        let number = |name: &str| value[name].as_f64().unwrap_or_else(|| panic!("a checkpoint without {name}"));
        let object =
            |name: &str| value[name].as_object().unwrap_or_else(|| panic!("a checkpoint without {name}")).clone();
        let rows = |name: &str| -> Vec<DVec3> {
            let rows = value[name].as_array().unwrap_or_else(|| panic!("a checkpoint without {name}"));
            let number = |x: &Value| x.as_f64().expect("a number");
            rows.iter().map(|row| DVec3::new(number(&row[0]), number(&row[1]), number(&row[2]))).collect()
        };
        Self {
            step: value["step"].as_u64().expect("a checkpoint without step") as u32,
            positions: rows("positions"),
            velocities: rows("velocities"),
            tol_position: number("tol_position"),
            tol_velocity: number("tol_velocity"),
            outlier_fraction: number("outlier_fraction"),
            metrics: object("metrics"),
            tol_metrics: object("tol_metrics"),
        }
    }
}

/// The scenario of a file's parameters.
fn scenario(given: &Given, count: u32) -> Scenario {
    assert_eq!(given.text("rule_set"), "opensteer");
    let bounds = given.object("bounds");
    let edge = edge(&bounds, "type");
    let (min, max) = corners(&bounds, edge);
    let mut scenario = worlds::scenario(count, min, max, edge);
    scenario.dt = given.need_number("dt");
    scenario.dimensions = if given.dimensions() == 2 { Dimensions::Two } else { Dimensions::Three };
    let species = &mut scenario.species[0];
    species.body_radius = given.need_number("radius");
    species.mass = given.need_number("mass");
    species.min_speed = given.number("min_speed").unwrap_or(0.0);
    species.max_speed = given.number("max_speed");
    species.max_force = given.number("max_force");
    species.dist_floor = given.need_number("dist_floor");
    species.separation = rule(&given.object("separation"));
    species.alignment = rule(&given.object("alignment"));
    species.cohesion = rule(&given.object("cohesion"));
    scenario
}

fn rule(given: &Given) -> Rule {
    Rule {
        weight: given.need_number("weight"),
        radius: given.need_number("radius"),
        cos_angle: given.need_number("cos_max_angle"),
    }
}

/// The places and velocities of a flock, and their metrics, in double precision.
struct Seen {
    positions: Vec<DVec3>,
    velocities: Vec<DVec3>,
}

impl Seen {
    fn of(flock: &Flock) -> Self {
        Self {
            positions: flock.places.iter().map(|place| place.position.as_dvec3()).collect(),
            velocities: flock.motions.iter().map(|m| m.forward.as_dvec3() * f64::from(m.speed)).collect(),
        }
    }

    /// A metric by the name it has in the files; empty when there is none of that name.
    fn metric(&self, name: &str) -> Vec<f64> {
        let mean = |vectors: &mut dyn Iterator<Item = DVec3>| vectors.sum::<DVec3>() / self.positions.len() as f64;
        match name {
            "centroid" => mean(&mut self.positions.iter().copied()).to_array().to_vec(),
            "mean_velocity" => mean(&mut self.velocities.iter().copied()).to_array().to_vec(),
            "mean_speed" => vec![mean(&mut self.velocities.iter().map(|v| DVec3::X * v.length())).x],
            "polarization" => {
                vec![mean(&mut self.velocities.iter().map(|v| v.try_normalize().unwrap_or_default())).length()]
            }
            "mean_nearest_neighbor_distance" => {
                let nearest = |i: usize| {
                    let others = self.positions.iter().enumerate().filter(|&(j, _)| j != i);
                    others.map(|(_, x)| x.distance(self.positions[i])).fold(f64::INFINITY, f64::min)
                };
                vec![(0..self.positions.len()).map(nearest).sum::<f64>() / self.positions.len() as f64]
            }
            _ => Vec::new(),
        }
    }
}
