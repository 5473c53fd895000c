//! The `gpu` engine gives the bits of the `cpu` engine: in every preset, in awkward worlds, run after run.

#![allow(clippy::unwrap_used)] // a test may give up

mod common;

use common::worlds::{filled, flat, meeting, scattered, scenario, species};
use flockwork::compare::{Level, compare_flocks};
use flockwork::cpu::Cpu;
use flockwork::gpu::{Gpu, GpuEngine, GpuOptions};
use flockwork::scenario::{Edge, Overrides, Scenario, load, presets};
use flockwork::spawn::spawn;
use flockwork::{Engine, Flock, Motion};
use glam::{Vec3, vec3};
use std::time::Duration;

/// Runs both engines from one flock and compares every bit at each of these steps.
fn assert_equal(gpu: &Gpu, scenario: &Scenario, flock: &Flock, checkpoints: &[u32], options: GpuOptions) -> GpuEngine {
    let mut on_gpu = GpuEngine::with_options(gpu, scenario, options).unwrap();
    let mut on_cpu = Cpu::new(scenario);
    on_gpu.upload(flock).unwrap();
    on_cpu.upload(flock).unwrap();
    let mut done = 0;
    for &step in checkpoints {
        on_gpu.step(step - done).unwrap();
        on_cpu.step(step - done).unwrap();
        done = step;
        let (theirs, ours) = (on_gpu.download().unwrap(), on_cpu.download().unwrap());
        let report = compare_flocks(scenario, &ours, &theirs, Level::Bits);
        assert!(report.equal, "{} at step {step}, left cpu, right gpu: {report}", scenario.title);
        assert_eq!(ours.hash_text(), theirs.hash_text());
        assert_eq!(ours.nonfinite_count(), 0);
    }
    on_gpu
}

fn equal(gpu: &Gpu, scenario: &Scenario, flock: &Flock, checkpoints: &[u32]) {
    assert_equal(gpu, scenario, flock, checkpoints, GpuOptions::default());
}

fn preset(name: &str, count: Option<u32>, checkpoints: &[u32]) {
    let Some(gpu) = common::gpu() else { return };
    let scenario = load(name, &Overrides { count, ..Overrides::default() }).unwrap();
    equal(&gpu, &scenario, &spawn(&scenario).unwrap(), checkpoints);
}

/// A test for each preset on each software adapter, so that a failure names it.
macro_rules! each_preset {
    ($($name:ident),*) => {
        const PRESETS_TESTED: &[&str] = &[$(stringify!($name)),*];

        $(mod $name {
            use super::*;

            #[test]
            fn gpu_is_cpu_at_full_count() {
                preset(stringify!($name), None, &[1, 10]);
            }

            #[test]
            fn gpu_is_cpu_at_full_count_on_swiftshader() {
                common::again_on_swiftshader(concat!(stringify!($name), "::gpu_is_cpu_at_full_count"));
            }

            #[test]
            fn gpu_is_cpu_over_1000_steps() {
                preset(stringify!($name), Some(2000), &[100, 1000]);
            }

            #[test]
            fn gpu_is_cpu_over_1000_steps_on_swiftshader() {
                common::again_on_swiftshader(concat!(stringify!($name), "::gpu_is_cpu_over_1000_steps"));
            }

            #[test]
            #[ignore = "takes an hour; run by scripts/soak"]
            fn gpu_is_cpu_at_full_count_over_1000_steps() {
                preset(stringify!($name), None, &[100, 1000]);
            }
        })*
    };
}

each_preset!(murmuration, school, flatland, opensteer);

#[test]
fn every_preset_is_tested() {
    let names: Vec<&str> = presets().iter().map(|preset| preset.name).collect();
    assert_eq!(names, PRESETS_TESTED);
}

