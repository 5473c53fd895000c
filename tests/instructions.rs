//! Not a test of a result: the work that `scripts/instructions` counts the instructions of.

#![allow(clippy::unwrap_used)] // a test may give up

mod common;

use common::worlds::{filled, scenario};
use flockwork::Engine;
use flockwork::cpu::Cpu;
use flockwork::passes::lanes::Lanes;
use flockwork::scenario::Edge;
use glam::Vec3;

/// Steps a flock as often as `FLOCKWORK_STEPS` says, with the lanes that `FLOCKWORK_LANES` names.
#[test]
#[ignore = "counts nothing by itself; run by scripts/instructions"]
fn steps_to_count() {
    let steps: u32 = std::env::var("FLOCKWORK_STEPS").unwrap().parse().unwrap();
    let lanes = match std::env::var("FLOCKWORK_LANES").unwrap().as_str() {
        "one" => Lanes::One,
        "portable" => Lanes::Portable,
        other => panic!("no lanes are called {other}"),
    };
    let scenario = scenario(3000, Vec3::ZERO, Vec3::splat(20.0), Edge::Periodic);
    let mut engine = Cpu::with_lanes(&scenario, lanes);
    engine.upload(&filled(&scenario)).unwrap();
    engine.step(steps).unwrap();
    assert_eq!(engine.steps_done(), u64::from(steps));
}
