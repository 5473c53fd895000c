//! Whether lanes walk together is decided by what the last step needed, and by nothing older.

#![allow(clippy::unwrap_used)] // a test may give up

mod common;

use common::worlds::{scattered, scenario};
use flockwork::Engine;
use flockwork::compare::{Level, compare_flocks};
use flockwork::cpu::Cpu;
use flockwork::gpu::{GpuEngine, GpuOptions};
use flockwork::scenario::Edge;
use glam::Vec3;

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