/// Worlds in which grids go wrong, each with the flock to start from.
fn awkward_worlds() -> Vec<(Scenario, Flock)> {
    let cube = |edge, low: f32, high: f32, count| scenario(count, Vec3::splat(low), Vec3::splat(high), edge);
    let mut worlds = Vec::new();
    let mut add = |title: &str, mut scenario: Scenario, flock: Option<Flock>| {
        scenario.title = title.into();
        let flock = flock.unwrap_or_else(|| filled(&scenario));
        worlds.push((scenario, flock));
    };
    add("a torus that is no multiple of the radius", cube(Edge::Periodic, 0.0, 13.7, 900), None);
    add("a torus with too few cells on every axis", cube(Edge::Periodic, 0.0, 5.0, 200), None);
    add("a torus smaller than the radius", cube(Edge::Periodic, 0.0, 1.5, 60), None);
    let slab = scenario(700, Vec3::ZERO, vec3(20.0, 3.0, 20.0), Edge::Periodic);
    add("a torus with too few cells on one axis", slab, None);
    add("a flat torus", flat(cube(Edge::Periodic, 0.0, 21.0, 800)), None);
    add("a flat box with walls", flat(cube(Edge::Reflect, -9.0, 9.0, 500)), None);
    add("a torus far from the origin", cube(Edge::Periodic, -1013.0, -998.0, 900), None);
    add("a crowded torus", cube(Edge::Periodic, 0.0, 10.5, 2500), None);
    let wide = cube(Edge::Periodic, -50.0, 50.0, 2000);
    let gathered = scattered(&wide, Vec3::splat(-48.0), vec3(-44.0, -40.0, -40.0));
    add("a flock that has gathered away from the seam of a torus", wide.clone(), Some(gathered));
    let dense = scattered(&wide, Vec3::splat(45.0), Vec3::splat(48.0));
    add("a dense flock that flies through the seam of a torus", wide, Some(dense));
    let sphere = Edge::SphereWrap { centre: vec3(1.0, 2.0, 3.0), radius: 7.0 };
    add("a sphere", cube(sphere, -7.0, 11.0, 900), None);
    let soft = cube(Edge::Soft { strength: 20.0 }, -5.0, 5.0, 600);
    let far = scattered(&soft, Vec3::splat(-300.0), Vec3::splat(300.0));
    add("agents far outside a soft world", soft, Some(far));
    let torus = cube(Edge::Periodic, -5.0, 5.0, 600);
    let far = scattered(&torus, Vec3::splat(-300.0), Vec3::splat(300.0));
    add("agents far outside a torus", torus, Some(far));
    let mut seam = cube(Edge::Periodic, 0.0, 10.0, 3);
    let species = &mut seam.species[0];
    (species.separation.weight, species.alignment.weight, species.cohesion.weight) = (0.0, 0.0, 0.0);
    // The first step takes one of them below the seam by less than the other side can tell from it.
    let below_max = f32::from_bits(10.0_f32.to_bits() - 1);
    let at = [Vec3::ZERO, vec3(below_max, 5.0, 5.0), vec3(5.0, below_max, 0.0)];
    let slow = Motion { forward: -Vec3::X, speed: 1e-7 };
    let onward = Motion { forward: Vec3::X, speed: 1e-4 };
    let flock = Flock::new(&at, &[slow, onward, slow]).unwrap();
    add("agents on the seam of a torus", seam, Some(flock));
    let mut away = cube(Edge::Open, -5.0, 5.0, 600);
    away.species[0].min_speed = 500.0;
    away.species[0].max_speed = Some(2000.0);
    add("an open world whose flock flies away", away, None);
    worlds
}

#[test]
fn gpu_is_cpu_in_awkward_worlds() {
    let Some(gpu) = common::gpu() else { return };
    for (scenario, flock) in awkward_worlds() {
        equal(&gpu, &scenario, &flock, &[1, 10, 60]);
    }
}

#[test]
fn gpu_is_cpu_in_awkward_worlds_when_lanes_go_alone() {
    let Some(gpu) = common::gpu() else { return };
    for (scenario, flock) in awkward_worlds() {
        let options = GpuOptions { groups: false, ..GpuOptions::default() };
        let engine = assert_equal(&gpu, &scenario, &flock, &[1, 10], options);
        assert!(!engine.dispatches().contains_key("groups"), "lanes walked together");
    }
}

