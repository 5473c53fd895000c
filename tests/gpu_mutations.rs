//! A comparison that cannot fail proves nothing: each fault planted in a shader is found by the check named beside it.

#![allow(clippy::unwrap_used)] // a test may give up

mod common;

use common::worlds::{filled, flat, scattered, scenario, species};
use flockwork::compare::{Level, compare_flocks};
use flockwork::cpu::Cpu;
use flockwork::gpu::{Gpu, GpuEngine, GpuOptions, Mutation};
use flockwork::scenario::{Edge, Rule, Scenario};
use flockwork::{Engine, Flock, Motion};
use glam::{Vec3, vec3};

/// What a fault is found by: a world, its flock, and so many steps.
type Check = fn() -> (Scenario, Flock, u32);

fn torus() -> (Scenario, Flock, u32) {
    let scenario = scenario(1200, Vec3::ZERO, Vec3::splat(13.7), Edge::Periodic);
    let flock = filled(&scenario);
    (scenario, flock, 3)
}

fn walls() -> (Scenario, Flock, u32) {
    let scenario = scenario(600, Vec3::splat(-6.0), Vec3::splat(6.0), Edge::Reflect);
    let flock = filled(&scenario);
    (scenario, flock, 30)
}

fn sphere() -> (Scenario, Flock, u32) {
    let edge = Edge::SphereWrap { centre: Vec3::ZERO, radius: 6.0 };
    let scenario = scenario(300, Vec3::splat(-6.0), Vec3::splat(6.0), edge);
    let flock = filled(&scenario);
    (scenario, flock, 3)
}

fn soft() -> (Scenario, Flock, u32) {
    let scenario = scenario(300, Vec3::splat(-6.0), Vec3::splat(6.0), Edge::Soft { strength: 20.0 });
    let flock = scattered(&scenario, Vec3::splat(-9.0), Vec3::splat(9.0));
    (scenario, flock, 3)
}

/// A small torus that is searched whole.
fn tiny() -> (Scenario, Flock, u32) {
    let scenario = scenario(60, Vec3::ZERO, Vec3::splat(3.0), Edge::Periodic);
    let flock = filled(&scenario);
    (scenario, flock, 2)
}

/// A torus two cells wide, of which left and right of a cell are the same one.
fn two_cells() -> (Scenario, Flock, u32) {
    let scenario = scenario(150, Vec3::ZERO, Vec3::splat(5.0), Edge::Periodic);
    let flock = filled(&scenario);
    (scenario, flock, 2)
}

/// Agents that are faster than they may be.
fn fast() -> (Scenario, Flock, u32) {
    let (mut scenario, flock, steps) = torus();
    scenario.species[0].max_speed = Some(2.0);
    (scenario, flock, steps)
}

/// Dyadic places, where distances fall exactly on the radii and cosines on the cones.
fn lattice() -> (Scenario, Flock, u32) {
    let mut scenario = flat(scenario(400, Vec3::splat(0.0), Vec3::splat(10.0), Edge::Periodic));
    scenario.species[0].body_radius = 0.125;
    scenario.species[0].separation = Rule { weight: 1.0, radius: 0.5, cos_angle: -2.0 };
    scenario.species[0].alignment = Rule { weight: 1.0, radius: 1.0, cos_angle: 0.0 };
    scenario.species[0].cohesion = Rule { weight: 1.0, radius: 1.5, cos_angle: 0.0 };
    // Without the holes every sum would be symmetric, and one more row of neighbours would turn no direction.
    let kept: Vec<usize> = (0..400).filter(|i| i * i % 7 != 2).collect();
    let places: Vec<Vec3> = kept.iter().map(|i| vec3((i % 20) as f32 * 0.5, (i / 20) as f32 * 0.5, 0.0)).collect();
    let headings = [Vec3::X, Vec3::Y, -Vec3::X, -Vec3::Y];
    let motions: Vec<Motion> = kept.iter().map(|i| Motion { forward: headings[i * 7 / 3 % 4], speed: 1.0 }).collect();
    scenario.species[0].count = kept.len() as u32;
    (scenario, Flock::new(&places, &motions).unwrap(), 1)
}

