//! The `cpu` engine by cpu-seconds: pair tests as a plain grid with cells of the radius would make them, and krABMaga.

use crate::krab::Krab;
use crate::median;
use crate::workload::{scattered, torus};
use flockwork::Flock;
use flockwork::cpu::Cpu;
use flockwork::engine::Engine;
use flockwork::measure::census;
use flockwork::passes::lanes::Lanes;
use flockwork::scenario::Dimensions;
use std::time::Instant;

/// Steps of one timing.
const STEPS: u32 = 10;

/// Timings of which the median and the best are shown.
const SAMPLES: usize = 15;

/// Cpu-seconds of this process so far, user and system.
fn cpu_seconds() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").expect("Linux tells a process its times");
    let fields: Vec<&str> = stat.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
    let ticks: f64 = fields[11..13].iter().filter_map(|ticks| ticks.parse::<f64>().ok()).sum();
    ticks / 100.0
}

/// Wall and cpu milliseconds of a step, from the same flock each time: one that flies on gathers, and has more neighbours.
fn timed(engine: &mut Cpu, flock: &Flock) -> (f64, f64) {
    engine.upload(flock).expect("the flock is sound");
    engine.step(1).expect("the step ends");
    let (began, cpu) = (Instant::now(), cpu_seconds());
    engine.step(STEPS).expect("the step ends");
    let per_step = 1e3 / f64::from(STEPS);
    (began.elapsed().as_secs_f64() * per_step, (cpu_seconds() - cpu) * per_step)
}

/// One row a workload and kind of lanes.
pub fn table() {
    println!("| workload | agents | lanes | wall ms | cpu ms | best cpu ms | pair tests a cpu-second | best |");
    println!("|---|---|---|---|---|---|---|---|");
    for (name, count, neighbours, dimensions) in [
        ("3D", 65_536, 6.5, Dimensions::Three),
        ("3D", 65_536, 33.0, Dimensions::Three),
        ("3D", 65_536, 100.0, Dimensions::Three),
        ("2D", 80_000, 39.0, Dimensions::Two),
    ] {
        let scenario = torus(count, neighbours, 1.0, dimensions);
        let flock = scattered(&scenario, scenario.world.min, scenario.world.max);
        for lanes in [Lanes::Best, Lanes::Portable, Lanes::One] {
            let mut engine = Cpu::with_lanes(&scenario, lanes);
            let (mut walls, mut cpus): (Vec<_>, Vec<_>) = (0..SAMPLES).map(|_| timed(&mut engine, &flock)).unzip();
            let (wall, cpu) = (median(&mut walls), median(&mut cpus));
            let tests = census(&scenario, &flock).own_cell_tests_mean * f64::from(count);
            let rate = |millis: f64| tests / millis * 1e3 / 1e6;
            println!(
                "| {name} k {neighbours} | {count} | {lanes:?} | {wall:.1} | {cpu:.1} | {:.1} | {:.0} M | {:.0} M |",
                cpus[0],
                rate(cpu),
                rate(cpus[0])
            );
        }
    }
}

/// ABM-XL: Flockwork's `cpu` engine and krABMaga from the same places.
pub fn beside_krabmaga() {
    let mut scenario = torus(80_000, 39.27, 5.0, Dimensions::Two);
    scenario.dt = 1.0;
    let species = &mut scenario.species[0];
    (species.separation.radius, species.min_speed, species.max_speed) = (1.0, 1.0, Some(1.0));
    let flock = scattered(&scenario, scenario.world.min, scenario.world.max);
    let mut ours = Cpu::new(&scenario);
    let mut theirs = Krab::new(&scenario, &flock);
    theirs.step();
    let mut pairs = [Vec::new(), Vec::new(), Vec::new()];
    for _ in 0..9 {
        let cpu = cpu_seconds();
        theirs.step();
        let theirs = (cpu_seconds() - cpu) * 1e3;
        let (_, cpu) = timed(&mut ours, &flock);
        pairs[0].push(theirs);
        pairs[1].push(cpu);
        pairs[2].push(theirs / cpu);
    }
    let neighbours = theirs.neighbours_mean();
    let [theirs, ours, ratios] = pairs.map(|mut values| median(&mut values));
    println!("\n| workload | birds | k | krABMaga cpu ms | flockwork cpu ms | ratio |");
    println!("|---|---|---|---|---|---|");
    println!("| ABM-XL | 80000 | {neighbours:.1} | {theirs:.0} | {ours:.1} | {ratios:.1} |");
}
