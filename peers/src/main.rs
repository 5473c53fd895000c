//! Flockwork beside its peers: the same workload on the same machine, both sides in turn, medians.

mod cores;
mod workload;
mod yardstick;

use flockwork::engine::Engine;
use flockwork::gpu::{AdapterChoice, Gpu, GpuEngine};
use flockwork::scenario::Dimensions;
use flockwork::{Flock, Scenario};
use std::time::Instant;
use workload::{scattered, torus};
use yardstick::Yardstick;

/// Pairs of timings of which the median is taken.
const PAIRS: usize = 7;

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    if wanted.iter().any(|word| word == "cpu") {
        return cores::table();
    }
    if wanted.iter().any(|word| word == "parts") {
        return cores::parts();
    }
    let gpu = Gpu::open(&AdapterChoice::Software).expect("a software adapter");
    if wanted.first().is_some_and(|word| word == "steps") {
        return only_steps(&gpu, &wanted);
    }
    println!("{}", gpu.report);
    println!("| workload | agents | k | yardstick ms | flockwork ms | ratio |");
    println!("|---|---|---|---|---|---|");
    for (name, count, neighbours, dimensions) in [
        ("3d-6.5", 65_536, 6.5, Dimensions::Three),
        ("3d-6.5-large", 262_144, 6.5, Dimensions::Three),
        ("3d-33", 65_536, 33.0, Dimensions::Three),
        ("3d-100", 65_536, 100.0, Dimensions::Three),
        ("2d-11", 65_536, 11.0, Dimensions::Two),
    ] {
        if wanted.is_empty() || wanted.iter().any(|word| word == name) {
            let scenario = torus(count, neighbours, 1.0, dimensions);
            let flock = scattered(&scenario, scenario.world.min, scenario.world.max);
            beside_yardstick(&gpu, name, &scenario, &flock);
        }
    }
}

/// `steps SIDE AGENTS NEIGHBOURS DIMENSIONS STEPS`: takes steps and nothing else, for counting instructions.
fn only_steps(gpu: &Gpu, words: &[String]) {
    let number = |at: usize| words[at].parse::<f32>().expect("a number");
    let dimensions = if number(4) == 2.0 { Dimensions::Two } else { Dimensions::Three };
    let scenario = torus(number(2) as u32, number(3), 1.0, dimensions);
    let flock = scattered(&scenario, scenario.world.min, scenario.world.max);
    if words[1] == "yardstick" {
        let yardstick = Yardstick::new(gpu, &scenario, &flock);
        (0..number(5) as u32).for_each(|_| yardstick.step(1));
    } else {
        let mut engine = GpuEngine::new(gpu, &scenario).expect("the flock fits");
        engine.upload(&flock).expect("the flock is sound");
        (0..number(5) as u32).for_each(|_| engine.step(1).expect("the step ends"));
    }
}

/// One row of the table: Flockwork's `gpu` engine and the yardstick from the same flock.
fn beside_yardstick(gpu: &Gpu, name: &str, scenario: &Scenario, flock: &Flock) {
    let yardstick = Yardstick::new(gpu, scenario, flock);
    let mut engine = GpuEngine::new(gpu, scenario).expect("the flock fits");
    engine.upload(flock).expect("the flock is sound");
    // Pipelines are made and memory is touched before anything is timed.
    yardstick.step(2);
    let neighbours = yardstick.neighbours_mean();
    engine.step(4).expect("the step ends");
    if std::env::var("FW_TIMES").is_ok() {
        let mut least = std::collections::BTreeMap::new();
        for _ in 0..16 {
            engine.time_passes();
            engine.step(1).expect("the step ends");
            for (pass, time) in engine.pass_times() {
                let millis = time.as_secs_f64() * 1e3;
                least.entry(pass).and_modify(|least: &mut f64| *least = least.min(millis)).or_insert(millis);
            }
        }
        for (pass, millis) in least {
            eprintln!("  {pass}: {millis:.2} ms");
        }
        if std::env::var("FW_TIMES").is_ok_and(|only| only == "only") {
            return;
        }
    }
    let (mut theirs, mut ours) = (Vec::new(), Vec::new());
    for _ in 0..PAIRS {
        theirs.push(millis(|| yardstick.step(2)) / 2.0);
        ours.push(millis(|| engine.step(2).expect("the step ends")) / 2.0);
    }
    let (theirs, ours) = (median(&mut theirs), median(&mut ours));
    println!(
        "| {name} | {} | {neighbours:.1} | {theirs:.1} | {ours:.1} | {:.2} |",
        scenario.agent_count(),
        theirs / ours
    );
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
