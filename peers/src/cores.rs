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
use rustix::time::{ClockId, clock_gettime};
use std::time::Instant;

/// Steps of one timing.
const STEPS: u32 = 10;

/// Timings of which the median and the best are shown.
const SAMPLES: usize = 15;

/// Cpu-seconds of this process so far, all its threads.
fn cpu_seconds() -> f64 {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}

/// Wall and cpu milliseconds of one of `steps` steps, from the same flock each time: one that flies on gathers, and has
/// more neighbours.
fn timed(engine: &mut Cpu, flock: &Flock, steps: u32) -> (f64, f64) {
    engine.upload(flock).expect("the flock is sound");
    engine.step(1).expect("the step ends");
    let (began, cpu) = (Instant::now(), cpu_seconds());
    engine.step(steps).expect("the step ends");
    let per_step = 1e3 / f64::from(steps);
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
            let (mut walls, mut cpus): (Vec<_>, Vec<_>) =
                (0..SAMPLES).map(|_| timed(&mut engine, &flock, STEPS)).unzip();
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
        // One step, for with steps as long as these ten of them double the neighbours, and not krABMaga's.
        let (_, cpu) = timed(&mut ours, &flock, 1);
        pairs[0].push(theirs);
        pairs[1].push(cpu);
        pairs[2].push(theirs / cpu);
    }
    let neighbours = census(&scenario, &ours.download().expect("the flock is there")).neighbours_mean;
    let [theirs_ms, ours_ms, ratios] = pairs.map(|mut values| median(&mut values));
    println!("\n| workload | birds | k, krABMaga | k, Flockwork | krABMaga cpu ms | Flockwork cpu ms | ratio |");
    println!("|---|---|---|---|---|---|---|");
    println!(
        "| ABM-XL | 80000 | {:.1} | {neighbours:.1} | {theirs_ms:.0} | {ours_ms:.1} | {ratios:.1} |",
        theirs.neighbours_mean()
    );
}
