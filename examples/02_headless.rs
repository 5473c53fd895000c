//! The GPU without a window: ten steps of a school of fish on an adapter, equal to the last bit to the CPU.

use flockwork::compare::{Level, compare};
use flockwork::gpu::{AdapterChoice, Gpu, GpuEngine};
use flockwork::{Engine, cpu::Cpu, scenario, spawn::spawn};

fn main() -> Result<(), flockwork::Error> {
    let scenario = scenario::load("school", &scenario::Overrides { count: Some(2000), ..Default::default() })?;
    // `Auto` prefers a hardware adapter, where bits may differ; the software adapter computes as the CPU does.
    let gpu = Gpu::open(&AdapterChoice::Software)?;
    let mut on_gpu = GpuEngine::new(&gpu, &scenario)?;
    let mut on_cpu = Cpu::new(&scenario);
    println!("{}", on_gpu.adapter().unwrap_or_default());
    let report = compare(&scenario, &spawn(&scenario)?, &mut on_gpu, &mut on_cpu, 10, Level::Bits)?;
    println!("{report}");
    assert!(report.equal, "the gpu engine gives the bits of the cpu engine");
    Ok(())
}
