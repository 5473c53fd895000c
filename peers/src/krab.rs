//! krABMaga's side of ABM-XL: Reynolds' three rules on its schedule and its field, as its own examples are written.

use flockwork::{Flock, Scenario};
use krabmaga::engine::agent::Agent;
use krabmaga::engine::fields::field::Field;
use krabmaga::engine::fields::field_2d::{Field2D, Location2D, toroidal_distance, toroidal_transform};
use krabmaga::engine::location::Real2D;
use krabmaga::engine::schedule::Schedule;
use krabmaga::engine::state::State;
use std::any::Any;
use std::fmt;
use std::hash::{Hash, Hasher};

const COHERE: f32 = 0.03;
const SEPARATE: f32 = 0.015;
const MATCH: f32 = 0.05;

#[derive(Clone, Copy, Debug)]
struct Bird {
    id: u32,
    place: Real2D,
    velocity: Real2D,
}

impl Agent for Bird {
    fn step(&mut self, state: &mut dyn State) {
        let Some(birds) = state.as_any().downcast_ref::<Birds>() else { return };
        let edge = birds.edge;
        let offset = |to: f32, from: f32| toroidal_distance(to, from, edge);
        let near = birds.field.get_neighbors_within_distance(self.place, birds.radius);
        let (mut cohere, mut separate, mut matched) = ([0.0; 2], [0.0; 2], [0.0; 2]);
        let mut count = 0.0_f32;
        for other in near.iter().filter(|other| other.id != self.id) {
            let to = [offset(other.place.x, self.place.x), offset(other.place.y, self.place.y)];
            cohere = [cohere[0] + to[0], cohere[1] + to[1]];
            if to[0] * to[0] + to[1] * to[1] < birds.separation * birds.separation {
                separate = [separate[0] - to[0], separate[1] - to[1]];
            }
            matched = [matched[0] + other.velocity.x, matched[1] + other.velocity.y];
            count += 1.0;
        }
        let count = count.max(1.0);
        let turned = |velocity: f32, axis: usize| {
            (velocity + (cohere[axis] * COHERE + separate[axis] * SEPARATE + matched[axis] * MATCH) / count) / 2.0
        };
        let velocity = [turned(self.velocity.x, 0), turned(self.velocity.y, 1)];
        let speed = velocity[0].hypot(velocity[1]).max(1e-6);
        self.velocity = Real2D { x: velocity[0] / speed, y: velocity[1] / speed };
        self.place = Real2D {
            x: toroidal_transform(self.place.x + self.velocity.x * birds.dt, edge),
            y: toroidal_transform(self.place.y + self.velocity.y * birds.dt, edge),
        };
        birds.field.set_object_location(*self, self.place);
    }
}

impl Location2D<Real2D> for Bird {
    fn get_location(self) -> Real2D {
        self.place
    }

    fn set_location(&mut self, place: Real2D) {
        self.place = place;
    }
}

impl PartialEq for Bird {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

impl Eq for Bird {}

impl Hash for Bird {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.id.hash(state);
    }
}

impl fmt::Display for Bird {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}", self.id)
    }
}

struct Birds {
    field: Field2D<Bird>,
    start: Vec<Bird>,
    edge: f32,
    radius: f32,
    separation: f32,
    dt: f32,
}

impl State for Birds {
    fn init(&mut self, schedule: &mut Schedule) {
        for bird in &self.start {
            self.field.set_object_location(*bird, bird.place);
            schedule.schedule_repeating(Box::new(*bird), 0.0, 0);
        }
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn as_any_mut(&mut self) -> &mut dyn Any {
        self
    }

    fn as_state(&self) -> &dyn State {
        self
    }

    fn as_state_mut(&mut self) -> &mut dyn State {
        self
    }

    fn reset(&mut self) {}

    fn update(&mut self, _step: u64) {
        self.field.lazy_update();
    }
}

/// A krABMaga simulation of a flock in a square torus with its corner at the origin.
pub struct Krab {
    birds: Birds,
    schedule: Schedule,
}

impl Krab {
    /// From the start of a scenario.
    pub fn new(scenario: &Scenario, flock: &Flock) -> Self {
        let edge = scenario.world.max.x;
        let species = &scenario.species[0];
        let radius = species.cohesion.radius;
        let start = flock.places.iter().zip(&flock.motions).map(|(place, motion)| Bird {
            id: place.id,
            place: Real2D { x: place.position.x, y: place.position.y },
            velocity: Real2D { x: motion.forward.x, y: motion.forward.y },
        });
        let mut birds = Birds {
            field: Field2D::new(edge, edge, radius, true),
            start: start.collect(),
            edge,
            radius,
            separation: species.separation.radius,
            dt: 1.0,
        };
        let mut schedule = Schedule::new();
        birds.init(&mut schedule);
        Self { birds, schedule }
    }

    /// Takes a step.
    pub fn step(&mut self) {
        self.schedule.step(&mut self.birds);
    }

    /// Mean neighbours of every hundredth bird where it stands now.
    pub fn neighbours_mean(&self) -> f64 {
        let some: Vec<_> = self.schedule.get_all_events().into_iter().step_by(100).collect();
        let count = |agent: &Box<dyn Agent>| {
            let place = agent.downcast_ref::<Bird>().map_or(Real2D { x: 0.0, y: 0.0 }, |bird| bird.place);
            self.birds.field.get_neighbors_within_distance(place, self.birds.radius).len() - 1
        };
        some.iter().map(|agent| count(agent) as f64).sum::<f64>() / some.len() as f64
    }
}
