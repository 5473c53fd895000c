//! The engine of a run: which one the user's words mean, opened and told of.

use super::args::EngineArgs;
use super::console::Console;
use super::failure::Failure;
use flockwork::cpu::Cpu;
use flockwork::gpu::adapter::{AdapterKind, hardware_present};
use flockwork::gpu::{AdapterChoice, Gpu, GpuEngine};
use flockwork::reference::Reference;
use flockwork::spawn::expect_memory;
use flockwork::{Engine, Error, Scenario};
use std::env;

/// An engine as typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum EngineChoice {
    /// A hardware GPU, else the CPU
    Auto,
    /// Compute shaders on an adapter
    Gpu,
    /// All cores
    Cpu,
    /// All pairs, for small flocks
    Reference,
}

/// An engine that is ready for a flock.
pub(crate) struct Opened {
    /// What computes.
    pub(crate) engine: Box<dyn Engine>,
    /// The device it computes on.
    pub(crate) gpu: Option<Gpu>,
    /// What computes, in words for people.
    pub(crate) words: String,
}

impl Opened {
    /// Whether a chip of its own computes, which may round otherwise.
    pub(crate) fn on_hardware(&self) -> bool {
        self.gpu.as_ref().is_some_and(|gpu| gpu.report.kind == AdapterKind::Hardware)
    }

    /// The adapter's name, or the threads of the CPU.
    pub(crate) fn runs_on(&self) -> String {
        match &self.gpu {
            Some(gpu) => gpu.report.name.clone(),
            None if self.engine.name() == "reference" => threads_in_words(1),
            None => threads_in_words(rayon::current_num_threads()),
        }
    }
}

/// Opens the engine that was asked for, says which it is, and warns of a software adapter.
///
/// # Errors
/// No adapter fits, it cannot hold the flock, or the flock is too large for `reference`.
pub(crate) fn open(scenario: &Scenario, asked: &EngineArgs, console: Console) -> Result<Opened, Failure> {
    expect_memory(scenario.agent_count() as usize)?;
    let adapter = asked.adapter.adapter.as_ref();
    let opened = match asked.engine {
        EngineChoice::Auto => auto(scenario, adapter)?,
        EngineChoice::Gpu => on_gpu(Gpu::open(adapter.unwrap_or(&AdapterChoice::Auto))?, scenario)?,
        EngineChoice::Cpu => cpu(scenario, ""),
        EngineChoice::Reference => reference(scenario)?,
    };
    console.say(&format!("engine: {}", opened.words));
    match &opened.gpu {
        Some(gpu) if gpu.report.kind == AdapterKind::Software => {
            let name = &gpu.report.name;
            console.say(&format!(
                "warning: {name} is a software adapter: it computes on the CPU, and slower than `--engine cpu`"
            ));
        }
        _ => {}
    }
    Ok(opened)
}

/// Whether a flock of this size can be stepped here, as far as that is known without an adapter.
///
/// # Errors
/// It does not fit into the memory, or is too large for `reference`.
pub(crate) fn expect_room(scenario: &Scenario, engine: EngineChoice) -> Result<(), Failure> {
    expect_memory(scenario.agent_count() as usize)?;
    if engine == EngineChoice::Reference {
        reference(scenario)?;
    }
    Ok(())
}

/// An adapter that was named is a wish; otherwise hardware, else the CPU.
fn auto(scenario: &Scenario, adapter: Option<&AdapterChoice>) -> Result<Opened, Failure> {
    if let Some(named @ (AdapterChoice::Software | AdapterChoice::Name(_))) = adapter {
        return on_gpu(Gpu::open(named)?, scenario);
    }
    if hardware_present() {
        return on_gpu(Gpu::open(&AdapterChoice::Auto)?, scenario);
    }
    if env::var_os("WGPU_ADAPTER_NAME").is_some_and(|name| !name.is_empty()) {
        // A name that fits nothing is an error rather than a silent other engine.
        Gpu::open(&AdapterChoice::Auto)?;
    }
    Ok(cpu(scenario, "; no hardware GPU was found"))
}

fn on_gpu(gpu: Gpu, scenario: &Scenario) -> Result<Opened, Failure> {
    let engine = Box::new(GpuEngine::new(&gpu, scenario)?);
    Ok(Opened { engine, words: format!("gpu on {}", gpu.report), gpu: Some(gpu) })
}

fn cpu(scenario: &Scenario, why: &str) -> Opened {
    let words = format!("cpu on {}{why}", threads_in_words(rayon::current_num_threads()));
    Opened { engine: Box::new(Cpu::new(scenario)), gpu: None, words }
}

fn threads_in_words(threads: usize) -> String {
    format!("{threads} {}", if threads == 1 { "thread" } else { "threads" })
}

/// Too many agents for all pairs is a mistake of the command line, not of a device.
fn reference(scenario: &Scenario) -> Result<Opened, Failure> {
    let engine = Reference::new(scenario).map_err(|error| match error {
        Error::Limit(message) => Failure::Usage(message),
        error => error.into(),
    })?;
    Ok(Opened { engine: Box::new(engine), gpu: None, words: format!("reference on {}", threads_in_words(1)) })
}