#[test]
fn gpu_is_cpu_when_agents_come_to_one_point() {
    let Some(gpu) = common::gpu() else { return };
    let (scenario, flock) = meeting();
    let engine = assert_equal(&gpu, &scenario, &flock, &[3, 4, 5, 6, 12], GpuOptions::default());
    let dispatches = engine.dispatches();
    assert!(dispatches["groups"] > 6, "lanes did not walk together: {dispatches:?}");
    assert!(dispatches["steer"] > 1, "nobody met: {dispatches:?}");
}

#[test]
fn gpu_is_cpu_when_agents_come_to_one_point_on_swiftshader() {
    common::again_on_swiftshader("gpu_is_cpu_when_agents_come_to_one_point");
}

#[test]
fn gpu_is_cpu_in_awkward_worlds_on_swiftshader() {
    common::again_on_swiftshader("gpu_is_cpu_in_awkward_worlds");
}

#[test]
fn gpu_is_cpu_for_hardly_anybody() {
    let Some(gpu) = common::gpu() else { return };
    let start = Motion { forward: Vec3::X, speed: 1.0 };
    for edge in [Edge::Periodic, Edge::Open] {
        for at in [vec![], vec![Vec3::ONE], vec![Vec3::splat(5.0); 2]] {
            let scenario = scenario(at.len() as u32, Vec3::ZERO, Vec3::splat(10.0), edge);
            let flock = Flock::new(&at, &vec![start; at.len()]).unwrap();
            equal(&gpu, &scenario, &flock, &[1, 10, 200]);
        }
    }
}

#[test]
fn gpu_is_cpu_for_hardly_anybody_on_swiftshader() {
    common::again_on_swiftshader("gpu_is_cpu_for_hardly_anybody");
}

/// A heap of agents in one cell, of which the first `moving` fly and the others stand still.
fn heap(count: u32, moving: u32) -> (Scenario, Flock) {
    let mut scenario = scenario(count, Vec3::ZERO, Vec3::splat(10.0), Edge::Periodic);
    let mut still = species(count - moving);
    still.name = "stone".into();
    still.max_speed = Some(0.0);
    scenario.species = vec![species(moving), still];
    scenario.flocks_with = vec![0b11, 0b10];
    let flock = scattered(&scenario, Vec3::splat(4.1), Vec3::splat(4.2));
    (scenario, flock)
}

#[test]
fn gpu_is_cpu_for_300_agents_in_one_cell() {
    let Some(gpu) = common::gpu() else { return };
    let (scenario, flock) = heap(300, 300);
    let engine = assert_equal(&gpu, &scenario, &flock, &[1, 5, 40], GpuOptions::default());
    assert!(engine.dispatches()["place_merge"] > 0, "the heap did not exercise the merge of dense cells");
}

#[test]
fn gpu_is_cpu_for_70000_agents_in_one_cell_of_which_64_move() {
    let Some(gpu) = common::gpu() else { return };
    let (scenario, flock) = heap(70_000, 64);
    let engine = assert_equal(&gpu, &scenario, &flock, &[1, 3], GpuOptions::default());
    assert!(engine.dispatches()["place_merge"] >= 9, "70,000 agents need nine merges");
    assert!(engine.dispatches()["steer"] > 20, "70,000 candidates need more than 20 rounds");
}

#[test]
fn gpu_is_cpu_for_70000_agents_in_one_cell_of_which_64_move_on_swiftshader() {
    common::again_on_swiftshader("gpu_is_cpu_for_70000_agents_in_one_cell_of_which_64_move");
}

#[test]
fn gpu_is_cpu_when_candidates_are_cut_into_short_rounds() {
    let Some(gpu) = common::gpu() else { return };
    let scenario = scenario(300, Vec3::ZERO, Vec3::splat(8.0), Edge::Periodic);
    // Lanes of a group end their lists in different rounds, in the middle of different runs.
    for (chunk, slice) in [(7, 100), (64, 300), (50, 7), (33, 4096)] {
        let options = GpuOptions { chunk, slice, ..GpuOptions::default() };
        let engine = assert_equal(&gpu, &scenario, &filled(&scenario), &[1, 4], options);
        assert!(engine.dispatches()["steer"] > 4, "no rounds with chunks of {chunk}");
    }
}