/// Several hundred agents in one cell, some of them at one point.
fn heap() -> (Scenario, Flock, u32) {
    let scenario = scenario(700, Vec3::ZERO, Vec3::splat(12.0), Edge::Periodic);
    let mut flock = scattered(&scenario, Vec3::splat(4.1), Vec3::splat(4.4));
    for i in 0..20 {
        flock.places[i * 30].position = Vec3::splat(4.2);
    }
    (scenario, flock, 2)
}

/// Two species, one of which does not see the other.
fn two_species() -> (Scenario, Flock, u32) {
    let mut scenario = scenario(500, Vec3::ZERO, Vec3::splat(12.0), Edge::Periodic);
    scenario.species = vec![species(250), species(250)];
    scenario.species[1].min_speed = 3.0;
    scenario.flocks_with = vec![0b01, 0b11];
    let flock = filled(&scenario);
    (scenario, flock, 2)
}

const FAULTS: &[(&str, &str, &str, Check)] = &[
    // file, text, fault, found by
    ("steer", "j == i", "false", torus),
    ("steer", "periods_x = -1.0", "periods_x = 1.0", torus),
    ("steer", "+ shift;", "- shift;", torus),
    (
        "steer",
        "(sorted_places[j].position - position) + shift",
        "sorted_places[j].position + (shift - position)",
        torus,
    ),
    ("steer", "distance2 <= species.perception2", "distance2 < species.perception2", lattice),
    ("steer", "if grid.images != 0u", "if false", tiny),
    ("steer", "y <= span_y.last", "y < span_y.last", torus),
    ("steer", "z <= span_z.last", "z < span_z.last", torus),
    ("steer", "listed += length;", "listed += 0u;", heap_in_rounds),
    ("steer", "& 1u) == 0u", "& 1u) == 2u", two_species),
    ("steer", "distance2 < core2", "distance2 <= core2", core_on_the_edge),
    ("steer", "distance2 > radius2", "distance2 >= radius2", lattice),
    ("steer", "ahead > cos_angle * distance", "ahead >= cos_angle * distance", lattice),
    ("steer", "-1.0 / (distance * falloff)", "-1.0 / distance", torus),
    ("steer", "f32(sums.alignment_count) - forward", "f32(sums.alignment_count) + forward", torus),
    ("steer", "+= other.forward", "+= other.forward * 1.0000001", torus),
    ("steer", "select(-e, e, i > j)", "select(e, -e, i > j)", heap),
    ("steer", "place - f32(cell + 1)", "place - f32(cell)", torus),
    ("steer", "f32(cell) - place", "f32(cell + 1) - place", torus),
    ("steer", "gap_y * gap_y + gap_z * gap_z", "(gap_y + gap_z) * (gap_y + gap_z)", torus),
    ("steer", "floor(place + half)", "floor(place)", torus),
    ("steer", "floor(place - half)", "floor(place)", torus),
    ("groups", "min(own, params.agent_count - 1u)", "max(min(own, params.agent_count - 1u), 1u) - 1u", torus),
    ("groups", "waiting && row == row_now && place.x", "waiting && place.x", torus),
    ("groups", "waiting = waiting && !here", "waiting = false", torus),
    ("groups", "base += me.lanes;", "base += me.lanes + 1u;", torus),
    ("groups", "some & (some - 1u)", "0u", torus),
    ("groups", "select(-1.0, species.perception2, here)", "species.perception2", thin),
    ("groups", "select(low.y, high.y, at.x > i32(cell.x))", "low.y", torus),
    ("groups", "select(low.z, high.z, at.y > i32(cell.y))", "high.z", torus),
    ("groups", "span_within(everywhere, low.x, half).first", "span_within(everywhere, high.x, half).first", torus),
    ("groups", "count >= 32u);", "count >= 1u);", following),
    ("groups", "1u << ((me.i - base) & 31u)", "0u", following),
    ("groups", "near |= select(0u, 8u", "near |= select(0u, 4u", torus),
    ("groups", "dot3(offset, offset) <= me.perception2", "dot3(offset, offset) < me.perception2", lattice_twice),
    ("groups", "& 1u) == 1u;", "& 1u) == 0u;", two_species),
    ("groups", "periods_x, subgroupShuffle(mine.periods, k)", "-periods_x, subgroupShuffle(mine.periods, k)", torus),
    ("integrate", "status.coincident_max > schedule.apart", "false", meeting),
    ("grid", "horizon * horizon", "horizon * 0.9 * horizon", torus),
    ("grid", "floor(extent / edge)", "ceil(extent / edge)", torus),
    ("grid", "2u * reach + 1u", "2u * reach - 1u", two_cells),
    ("grid", "return 0.0;\n    }\n    return period;", "return 0.0;\n    }\n    return 0.0;", torus),
    ("grid", "period - extent > with_margin(radius, period)", "period - extent > 0.9 * radius", almost_across),
    ("grid", "hi.y - lo.y, radius)", "0.0, radius)", torus),
    ("grid", "params.agent_count / GATHERED", "0u", gathered),
    ("place", "select(0u, 1u, order[k].id < own.id)", "select(0u, 1u, order[k].id > own.id)", torus),
    ("place", "order[middle].id < own.id", "order[middle].id > own.id", heap),
    ("scan", "starts[k] = start;", "starts[k] = start + 1u;", torus),
    ("integrate", "if speed > max_speed", "if speed > max_speed * 2.0", fast),
    ("integrate", "if speed < min_speed", "if speed < min_speed * 0.5", two_species),
    ("integrate", "floor((x - min) / period)", "round((x - min) / period)", torus),
    ("integrate", "MovedAxis(select(mirrored, lo, mirrored < lo), -abs(v))", "MovedAxis(hi, -v)", walls),
    ("integrate", "2.0 * radius", "1.0 * radius", sphere),
    ("integrate", "return -strength", "return strength", soft),
    (
        "integrate",
        "limit(steering + pushed_in(params, position), species.max_force)",
        "steering + pushed_in(params, position)",
        soft_and_weak,
    ),
];

