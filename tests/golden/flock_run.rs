//! A run: a golden flock through an engine's public door, judged at each checkpoint.

use crate::answer::Tally;
use crate::behaviour::{folder, own_folder};
use crate::common;
use crate::flock::{Checkpoint, GoldenFlock};
use flockwork::cpu::Cpu;
use flockwork::gpu::GpuEngine;
use flockwork::reference::Reference;
use flockwork::{Engine, Flock};
use std::path::Path;

/// Which engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EngineName {
    Reference,
    Cpu,
    Gpu,
}

/// Runs the flock of this name and fails when a checkpoint does not pass.
pub(crate) fn expect_golden(name: &str, engine: EngineName) {
    if let Some(tally) = judge(&folder(), name, engine) {
        tally.expect_none_wrong(&format!("{name} on {engine:?}"));
    }
}

/// Runs the flock of this name; `None`, said aloud, when the file or the adapter is missing.
pub(crate) fn judge(folder: &Path, name: &str, engine: EngineName) -> Option<Tally> {
    let golden = GoldenFlock::read(folder, name)?;
    let scenario = &golden.scenario;
    let mut engine: Box<dyn Engine> = match engine {
        EngineName::Reference => Box::new(Reference::new(scenario).unwrap()),
        EngineName::Cpu => Box::new(Cpu::new(scenario)),
        EngineName::Gpu => Box::new(GpuEngine::new(&common::gpu()?, scenario).unwrap()),
    };
    engine.upload(&golden.start).unwrap();
    let mut tally = Tally::default();
    let mut steps_done = 0;
    for checkpoint in &golden.checkpoints {
        engine.step(checkpoint.step - steps_done).unwrap();
        steps_done = checkpoint.step;
        golden.judge(checkpoint, &engine.download().unwrap(), &mut tally);
    }
    Some(tally)
}

/// A golden flock with a checkpoint that the flock itself fulfils but for the first agents, which are off.
fn first_agents_off(by: f32, agents: usize, checkpoint_index: usize) -> usize {
    let golden = GoldenFlock::read(&own_folder(), "flock_opensteer_c").unwrap();
    let checkpoint = golden.checkpoints[checkpoint_index].clone();
    let mut flock = flock_of(&golden, &checkpoint);
    for place in flock.places.iter_mut().take(agents) {
        place.position.y += by;
    }
    let mut tally = Tally::default();
    golden.judge(&checkpoint, &flock, &mut tally);
    tally.faults.iter().filter(|fault| fault.to_string().contains("agent")).count()
}

/// The flock that a checkpoint describes.
fn flock_of(golden: &GoldenFlock, checkpoint: &Checkpoint) -> Flock {
    let mut flock = golden.start.clone();
    for (agent, motion) in flock.motions.iter_mut().enumerate() {
        flock.places[agent].position = checkpoint.positions[agent].as_vec3();
        let velocity = checkpoint.velocities[agent];
        (motion.forward, motion.speed) = (velocity.normalize().as_vec3(), velocity.length() as f32);
    }
    flock
}

#[test]
fn one_agent_off_at_the_first_step_is_reported() {
    assert_eq!(first_agents_off(0.0, 1, 0), 0);
    assert_eq!(first_agents_off(1e-4, 1, 0), 1);
    assert_eq!(first_agents_off(f32::NAN, 1, 0), 1);
}

#[test]
fn one_agent_in_twenty_may_be_off_at_the_last_step_and_no_more() {
    assert_eq!(first_agents_off(0.1, 6, 2), 0, "6 of 128 are 4.7 %");
    assert_eq!(first_agents_off(0.1, 7, 2), 1, "7 of 128 are 5.5 %");
}

#[test]
fn a_metric_that_is_off_or_unknown_is_reported() {
    let golden = GoldenFlock::read(&own_folder(), "flock_opensteer_c").unwrap();
    let checkpoint = &golden.checkpoints[0];
    let flock = flock_of(&golden, checkpoint);
    let faults = |checkpoint: &Checkpoint| {
        let mut tally = Tally::default();
        golden.judge(checkpoint, &flock, &mut tally);
        tally.faults.len()
    };
    assert_eq!(faults(checkpoint), 0);
    for name in checkpoint.metrics.keys() {
        let mut other = checkpoint.clone();
        other.metrics[name] = match &other.metrics[name] {
            serde_json::Value::Array(_) => serde_json::json!([0.5, 0.5, 0.5]),
            number => (number.as_f64().unwrap() + 0.001).into(),
        };
        assert_eq!(faults(&other), 1, "{name}");
    }
    let mut unknown = checkpoint.clone();
    unknown.metrics.insert("milling".to_owned(), 0.5.into());
    unknown.tol_metrics.insert("milling".to_owned(), 1.0.into());
    assert_eq!(faults(&unknown), 1);
}
