//! `place` puts agents in order of cell and id, whatever their order in memory and however many share a cell.

#![allow(clippy::unwrap_used)] // a test may give up

mod common;

use common::worlds::{filled, scattered, scenario};
use flockwork::cpu::{Cpu, Sorter};
use flockwork::gpu::readback::Readback;
use flockwork::gpu::{Gpu, GpuEngine};
use flockwork::params::Plan;
use flockwork::rules::random::pcg;
use flockwork::scenario::{Edge, Scenario};
use flockwork::{Engine, Flock, Motion, Place};
use glam::Vec3;

/// The rows of a flock in a seeded random order.
fn scrambled(flock: &Flock, seed: u32) -> (Vec<Place>, Vec<Motion>) {
    let mut order: Vec<usize> = (0..flock.len()).collect();
    for i in (1..order.len()).rev() {
        order.swap(i, pcg(seed ^ i as u32) as usize % (i + 1));
    }
    (order.iter().map(|&i| flock.places[i]).collect(), order.iter().map(|&i| flock.motions[i]).collect())
}

/// An engine whose state lies in memory in that order.
fn engine_in_disorder(gpu: &Gpu, scenario: &Scenario, flock: &Flock, seed: u32) -> GpuEngine {
    let mut engine = GpuEngine::new(gpu, scenario).unwrap();
    engine.upload(flock).unwrap();
    let (places, motions) = scrambled(flock, seed);
    gpu.queue.write_buffer(engine.state().0, 0, bytemuck::cast_slice(&places));
    gpu.queue.write_buffer(engine.state().1, 0, bytemuck::cast_slice(&motions));
    engine
}

fn sorted_ids(gpu: &Gpu, engine: &GpuEngine, count: usize) -> Vec<u32> {
    let size = 16 * count as u64;
    let read = Readback::new(gpu, "test", size);
    let mut encoder = gpu.device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
    read.copy(&mut encoder, engine.sorted().0, 0, size);
    gpu.queue.submit([encoder.finish()]);
    read.read::<Place>(gpu, size).unwrap().iter().map(|place| place.id).collect()
}

fn assert_in_order(gpu: &Gpu, scenario: &Scenario, flock: &Flock) {
    let plan = Plan::new(scenario);
    let mut sorter = Sorter::new(flock.len());
    let expected: Vec<u32> =
        sorter.sort(&plan, &flock.places, &flock.motions).places.iter().map(|place| place.id).collect();
    let mut on_cpu = Cpu::new(scenario);
    on_cpu.upload(flock).unwrap();
    on_cpu.step(1).unwrap();
    let after = on_cpu.download().unwrap().hash_text();
    for seed in 0..4 {
        let mut engine = engine_in_disorder(gpu, scenario, flock, seed);
        engine.step(1).unwrap();
        assert_eq!(sorted_ids(gpu, &engine, flock.len()), expected, "seed {seed}, {}", scenario.title);
        assert_eq!(engine.download().unwrap().hash_text(), after, "seed {seed}, {}", scenario.title);
    }
}

#[test]
fn gpu_place_orders_scrambled_agents_of_sparse_cells() {
    let Some(gpu) = common::gpu() else { return };
    let scenario = scenario(6000, Vec3::ZERO, Vec3::splat(25.0), Edge::Periodic);
    assert_in_order(&gpu, &scenario, &filled(&scenario));
}

/// A scenario of agents that stand still, so that only sorting takes time.
fn stones(count: u32) -> Scenario {
    let mut scenario = scenario(count, Vec3::ZERO, Vec3::splat(20.0), Edge::Periodic);
    scenario.species[0].max_speed = Some(0.0);
    scenario
}

#[test]
fn gpu_place_orders_scrambled_agents_of_one_cell() {
    let Some(gpu) = common::gpu() else { return };
    for count in [255, 256, 257, 300, 511, 512, 513, 5000, 100_000] {
        let mut scenario = stones(count);
        scenario.title = format!("{count} in one cell");
        assert_in_order(&gpu, &scenario, &scattered(&scenario, Vec3::splat(4.1), Vec3::splat(4.2)));
    }
}

#[test]
fn gpu_place_orders_scrambled_agents_of_dense_and_sparse_cells_at_once() {
    let Some(gpu) = common::gpu() else { return };
    let scenario = stones(20_000);
    let mut flock = filled(&scenario);
    // Every second agent moves into one of three heaps of unlike size.
    for place in flock.places.iter_mut().step_by(2) {
        let heap = [3.0, 9.0, 15.0][(pcg(place.id) % 7 / 3) as usize];
        place.position = Vec3::splat(heap) + place.position * 0.001;
    }
    assert_in_order(&gpu, &scenario, &flock);
}

#[test]
fn gpu_place_orders_scrambled_agents_of_dense_and_sparse_cells_at_once_on_swiftshader() {
    common::again_on_swiftshader("gpu_place_orders_scrambled_agents_of_dense_and_sparse_cells_at_once");
}