/// Whom each of many species flocks with, no two alike.
fn many_species(count: u32, each: u32) -> Scenario {
    let mut scenario = scenario(0, Vec3::ZERO, Vec3::splat(12.5), Edge::Periodic);
    scenario.species = (0..count).map(|_| species(each)).collect();
    scenario.flocks_with = (0..count).map(|k| !(0b101 << (k % 29))).collect();
    scenario
}

#[test]
fn gpu_is_cpu_for_a_crowd_of_32_species() {
    let Some(gpu) = common::gpu() else { return };
    let mut scenario = many_species(32, 1);
    scenario.species[31].count = 3300;
    equal(&gpu, &scenario, &scattered(&scenario, Vec3::splat(4.1), Vec3::splat(5.0)), &[1]);
}

#[test]
fn gpu_is_cpu_when_lanes_walk_long_lists_in_different_rows() {
    let Some(gpu) = common::gpu() else { return };
    // Lists just under what one round takes.
    let scenario = many_species(3, 23_500);
    let options = GpuOptions { chunk: 2500, ..GpuOptions::default() };
    let engine = assert_equal(&gpu, &scenario, &filled(&scenario), &[1], options);
    let most = engine.candidates_max();
    assert!((2000..2500).contains(&most), "lists of {most} candidates do not test long ones");
}

#[test]
fn gpu_cuts_long_work_into_many_submissions() {
    let Some(gpu) = common::gpu() else { return };
    let (scenario, flock) = heap(5000, 5000);
    let options = GpuOptions { slice: 1000, groups: false, ..GpuOptions::default() };
    let engine = assert_equal(&gpu, &scenario, &flock, &[1], options);
    assert!(engine.submissions() >= 5 * 2, "{} submissions for five slices in two rounds", engine.submissions());
    println!("the longest of {} submissions took {:?}", engine.submissions(), engine.submission_longest());
    let sparse = common::worlds::scenario(2000, Vec3::ZERO, Vec3::splat(40.0), Edge::Periodic);
    let mut engine = GpuEngine::new(&gpu, &sparse).unwrap();
    engine.upload(&filled(&sparse)).unwrap();
    engine.step(60).unwrap();
    assert!(engine.submissions() < 40, "{} submissions for 60 short steps", engine.submissions());
}

#[test]
fn gpu_gives_one_hash_for_all_workgroup_sizes() {
    let Some(gpu) = common::gpu() else { return };
    for edge in [Edge::Periodic, Edge::Open] {
        let scenario = scenario(3001, Vec3::ZERO, Vec3::splat(20.0), edge);
        for workgroup in [32, 64, 128, 256] {
            let options = GpuOptions { workgroup, ..GpuOptions::default() };
            assert_equal(&gpu, &scenario, &filled(&scenario), &[1, 20], options);
        }
    }
}

fn one_hash_in_ten_runs(count: u32, size: f32, steps: u32) {
    let Some(gpu) = common::gpu() else { return };
    let scenario = scenario(count, Vec3::ZERO, Vec3::splat(size), Edge::Periodic);
    let flock = filled(&scenario);
    let hashes = (0..10).map(|_| {
        let mut engine = GpuEngine::new(&gpu, &scenario).unwrap();
        engine.upload(&flock).unwrap();
        engine.step(steps).unwrap();
        engine.download().unwrap().hash_text()
    });
    let hashes: std::collections::BTreeSet<_> = hashes.collect();
    assert_eq!(hashes.len(), 1, "{hashes:?}");
}

#[test]
fn gpu_gives_one_hash_in_ten_runs() {
    one_hash_in_ten_runs(8_000, 26.0, 10);
}

#[test]
#[ignore = "takes an hour; run by scripts/soak"]
fn gpu_gives_one_hash_in_ten_long_runs() {
    one_hash_in_ten_runs(100_000, 60.0, 300);
}

#[test]
fn gpu_gives_one_hash_in_ten_runs_on_swiftshader() {
    common::again_on_swiftshader("gpu_gives_one_hash_in_ten_runs");
}