/// The first step goes lane by lane. Agents as light as this turn at once, and in so short a time stay where they are.
fn lattice_twice() -> (Scenario, Flock, u32) {
    let (mut scenario, flock, _) = lattice();
    scenario.dt = 1e-20;
    scenario.species[0].mass = 1e-20;
    (scenario, flock, 2)
}

/// So few agents that lanes of several rows of cells see the same candidates.
fn thin() -> (Scenario, Flock, u32) {
    let scenario = scenario(300, Vec3::ZERO, Vec3::splat(13.7), Edge::Periodic);
    let flock = filled(&scenario);
    (scenario, flock, 3)
}

/// Nobody is pushed: lanes that walk together would leave off when an agent saw itself, and so mend the fault.
fn following() -> (Scenario, Flock, u32) {
    let (mut scenario, flock, steps) = torus();
    scenario.species[0].separation.weight = 0.0;
    (scenario, flock, steps)
}

/// A pair that see each other through the seam, from as far as they see.
fn almost_across() -> (Scenario, Flock, u32) {
    let scenario = scenario(2, Vec3::ZERO, Vec3::splat(12.0), Edge::Periodic);
    let at = [vec3(0.5, 5.0, 5.0), vec3(10.55, 5.0, 5.0)];
    let motions = [Motion { forward: -Vec3::X, speed: 1.0 }, Motion { forward: Vec3::X, speed: 1.0 }];
    (scenario, Flock::new(&at, &motions).unwrap(), 1)
}

