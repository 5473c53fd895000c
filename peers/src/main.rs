//! Flockwork beside its peers: the same workload on the same machine, both sides in turn, medians.
//!
//! `flockwork-peers [WORD...]`: without a word everything; else some of the tables `yardstick`, `late`, `clump`, `order`,
//! `cpu` and `krabmaga`, or single rows of the first by their name.

mod cores;
mod krab;
mod workload;
mod yardstick;

use flockwork::cpu::Cpu;
use flockwork::engine::Engine;
use flockwork::gpu::{AdapterChoice, Gpu, GpuEngine, GpuOptions, Mutation};
use flockwork::measure::census;
use flockwork::scenario::Dimensions;
use flockwork::{Flock, Scenario};
use std::time::Instant;
use workload::{scattered, torus};
use yardstick::Yardstick;

/// Pairs of timings of which the median is taken.
const PAIRS: usize = 9;

/// Name, agents, neighbours of an agent, dimensions.
type Row = (&'static str, u32, f32, Dimensions);

const ROWS: &[Row] = &[
    ("3d-6.5", 65_536, 6.5, Dimensions::Three),
    ("3d-6.5-large", 262_144, 6.5, Dimensions::Three),
    ("3d-33", 65_536, 33.0, Dimensions::Three),
    ("3d-100", 65_536, 100.0, Dimensions::Three),
    ("2d-11", 65_536, 11.0, Dimensions::Two),
];

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let wanted = |name: &str| words.is_empty() || words.iter().any(|word| word == name);
    let gpu = Gpu::open(&AdapterChoice::Software).expect("a software adapter");
    println!("{}\n", gpu.report);
    if ROWS.iter().any(|row| wanted(row.0)) || wanted("yardstick") {
        println!("| workload | agents | k | c | yardstick ms | flockwork ms | ratio |\n|---|---|---|---|---|---|---|");
        for &row in ROWS.iter().filter(|row| wanted(row.0) || wanted("yardstick")) {
            let (scenario, flock) = at_the_start(row);
            beside_yardstick(&gpu, row.0, &scenario, &flock, 2);
        }
    }
    if wanted("late") {
        late(&gpu);
    }
    if wanted("clump") {
        clump(&gpu);
    }
    if wanted("order") {
        order(&gpu);
    }
    if wanted("cpu") {
        cores::table();
    }
    if wanted("krabmaga") {
        cores::beside_krabmaga();
    }
}

fn at_the_start((_, count, neighbours, dimensions): Row) -> (Scenario, Flock) {
    let scenario = torus(count, neighbours, 1.0, dimensions);
    let flock = scattered(&scenario, scenario.world.min, scenario.world.max);
    (scenario, flock)
}

/// Flockwork's `gpu` engine and the yardstick from the same flock, `steps` at a time; returns Flockwork's milliseconds a step
/// and those of its longest submission.
fn beside_yardstick(gpu: &Gpu, name: &str, scenario: &Scenario, flock: &Flock, steps: u32) -> (f64, f64) {
    let yardstick = Yardstick::new(gpu, scenario, flock);
    let mut engine = GpuEngine::new(gpu, scenario).expect("the flock fits");
    engine.upload(flock).expect("the flock is sound");
    // Pipelines are made and memory is touched before anything is timed.
    yardstick.step(steps);
    let neighbours = yardstick.neighbours_mean();
    engine.step(4).expect("the step ends");
    let mut pairs = [Vec::new(), Vec::new(), Vec::new()];
    for _ in 0..PAIRS {
        let theirs = millis(|| yardstick.step(steps)) / f64::from(steps);
        let ours = millis(|| engine.step(steps).expect("the step ends")) / f64::from(steps);
        pairs[0].push(theirs);
        pairs[1].push(ours);
        pairs[2].push(theirs / ours);
    }
    let [theirs, ours, ratio] = pairs.map(|mut values| median(&mut values));
    let agents = scenario.agent_count();
    let census = census(scenario, flock);
    assert!(
        (census.neighbours_mean - neighbours).abs() < 0.02 * neighbours,
        "the sides see other neighbours: {census:?}"
    );
    let candidates = census.candidates_mean;
    println!("| {name} | {agents} | {neighbours:.1} | {candidates:.0} | {theirs:.1} | {ours:.1} | {ratio:.2} |");
    (ours, engine.submission_longest().as_secs_f64() * 1e3)
}

/// Flocks that have gathered: places and motions of 2,000 steps later, on both sides.
fn late(gpu: &Gpu) {
    println!(
        "\n| after 2,000 steps | agents | k | c | yardstick ms | flockwork ms | ratio |\n|---|---|---|---|---|---|---|"
    );
    for &row in ROWS.iter().filter(|row| ["3d-6.5", "2d-11"].contains(&row.0)) {
        let (scenario, start) = at_the_start(row);
        let mut cpu = Cpu::new(&scenario);
        cpu.upload(&start).expect("the flock is sound");
        cpu.step(2000).expect("the step ends");
        let gathered = cpu.download().expect("the flock comes back");
        let (first, first_tests) =
            (beside_yardstick(gpu, row.0, &scenario, &start, 2), own_cell_tests(&scenario, &start));
        let late = beside_yardstick(gpu, &format!("{} late", row.0), &scenario, &gathered, 2);
        let late_tests = own_cell_tests(&scenario, &gathered);
        let per_test = |millis: f64, tests: f64| millis * 1e6 / tests;
        println!(
            "\n{}: {:.3} ns an own-cell pair test at the start ({:.1} M), {:.3} ns after 2,000 steps ({:.1} M)\n",
            row.0,
            per_test(first.0, first_tests),
            first_tests / 1e6,
            per_test(late.0, late_tests),
            late_tests / 1e6
        );
    }
}

