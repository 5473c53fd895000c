//! Lanes walk together where they can, as the last step tells and nothing older.

#![allow(clippy::unwrap_used)] // a test may give up

mod common;

use common::worlds::{scattered, scenario};
use flockwork::Engine;
use flockwork::compare::{Level, compare_flocks};
use flockwork::cpu::Cpu;
use flockwork::gpu::{GpuEngine, GpuOptions};
use flockwork::scenario::Edge;
use glam::{Vec3, vec3};

#[test]
fn gpu_lanes_walk_together_after_a_first_step_in_rounds() {
    let Some(gpu) = common::gpu() else { return };
    let scenario = scenario(3000, Vec3::ZERO, Vec3::splat(40.0), Edge::Periodic);
    let flock = scattered(&scenario, Vec3::splat(10.0), Vec3::splat(12.0));
    // Everybody is on an agent's list, which takes three rounds; an eighth of what lanes share takes one.
    let options = GpuOptions { chunk: 1000, ..GpuOptions::default() };
    let mut engine = GpuEngine::with_options(&gpu, &scenario, options).unwrap();
    let mut cpu = Cpu::new(&scenario);
    engine.upload(&flock).unwrap();
    cpu.upload(&flock).unwrap();
    for _ in 0..5 {
        engine.step(1).unwrap();
    }
    cpu.step(5).unwrap();
    assert!(compare_flocks(&scenario, &cpu.download().unwrap(), &engine.download().unwrap(), Level::Bits).equal);
    let together = engine.dispatches().get("groups").copied().unwrap_or(0);
    assert!(together >= 5, "lanes went alone after the first step: {:?}", engine.dispatches());
}

#[test]
fn gpu_is_cpu_when_a_flock_draws_together_in_a_torus_less_than_three_radii_wide() {
    let Some(gpu) = common::gpu() else { return };
    // Spread over this world it would have half cells, five to the width; drawn together it has whole ones, too few to tell
    // left from right.
    let mut scenario = scenario(4315, Vec3::ZERO, vec3(2.72, 27.81, 31.09), Edge::Periodic);
    let species = &mut scenario.species[0];
    (species.separation.radius, species.alignment.radius, species.cohesion.radius) = (1.0, 1.0, 1.0);
    let flock = scattered(&scenario, vec3(0.2, 5.0, 5.0), vec3(2.4, 22.3, 23.5));
    let mut engine = GpuEngine::new(&gpu, &scenario).unwrap();
    let mut cpu = Cpu::new(&scenario);
    engine.upload(&flock).unwrap();
    cpu.upload(&flock).unwrap();
    engine.step(3).unwrap();
    cpu.step(3).unwrap();
    assert!(compare_flocks(&scenario, &cpu.download().unwrap(), &engine.download().unwrap(), Level::Bits).equal);
}
