//! The flock of the benches: agents spread evenly in a periodic cube.

use flockwork::rules::random::{random_bits, unit_interval};
use flockwork::scenario::{Dimensions, Edge, Heading, Rule, Scenario, Shape, Spawn, Species, World};
use flockwork::{Flock, Motion};
use glam::{Vec3, vec3};
use std::f32::consts::PI;

/// The farthest that agents see, in world units.
const RADIUS: f32 = 1.0;

/// A cube in which an agent has so many neighbours on average, and its flock.
pub(crate) fn torus(count: u32, neighbours: f32) -> (Scenario, Flock) {
    let sphere = 4.0 / 3.0 * PI * RADIUS.powi(3);
    let edge = (count as f32 * sphere / neighbours).cbrt();
    let scenario = Scenario {
        title: format!("torus, k {neighbours}"),
        seed: 1,
        dt: 1.0 / 60.0,
        dimensions: Dimensions::Three,
        world: World { min: Vec3::ZERO, max: Vec3::splat(edge), edge: Edge::Periodic },
        species: vec![species(count)],
        flocks_with: vec![1],
    };
    let flock = scattered(&scenario);
    (scenario, flock)
}

fn species(count: u32) -> Species {
    let rule = |radius| Rule { weight: 1.0, radius, cos_angle: -1.0 };
    Species {
        name: "bird".into(),
        count,
        body_radius: 0.0,
        mass: 1.0,
        min_speed: 0.5,
        max_speed: Some(2.0),
        max_force: Some(4.0),
        dist_floor: 1e-3,
        separation: rule(0.3 * RADIUS),
        alignment: rule(RADIUS),
        cohesion: rule(RADIUS),
        spawn: Spawn { shape: Shape::Point { centre: Vec3::ZERO }, heading: Heading::Random, speed: 1.0 },
    }
}

/// Places uniform in the cube, velocities uniform in `[-1, 1]` on each axis.
fn scattered(scenario: &Scenario) -> Flock {
    let draw = |id, stream| {
        let [x, y, z] = random_bits(scenario.seed, id, stream).map(unit_interval);
        vec3(x, y, z)
    };
    let ids = 0..scenario.agent_count();
    let places: Vec<Vec3> = ids.clone().map(|id| scenario.world.max * draw(id, 1)).collect();
    let motions: Vec<Motion> = ids
        .map(|id| Motion::from_velocity(draw(id, 2) * 2.0 - Vec3::ONE, scenario.dimensions.heading_at_rest()))
        .collect();
    Flock::new(&places, &motions).expect("a seeded flock is sound")
}