/// Candidates of all agents of this flock where cells have the edge of the radius.
fn own_cell_tests(scenario: &Scenario, flock: &Flock) -> f64 {
    let flat = scenario.dimensions == Dimensions::Two;
    let axis = (scenario.world.max.x / scenario.species[0].cohesion.radius).floor();
    let scale = axis / scenario.world.max.x;
    let n = axis as i32;
    let deep = if flat { 1 } else { n };
    let index = |x: i32, y: i32, z: i32| ((z.rem_euclid(deep) * n + y.rem_euclid(n)) * n + x.rem_euclid(n)) as usize;
    let mut cells = vec![0_u32; (n * n * deep) as usize];
    let cell = |position: glam::Vec3| (position * scale).as_ivec3().min(glam::IVec3::splat(n - 1));
    for place in &flock.places {
        let c = cell(place.position);
        cells[index(c.x, c.y, c.z)] += 1;
    }
    let around = |c: glam::IVec3| {
        let zs = if flat { 0..=0 } else { -1..=1 };
        let rows = zs.flat_map(|z| (-1..=1).map(move |y| (y, z)));
        rows.flat_map(|(y, z)| (-1..=1).map(move |x| (x, y, z)))
            .map(|(x, y, z)| u64::from(cells[index(c.x + x, c.y + y, c.z + z)]))
            .sum::<u64>()
    };
    flock.places.iter().map(|place| around(cell(place.position))).sum::<u64>() as f64
}

/// Everybody in the middle hundredth of the world.
fn clump(gpu: &Gpu) {
    let mut submissions = Vec::new();
    println!("\n| clump | agents | k | c | yardstick ms | flockwork ms | ratio |\n|---|---|---|---|---|---|---|");
    for &(name, count, neighbours, dimensions) in ROWS.iter().filter(|row| ["3d-6.5", "3d-33"].contains(&row.0)) {
        let mut scenario = torus(count, neighbours, 1.0, dimensions);
        scenario.species[0].separation.radius = 0.25;
        let (middle, half) = (scenario.world.max / 2.0, scenario.world.max / 2.0 * 0.01_f32.cbrt());
        let flock = scattered(&scenario, middle - half, middle + half);
        let (_, longest) = beside_yardstick(gpu, &format!("{name} clump"), &scenario, &flock, 1);
        submissions.push(format!("{name} {longest:.0} ms"));
    }
    println!("\nlongest submission: {}\n", submissions.join(", "));
}

/// What the order of agents inside a cell costs: the same step with each agent left where the atomic counter put it.
fn order(gpu: &Gpu) {
    let as_counted = Mutation {
        file: "place",
        text: "    var smaller = 0u;
    for (var k = first; k < end; k++) {
        smaller += select(0u, 1u, order[k].id < own.id);
    }
    if LAST {
        sorted_places[first + smaller] = places[own.source];
        sorted_motions[first + smaller] = motions[own.source];
    } else {
        order_next[first + smaller] = own;
    }",
        fault: "    if LAST {
        sorted_places[t] = places[own.source];
        sorted_motions[t] = motions[own.source];
    } else {
        order_next[t] = own;
    }",
    };
    let (scenario, flock) = at_the_start(ROWS[0]);
    let engine = |mutation| {
        let options = GpuOptions { mutation, ..GpuOptions::default() };
        let mut engine = GpuEngine::with_options(gpu, &scenario, options).expect("the flock fits");
        engine.upload(&flock).expect("the flock is sound");
        engine.step(4).expect("the step ends");
        engine
    };
    let (mut ordered, mut counted) = (engine(None), engine(Some(as_counted)));
    let mut pairs = [Vec::new(), Vec::new(), Vec::new()];
    for _ in 0..15 {
        let without = millis(|| counted.step(3).expect("the step ends")) / 3.0;
        let with = millis(|| ordered.step(3).expect("the step ends")) / 3.0;
        pairs[0].push(without);
        pairs[1].push(with);
        pairs[2].push(with / without);
    }
    let [without, with, ratio] = pairs.map(|mut values| median(&mut values));
    println!("\n| workload | order of arrival ms | order of ids ms | ratio |\n|---|---|---|---|");
    println!("| 3d-6.5 | {without:.1} | {with:.1} | {ratio:.3} |\n");
}

fn millis(work: impl FnOnce()) -> f64 {
    let began = Instant::now();
    work();
    began.elapsed().as_secs_f64() * 1e3
}

fn median(values: &mut [f64]) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}
