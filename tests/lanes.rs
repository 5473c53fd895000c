//! Agents that are stepped eight at a time get the bits of agents that are stepped one at a time.

#![allow(clippy::unwrap_used)] // a test may give up

mod common;

use common::worlds::{flat, scattered, scenario, species};
use flockwork::compare::{Level, compare_flocks};
use flockwork::cpu::Cpu;
use flockwork::engine::Engine;
use flockwork::passes::lanes::Lanes;
use flockwork::scenario::{Edge, Overrides, load, presets};
use flockwork::spawn::spawn;
use flockwork::{Flock, Scenario};
use glam::{Vec3, vec3};

/// The flock after some steps with these lanes.
fn stepped(scenario: &Scenario, flock: &Flock, lanes: Lanes, steps: u32) -> Flock {
    let mut engine = Cpu::with_lanes(scenario, lanes);
    engine.upload(flock).unwrap();
    engine.step(steps).unwrap();
    engine.download().unwrap()
}

fn assert_same(scenario: &Scenario, flock: &Flock, steps: u32) {
    let one = stepped(scenario, flock, Lanes::One, steps);
    assert_ne!(one.hash(), flock.hash(), "nothing moved");
    for lanes in [Lanes::Portable, Lanes::Best] {
        let eight = stepped(scenario, flock, lanes, steps);
        let report = compare_flocks(scenario, &one, &eight, Level::Bits);
        assert!(report.equal, "{lanes:?} in {}, {steps} steps: {report:?}", scenario.title);
        assert_eq!(one.hash(), eight.hash(), "{lanes:?} in {}", scenario.title);
    }
}

/// The rules of a species all round and without a core.
fn all_round(mut scenario: Scenario) -> Scenario {
    for species in &mut scenario.species {
        species.body_radius = 0.0;
        for rule in [&mut species.separation, &mut species.alignment, &mut species.cohesion] {
            rule.cos_angle = -1.0;
        }
    }
    scenario
}

fn cube(count: u32, edge: f32, kind: Edge) -> Scenario {
    scenario(count, Vec3::splat(-0.5 * edge), Vec3::splat(0.5 * edge), kind)
}

#[test]
fn every_preset_gives_the_same_bits() {
    for preset in presets() {
        let overrides = Overrides { count: Some(3000), ..Overrides::default() };
        let scenario = load(preset.name, &overrides).unwrap();
        assert_same(&scenario, &spawn(&scenario).unwrap(), 20);
    }
}

#[test]
fn tori_of_any_density_give_the_same_bits_in_space_and_in_the_plane() {
    for edge in [7.0, 12.0, 20.0, 60.0] {
        let torus = cube(2500, edge, Edge::Periodic);
        for scenario in [torus.clone(), all_round(torus.clone()), flat(torus.clone()), flat(all_round(torus))] {
            let flock = scattered(&scenario, scenario.world.min, scenario.world.max);
            assert_same(&scenario, &flock, 5);
        }
    }
}

#[test]
fn worlds_with_other_edges_give_the_same_bits() {
    for kind in
        [Edge::Open, Edge::Reflect, Edge::Soft { strength: 9.0 }, Edge::SphereWrap { centre: Vec3::ZERO, radius: 8.0 }]
    {
        let scenario = all_round(cube(1003, 16.0, kind));
        let beyond = scattered(&scenario, scenario.world.min * 1.5, scenario.world.max * 1.5);
        assert_same(&scenario, &beyond, 10);
    }
}

#[test]
fn a_world_without_cells_gives_the_same_bits() {
    let scenario = cube(300, 3.0, Edge::Periodic);
    assert_same(&scenario, &scattered(&scenario, scenario.world.min, scenario.world.max), 5);
}

#[test]
fn heaps_on_one_point_give_the_same_bits() {
    for scenario in [cube(900, 30.0, Edge::Periodic), all_round(flat(cube(900, 30.0, Edge::Open)))] {
        let mut flock = scattered(&scenario, scenario.world.min, scenario.world.max);
        for (i, place) in flock.places.iter_mut().enumerate() {
            // Heaps of three, one of a hundred, and some that almost touch.
            place.position = match i {
                0..300 => vec3((i / 3) as f32 * 0.25, 0.0, 0.0),
                300..400 => vec3(-5.0, -5.0, 0.0),
                400..420 => vec3(5.0 + (i as f32) * 5e-7, 5.0, 0.0),
                _ => place.position,
            };
        }
        assert_same(&scenario, &flock, 3);
    }
}

#[test]
fn species_with_their_own_numbers_give_the_same_bits() {
    let mut scenario = cube(0, 14.0, Edge::Periodic);
    scenario.species = (0..7).map(|_| species(300)).collect();
    scenario.flocks_with = (0..7).map(|k| !(0b101 << k)).collect();
    for (k, species) in scenario.species.iter_mut().enumerate() {
        let part = 1.0 - 0.1 * k as f32;
        species.separation.radius *= part;
        species.cohesion.radius *= part;
        species.alignment.cos_angle = 0.8 - 0.3 * k as f32;
        species.max_speed = if k == 3 { Some(0.0) } else { Some(2.0 + k as f32) };
        species.min_speed = if k == 3 { 0.0 } else { 1.0 };
    }
    let flock = scattered(&scenario, scenario.world.min, scenario.world.max);
    assert_same(&scenario, &flock, 10);
    assert_same(&all_round(scenario), &flock, 10);
}

#[test]
fn few_agents_far_apart_give_the_same_bits() {
    for count in [1, 2, 7, 8, 9, 17] {
        let scenario = cube(count, 4000.0, Edge::Open);
        assert_same(&scenario, &scattered(&scenario, scenario.world.min, scenario.world.max), 3);
    }
}
