//! The workloads that both sides get: same places, same velocities, same radii.

use flockwork::rules::random::{random_bits, unit_interval};
use flockwork::scenario::{Dimensions, Edge, Heading, Rule, Scenario, Shape, Spawn, Species, World};
use flockwork::{Flock, Motion};
use glam::{Vec3, vec3};
use std::f32::consts::PI;

/// One species with one radius for alignment and cohesion, a smaller one for separation, cones and core off.
pub fn species(count: u32, radius: f32, separation: f32) -> Species {
    let rule = |weight, radius| Rule { weight, radius, cos_angle: -1.0 };
    Species {
        name: "bird".into(),
        count,
        body_radius: 0.0,
        mass: 1.0,
        min_speed: 0.5,
        max_speed: Some(2.0),
        max_force: Some(4.0),
        dist_floor: 1e-3,
        separation: rule(1.0, separation),
        alignment: rule(1.0, radius),
        cohesion: rule(1.0, radius),
        spawn: Spawn { shape: Shape::Point { centre: Vec3::ZERO }, heading: Heading::Random, speed: 1.0 },
    }
}

/// A periodic cube (or square) with the corner at the origin, filled so that an agent has `neighbours` on average.
pub fn torus(count: u32, neighbours: f32, radius: f32, dimensions: Dimensions) -> Scenario {
    let sphere = match dimensions {
        Dimensions::Two => PI * radius.powi(2),
        Dimensions::Three => 4.0 / 3.0 * PI * radius.powi(3),
    };
    let edge = (count as f32 / (neighbours / sphere)).powf(1.0 / dimensions.count() as f32);
    let mut max = Vec3::splat(edge);
    if dimensions == Dimensions::Two {
        max.z = 0.0;
    }
    Scenario {
        title: format!("torus, k {neighbours}"),
        seed: 1,
        dt: 1.0 / 60.0,
        dimensions,
        world: World { min: Vec3::ZERO, max, edge: Edge::Periodic },
        species: vec![species(count, radius, 0.3 * radius)],
        flocks_with: vec![1],
    }
}

/// Uniform random in part of the world, velocities uniform in `[-1, 1]` on each axis.
pub fn scattered(scenario: &Scenario, min: Vec3, max: Vec3) -> Flock {
    let flat = scenario.dimensions == Dimensions::Two;
    let draw = |id, stream| {
        let [x, y, z] = random_bits(scenario.seed, id, stream).map(unit_interval);
        vec3(x, y, if flat { 0.0 } else { z })
    };
    let (mut places, mut motions) = (Vec::new(), Vec::new());
    for id in 0..scenario.agent_count() {
        let mut velocity = draw(id, 2) * 2.0 - Vec3::ONE;
        if flat {
            velocity.z = 0.0;
        }
        places.push(min + (max - min) * draw(id, 1));
        motions.push(Motion::from_velocity(velocity, scenario.dimensions.heading_at_rest()));
    }
    Flock::new(&places, &motions).expect("a seeded flock is sound")
}