#[test]
fn gpu_step_is_compute_passes_on_the_named_adapter_and_nothing_else() {
    let Some(gpu) = common::gpu() else { return };
    let scenario = scenario(5000, Vec3::ZERO, Vec3::splat(30.0), Edge::Open);
    let mut engine = GpuEngine::new(&gpu, &scenario).unwrap();
    let name = engine.adapter().unwrap();
    assert!(name.contains("llvmpipe") || name.contains("SwiftShader"), "{name}");
    engine.upload(&filled(&scenario)).unwrap();
    engine.step(7).unwrap();
    let each = [
        "bounds",
        "grid",
        "count",
        "scan_reduce",
        "scan_sums",
        "scan_apply",
        "place_scatter",
        "place_rank",
        "integrate",
    ];
    // Nothing is known of the first step's lists, so their lanes go alone.
    let steered = [("steer", 1), ("groups", 6)];
    let expected = each.map(|pass| (pass, 7)).into_iter().chain(steered).collect();
    assert_eq!(*engine.dispatches(), expected, "seven steps are seven dispatches of each pass");
    assert_eq!(engine.state_readbacks(), 0, "a step reads no agent back");
    engine.download().unwrap();
    assert_eq!(engine.state_readbacks(), 2, "the counter of readbacks does not count");
}

#[test]
fn gpu_folds_dispatches_past_65535_workgroups_and_scans_millions_of_cells() {
    let Some(gpu) = common::gpu() else { return };
    // 65,535 workgroups of 32 threads and a few more; 199 cells on each axis.
    let mut scenario = scenario(2_097_120 + 33, Vec3::ZERO, Vec3::splat(200.0), Edge::Periodic);
    let species = &mut scenario.species[0];
    (species.separation.radius, species.alignment.radius, species.cohesion.radius) = (0.5, 0.5, 1.0);
    let options = GpuOptions { workgroup: 32, ..GpuOptions::default() };
    assert_equal(&gpu, &scenario, &filled(&scenario), &[1], options);
}

#[test]
fn gpu_refuses_a_count_above_the_binding_limit_by_number() {
    let Some(gpu) = common::gpu() else { return };
    let most = gpu.report.max_storage_buffer_binding_size / 16;
    let count = u32::try_from(most + 1).unwrap_or(u32::MAX);
    let scenario = scenario(count, Vec3::ZERO, Vec3::splat(1000.0), Edge::Periodic);
    let error = GpuEngine::new(&gpu, &scenario).unwrap_err().to_string();
    assert!(error.contains(&count.to_string()) && error.contains(&format!("at most {most} agents")), "{error}");
}

#[test]
fn gpu_is_cpu_when_lanes_walk_together_in_parts() {
    let Some(gpu) = common::gpu() else { return };
    let scenario = scenario(5000, Vec3::ZERO, Vec3::splat(20.0), Edge::Periodic);
    let options = GpuOptions { slice: 1000, part: Duration::from_micros(100), ..GpuOptions::default() };
    let engine = assert_equal(&gpu, &scenario, &filled(&scenario), &[4], options);
    let dispatches = engine.dispatches();
    assert!(dispatches["groups"] > 6, "the flock was not cut into parts: {dispatches:?}");
}

#[test]
fn gpu_lanes_that_all_stand_still_walk_nowhere() {
    let Some(gpu) = common::gpu() else { return };
    // A few fly above a heap of stones: were it walked, its lists would be too long for lanes that walk together.
    let (scenario, mut flock) = heap(20_000, 64);
    for (i, place) in flock.places.iter_mut().enumerate().take(64) {
        place.position = vec3((i % 8) as f32, (i / 8) as f32, 9.0);
    }
    let engine = assert_equal(&gpu, &scenario, &flock, &[6], GpuOptions::default());
    let dispatches = engine.dispatches();
    // The first try of the first step only finds out how dense the heap is.
    let together = dispatches["groups"] >= 6 && dispatches["integrate"] == 7;
    assert!(together, "lanes did not walk together: {dispatches:?}");
    assert!(engine.candidates_max() < 100, "a list of {}", engine.candidates_max());
}
