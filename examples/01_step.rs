//! The library on the CPU in ten lines: a preset, a hundred steps, and the same bits twice.

use flockwork::{Engine, cpu::Cpu, measure, scenario, spawn::spawn};

fn main() -> Result<(), flockwork::Error> {
    let scenario = scenario::load("flatland", &scenario::Overrides { count: Some(1000), ..Default::default() })?;
    let mut hashes = Vec::new();
    for _ in 0..2 {
        let mut engine = Cpu::new(&scenario);
        engine.upload(&spawn(&scenario)?)?;
        engine.step(100)?;
        let flock = engine.download()?;
        println!(
            "step {}: polarisation {:.3}, hash {}",
            flock.step,
            measure::polarisation(&flock.motions).unwrap_or_default(),
            flock.hash_text()
        );
        hashes.push(flock.hash());
    }
    assert_eq!(hashes[0], hashes[1], "the same input gives the same bits");
    Ok(())
}
