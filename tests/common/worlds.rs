//! Small scenarios and exact or seeded flocks that the tests of several subjects share.

use flockwork::rules::random::{random_bits, random_direction, unit_interval};
use flockwork::scenario::{Dimensions, Edge, Heading, Rule, Scenario, Shape, Spawn, Species, World};
use flockwork::{Flock, Motion};
use glam::{Vec3, vec3};

/// A species with the numbers of OpenSteer's Boids plug-in, scaled so that its largest radius is 2.
pub(crate) fn species(count: u32) -> Species {
    Species {
        name: "bird".into(),
        count,
        body_radius: 0.1,
        mass: 1.0,
        min_speed: 0.0,
        max_speed: Some(9.0),
        max_force: Some(27.0),
        dist_floor: 1e-3,
        separation: Rule { weight: 12.0, radius: 1.1, cos_angle: -0.707 },
        alignment: Rule { weight: 8.0, radius: 1.6, cos_angle: 0.7 },
        cohesion: Rule { weight: 8.0, radius: 2.0, cos_angle: -0.15 },
        spawn: Spawn { shape: Shape::Point { centre: Vec3::ZERO }, heading: Heading::Random, speed: 1.0 },
    }
}

/// A three-dimensional world of one species.
pub(crate) fn scenario(count: u32, min: Vec3, max: Vec3, edge: Edge) -> Scenario {
    Scenario {
        title: "test".into(),
        seed: 7,
        dt: 1.0 / 60.0,
        dimensions: Dimensions::Three,
        world: World { min, max, edge },
        species: vec![species(count)],
        flocks_with: vec![1],
    }
}

/// The same in the plane.
pub(crate) fn flat(mut scenario: Scenario) -> Scenario {
    scenario.dimensions = Dimensions::Two;
    scenario.world.min.z = 0.0;
    scenario.world.max.z = 0.0;
    scenario
}

/// Agents at seeded random places of a box, with random headings and speeds up to 4.
pub(crate) fn scattered(scenario: &Scenario, min: Vec3, max: Vec3) -> Flock {
    let count = scenario.agent_count();
    let mut positions = Vec::new();
    let mut motions = Vec::new();
    for id in 0..count {
        let at = random_bits(scenario.seed, id, 1).map(unit_interval);
        let mut position = min + (max - min) * vec3(at[0], at[1], at[2]);
        if scenario.dimensions == Dimensions::Two {
            position.z = 0.0;
        }
        let forward = random_direction(scenario.seed, id, 2, scenario.dimensions.count());
        positions.push(position);
        motions.push(Motion { forward, speed: 4.0 * unit_interval(random_bits(scenario.seed, id, 3)[0]) });
    }
    Flock::new(&positions, &motions).expect("finite")
}

/// The flock of [`scattered`] over the whole world.
pub(crate) fn filled(scenario: &Scenario) -> Flock {
    scattered(scenario, scenario.world.min, scenario.world.max)
}

/// Agents that only push whom they touch. Two of them are at one point in the fifth step, where lanes that walk together
/// have to leave off, and are pushed apart.
pub(crate) fn meeting() -> (Scenario, Flock) {
    let mut scenario = scenario(200, Vec3::ZERO, Vec3::splat(12.0), Edge::Periodic);
    let mut flock = filled(&scenario);
    scenario.dt = 0.25;
    scenario.species[0].separation = Rule { weight: 12.0, radius: 0.1, cos_angle: -2.0 };
    scenario.species[0].alignment.weight = 0.0;
    scenario.species[0].cohesion.weight = 0.0;
    for (i, forward) in [Vec3::X, -Vec3::X].into_iter().enumerate() {
        flock.places[i].position = Vec3::splat(6.0) - forward;
        flock.motions[i] = Motion { forward, speed: 1.0 };
    }
    (scenario, flock)
}
