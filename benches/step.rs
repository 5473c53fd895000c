//! The step of the `cpu` engine and its parts, timed with criterion: `cargo bench --bench step`, or with a part of a name after it.
//!
//! Every flock is a periodic cube of 65,536 agents, spread evenly, one radius for alignment and cohesion and three tenths of it
//! for separation, without cones and core. `k` is the mean number of neighbours within that radius.

use criterion::{Criterion, SamplingMode, Throughput};
use flockwork::Engine;
use flockwork::cpu::{Cpu, Sorter};
use flockwork::params::Plan;
use flockwork::passes::integrate::integrate;
use flockwork::passes::lanes::Lanes;
use flockwork::passes::steer::steer;
use glam::Vec4;
use std::time::{Duration, Instant};
use torus::torus;

mod torus;

const AGENTS: u32 = 65_536;

/// Mean neighbours of the flocks: sparse, as peers publish it, and crowded.
const CROWDS: [f32; 3] = [6.5, 33.0, 100.0];

fn main() {
    let brief = Criterion::default().sample_size(20).warm_up_time(Duration::from_millis(500));
    let mut criterion = brief.measurement_time(Duration::from_secs(3)).configure_from_args();
    for neighbours in CROWDS {
        parts(&mut criterion, neighbours);
    }
    criterion.final_summary();
}

fn parts(criterion: &mut Criterion, neighbours: f32) {
    let (scenario, flock) = torus(AGENTS, neighbours);
    let plan = Plan::new(&scenario);
    let mut group = criterion.benchmark_group(format!("k{neighbours}"));
    group.throughput(Throughput::Elements(u64::from(AGENTS))).sampling_mode(SamplingMode::Flat);
    let mut sorter = Sorter::new(flock.len());
    let mut forces = vec![Vec4::ZERO; flock.len()];
    let sorted = sorter.sort(&plan, &flock.places, &flock.motions);
    for lanes in [Lanes::One, Lanes::Portable, Lanes::Best] {
        group.bench_function(format!("steer/{lanes:?}"), |bencher| {
            bencher.iter(|| steer(&plan, sorted, lanes, &mut forces));
        });
    }
    let (mut places, mut motions) = (flock.places.clone(), flock.motions.clone());
    integrate(&plan, sorted, Lanes::Best, &forces, &mut places, &mut motions);
    group.bench_function("integrate", |bencher| {
        bencher.iter(|| integrate(&plan, sorted, Lanes::Best, &forces, &mut places, &mut motions));
    });
    // In memory agents lie in the cell order of the step before.
    let mut sorter = Sorter::new(flock.len());
    group.bench_function("sort", |bencher| {
        bencher.iter(|| sorter.sort(&plan, &places, &motions).starts.len());
    });
    group.bench_function("step", |bencher| {
        let mut engine = Cpu::new(&scenario);
        // Each sample starts from the same flock, so that a flock that gathers with time makes no sample slower.
        bencher.iter_custom(|steps| {
            engine.upload(&flock).expect("the flock is sound");
            let began = Instant::now();
            engine.step(u32::try_from(steps).expect("a sample has fewer steps")).expect("a step on the CPU ends");
            began.elapsed()
        });
    });
    group.finish();
}