/// So dense that cells of a quarter of the radius are taken.
fn gathered() -> (Scenario, Flock, u32) {
    let scenario = scenario(3000, Vec3::ZERO, Vec3::splat(40.0), Edge::Periodic);
    let flock = scattered(&scenario, Vec3::splat(10.0), Vec3::splat(12.0));
    (scenario, flock, 2)
}

fn meeting() -> (Scenario, Flock, u32) {
    let (scenario, flock) = common::worlds::meeting();
    (scenario, flock, 7)
}

fn heap_in_rounds() -> (Scenario, Flock, u32) {
    let (scenario, flock, _) = heap();
    (scenario, flock, 1)
}

/// Agents exactly three body radii apart, inside the core for a wrong `<=` alone.
fn core_on_the_edge() -> (Scenario, Flock, u32) {
    let (mut scenario, flock, steps) = lattice();
    scenario.species[0].body_radius = 0.5;
    (scenario, flock, steps)
}

/// The forces of the rules alone stay under the limit, with the push of the edge they do not.
fn soft_and_weak() -> (Scenario, Flock, u32) {
    let (mut scenario, flock, steps) = soft();
    scenario.species[0].max_force = Some(5.0);
    (scenario, flock, steps)
}

/// Whether both engines give the same bits, the gpu with this fault in its shaders.
fn equal(gpu: &Gpu, check: Check, mutation: Option<Mutation>) -> Result<bool, String> {
    let (scenario, flock, steps) = check();
    let options = GpuOptions { chunk: 500, mutation, ..GpuOptions::default() };
    let mut on_gpu = GpuEngine::with_options(gpu, &scenario, options).map_err(|error| error.to_string())?;
    let mut on_cpu = Cpu::new(&scenario);
    on_gpu.upload(&flock).unwrap();
    on_cpu.upload(&flock).unwrap();
    if on_gpu.step(steps).is_err() {
        return Ok(false);
    }
    on_cpu.step(steps).unwrap();
    Ok(compare_flocks(&scenario, &on_cpu.download().unwrap(), &on_gpu.download().unwrap(), Level::Bits).equal)
}

#[test]
fn gpu_mutated_shaders_are_each_found_by_their_check() {
    let Some(gpu) = common::gpu() else { return };
    let mut unfound = Vec::new();
    for &(file, text, fault, check) in FAULTS {
        let mutation = Mutation { file, text, fault };
        match equal(&gpu, check, Some(mutation)) {
            Ok(false) => {}
            Ok(true) => unfound.push(format!("{file}: `{text}` -> `{fault}` changes no bit")),
            Err(error) => unfound.push(format!("{file}: `{text}` -> `{fault}` does not compile: {error}")),
        }
    }
    assert!(unfound.is_empty(), "{} of {} faults not found:\n{}", unfound.len(), FAULTS.len(), unfound.join("\n"));
}

#[test]
fn gpu_unmutated_shaders_pass_every_check() {
    let Some(gpu) = common::gpu() else { return };
    for check in [
        torus,
        walls,
        sphere,
        soft,
        tiny,
        two_cells,
        fast,
        lattice,
        heap,
        heap_in_rounds,
        lattice_twice,
        meeting,
        thin,
        following,
        two_species,
        core_on_the_edge,
        soft_and_weak,
        almost_across,
        gathered,
    ] {
        assert_eq!(equal(&gpu, check, None), Ok(true), "{}", check().0.title);
    }
}

#[test]
fn every_fault_is_planted_in_text_that_is_there_once() {
    for &(file, text, _, _) in FAULTS {
        let found = flockwork::gpu::layout::PASSES.iter().find(|pass| pass.file == file).unwrap();
        let count = flockwork::gpu::shader::compose(found).matches(text).count();
        assert_eq!(count, 1, "`{text}` is {count} times in {file}");
    }
}
