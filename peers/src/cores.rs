//! The `cpu` engine by cpu-seconds: pair tests as a plain grid with cells of the radius would make them.

use crate::workload::{scattered, torus};
use flockwork::Scenario;
use flockwork::cpu::Cpu;
use flockwork::engine::Engine;
use flockwork::passes::lanes::Lanes;
use flockwork::scenario::Dimensions;
use std::time::Instant;

/// Cpu-seconds of this process so far, user and system.
pub fn cpu_seconds() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").expect("Linux tells a process its times");
    let fields: Vec<&str> = stat.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
    let ticks: f64 = fields[11..13].iter().filter_map(|ticks| ticks.parse::<f64>().ok()).sum();
    ticks / 100.0
}

/// Candidates of all agents with cells of edge at least the radius, 27 (or 9) around each.
fn own_cell_tests(scenario: &Scenario) -> f64 {
    let dimensions = scenario.dimensions.count();
    let axis = ((scenario.world.max.x - scenario.world.min.x) / scenario.species[0].cohesion.radius).floor();
    let agents = f64::from(scenario.agent_count());
    agents * 3_f64.powi(dimensions as i32) * agents / f64::from(axis).powi(dimensions as i32)
}

/// One row a workload and kind of lanes: wall and cpu milliseconds a step, pair tests a cpu-second.
pub fn table() {
    println!("| workload | agents | lanes | wall ms | cpu ms | own-cell pair tests a cpu-second |");
    println!("|---|---|---|---|---|---|");
    for (name, count, neighbours, dimensions) in [
        ("3d", 65_536, 6.5, Dimensions::Three),
        ("3d", 65_536, 33.0, Dimensions::Three),
        ("3d", 65_536, 100.0, Dimensions::Three),
        ("2d", 80_000, 39.0, Dimensions::Two),
    ] {
        let scenario = torus(count, neighbours, 1.0, dimensions);
        let flock = scattered(&scenario, scenario.world.min, scenario.world.max);
        for lanes in [Lanes::Best, Lanes::Portable, Lanes::One] {
            let mut engine = Cpu::with_lanes(&scenario, lanes);
            engine.upload(&flock).expect("the flock is sound");
            engine.step(2).expect("the step ends");
            let (mut walls, mut cpus) = (Vec::new(), Vec::new());
            for _ in 0..15 {
                // From the same flock each time, which in longer runs gathers and has more neighbours.
                engine.upload(&flock).expect("the flock is sound");
                engine.step(1).expect("the step ends");
                let (began, cpu) = (Instant::now(), cpu_seconds());
                engine.step(10).expect("the step ends");
                walls.push(began.elapsed().as_secs_f64() * 100.0);
                cpus.push((cpu_seconds() - cpu) * 100.0);
            }
            let (wall, cpu) = (crate::median(&mut walls), crate::median(&mut cpus));
            let best = cpus[0];
            let rate = own_cell_tests(&scenario) / cpu * 1e3 / 1e6;
            println!("| {name} k {neighbours} | {count} | {lanes:?} | {wall:.2} | {cpu:.2} | {rate:.0} M | {:.0} M |", rate * cpu / best);
        }
    }
}

/// Milliseconds of each part of the step.
pub fn parts() {
    let only: Option<f32> = std::env::var("K").ok().and_then(|k| k.parse().ok());
    for neighbours in [6.5, 33.0, 100.0].into_iter().filter(|k| only.is_none_or(|only| only == *k)) {
        let scenario = torus(65_536, neighbours, 1.0, Dimensions::Three);
        let flock = scattered(&scenario, scenario.world.min, scenario.world.max);
        let plan = flockwork::params::Plan::new(&scenario);
        let mut sorter = flockwork::cpu::Sorter::new(flock.len());
        let (mut places, mut motions) = (flock.places.clone(), flock.motions.clone());
        let mut forces = vec![glam::Vec4::ZERO; flock.len()];
        let mut least = [f64::MAX; 3];
        for _ in 0..60 {
            let t0 = Instant::now();
            let sorted = sorter.sort(&plan, &places, &motions);
            let t1 = Instant::now();
            flockwork::passes::steer::steer(&plan, sorted, Lanes::Best, &mut forces);
            let t2 = Instant::now();
            flockwork::passes::integrate::integrate(&plan, sorted, Lanes::Best, &forces, &mut places, &mut motions);
            let t3 = Instant::now();
            for (least, time) in least.iter_mut().zip([t1 - t0, t2 - t1, t3 - t2]) {
                *least = least.min(time.as_secs_f64() * 1e3);
            }
        }
        println!("k {neighbours}: sort {:.2} steer {:.2} integrate {:.2} ms", least[0], least[1], least[2]);
    }
}
