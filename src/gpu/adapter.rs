//! The adapter: which one is chosen, what it offers, and the device opened on it. The only file that chooses.

use crate::error::Error;
use std::env;
use std::fmt;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;

/// Storage buffers a pass may bind: the WebGPU default, which every pass here stays within.
const STORAGE_BUFFERS_MIN: u32 = 8;

/// Longest wait for one submission. Work is cut into submissions of seconds, so a longer silence is a hang.
const WAIT_SECS_MAX: u64 = 120;

/// Backends asked first. OpenGL comes only when these find nothing, since EGL prints to stderr on healthy machines.
const FIRST: wgpu::Backends = wgpu::Backends::VULKAN.union(wgpu::Backends::METAL).union(wgpu::Backends::DX12);

/// Which adapter is asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum AdapterChoice {
    /// Hardware first, then software; `WGPU_ADAPTER_NAME` narrows it to one name.
    #[default]
    Auto,
    /// A software adapter only: what tests ask for.
    Software,
    /// The first whose name or driver holds this text, whatever the case.
    Name(String),
}

impl AdapterChoice {
    /// Reads `auto`, `software` or a part of an adapter's name.
    pub fn parse(text: &str) -> Self {
        match text.trim().to_lowercase().as_str() {
            "auto" | "" => Self::Auto,
            "software" => Self::Software,
            _ => Self::Name(text.trim().to_owned()),
        }
    }
}

impl fmt::Display for AdapterChoice {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Auto => out.write_str("auto"),
            Self::Software => out.write_str("software"),
            Self::Name(name) => out.write_str(name),
        }
    }
}

/// Whether an adapter computes on a chip of its own or on the CPU.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum AdapterKind {
    /// A GPU.
    Hardware,
    /// A driver that runs shaders on the CPU: exact, and slower than the `cpu` engine.
    Software,
}

impl fmt::Display for AdapterKind {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Self::Hardware => "hardware",
            Self::Software => "software",
        })
    }
}

/// What an adapter is and offers. Sizes are bytes.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct AdapterReport {
    /// As the driver names it.
    pub name: String,
    /// Hardware or software.
    pub kind: AdapterKind,
    /// wgpu's word: `DiscreteGpu`, `IntegratedGpu`, `VirtualGpu`, `Cpu` or `Other`.
    pub device_type: String,
    /// `vulkan`, `metal`, `dx12` or `gl`.
    pub backend: String,
    /// Name of the driver.
    pub driver: String,
    /// Version of the driver.
    pub driver_info: String,
    /// Largest storage buffer that a pass can bind.
    pub max_storage_buffer_binding_size: u64,
    /// Largest buffer.
    pub max_buffer_size: u64,
    /// Storage buffers that one shader can bind.
    pub max_storage_buffers_per_stage: u32,
    /// Threads in the largest workgroup.
    pub max_invocations_per_workgroup: u32,
    /// Workgroups on one axis of a dispatch.
    pub max_workgroups_per_dimension: u32,
    /// Largest picture side, in pixels.
    pub max_texture_size: u32,
    /// What Flockwork needs and this adapter lacks; empty when it can be used.
    pub lacking: Vec<String>,
}

impl AdapterReport {
    /// Whether it can be opened.
    pub fn usable(&self) -> bool {
        self.lacking.is_empty()
    }
}

impl fmt::Display for AdapterReport {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            out,
            "{} ({}, {}, {} {}; binds {} MiB, buffers {} MiB, {} storage buffers a stage)",
            self.name,
            self.kind,
            self.backend,
            self.driver,
            self.driver_info,
            self.max_storage_buffer_binding_size >> 20,
            self.max_buffer_size >> 20,
            self.max_storage_buffers_per_stage,
        )?;
        if !self.usable() {
            write!(out, "; cannot be used: {}", self.lacking.join(", "))?;
        }
        Ok(())
    }
}

/// Every adapter of the backends asked (those of `WGPU_BACKEND`, if that is set), in the order in which `auto` tries them.
pub fn list() -> Vec<AdapterReport> {
    let mut reports: Vec<_> = candidates(&backend_stages()).iter().map(report).collect();
    reports.sort_by_key(rank);
    reports
}

/// Whether `auto` would open a hardware adapter. Asked of the drivers once in a process.
pub fn hardware_present() -> bool {
    static PRESENT: OnceLock<bool> = OnceLock::new();
    *PRESENT.get_or_init(|| choose(&AdapterChoice::Auto).is_ok_and(|(_, report)| report.kind == AdapterKind::Hardware))
}

/// An open device with its queue. Cheap to clone: all clones are one device.
#[derive(Clone, Debug)]
pub struct Gpu {
    /// Makes buffers and pipelines.
    pub device: wgpu::Device,
    /// Takes work.
    pub queue: wgpu::Queue,
    /// What it runs on.
    pub report: AdapterReport,
    trouble: Arc<Trouble>,
}

impl Gpu {
    /// Opens a device without a display.
    ///
    /// # Errors
    /// [`Error::Adapter`] when no adapter fits, or the one that fits cannot do the work; the text lists what there is.
    pub fn open(choice: &AdapterChoice) -> Result<Self, Error> {
        let (adapter, report) = choose(choice)?;
        let descriptor = wgpu::DeviceDescriptor {
            label: Some("flockwork.device"),
            // A clock for the passes, and lanes that show each other their numbers, where the adapter has them.
            required_features: adapter.features() & (wgpu::Features::TIMESTAMP_QUERY | wgpu::Features::SUBGROUP),
            required_limits: limits_asked(&adapter.limits()),
            // A few large buffers that live as long as the engine: big blocks set aside for later would only cost memory.
            memory_hints: wgpu::MemoryHints::MemoryUsage,
            ..Default::default()
        };
        let (device, queue) = pollster::block_on(adapter.request_device(&descriptor)).map_err(|error| {
            Error::Adapter(format!(
                "adapter {} gives no device: {error}; try another --adapter, or `--engine cpu`",
                report.name
            ))
        })?;
        let trouble = Arc::new(Trouble::default());
        watch(&device, &trouble);
        Ok(Self { device, queue, report, trouble })
    }

    /// Whether all went well so far.
    ///
    /// A lost device keeps saying that submissions succeed, so this is asked before any result is believed.
    ///
    /// # Errors
    /// The first thing that went wrong, in the driver's words.
    pub fn health(&self) -> Result<(), String> {
        self.trouble.first().map_or(Ok(()), Err)
    }

    /// Waits until a submission is done (`None`: the last one), at most two minutes, and then asks for [`Gpu::health`].
    ///
    /// # Errors
    /// The device was lost, reported an error, or did not answer in time.
    pub fn wait(&self, submission: Option<wgpu::SubmissionIndex>) -> Result<(), String> {
        let timeout = Some(Duration::from_secs(WAIT_SECS_MAX));
        let waited = self.device.poll(wgpu::PollType::Wait { submission_index: submission, timeout });
        self.health()?;
        match waited {
            Ok(_) => Ok(()),
            Err(wgpu::PollError::Timeout) => {
                let text = format!("no answer from {} in {WAIT_SECS_MAX} seconds", self.report.name);
                self.trouble.note(text.clone());
                Err(text)
            }
            Err(error) => Err(error.to_string()),
        }
    }
}

/// The first thing that went wrong on a device.
#[derive(Debug, Default)]
struct Trouble(Mutex<Option<String>>);

impl Trouble {
    fn note(&self, text: String) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(text);
    }

    fn first(&self) -> Option<String> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// Without these handlers a lost device is silent, and an error outside every scope panics.
fn watch(device: &wgpu::Device, trouble: &Arc<Trouble>) {
    let lost = Arc::clone(trouble);
    device.set_device_lost_callback(move |reason, text| {
        lost.note(format!("device lost ({reason:?}): {}", text.trim()));
    });
    let uncaptured = Arc::clone(trouble);
    device.on_uncaptured_error(Arc::new(move |error: wgpu::Error| {
        uncaptured.note(error.to_string());
    }));
}

/// The adapter that fits the choice best.
fn choose(choice: &AdapterChoice) -> Result<(wgpu::Adapter, AdapterReport), Error> {
    let stages = backend_stages();
    if stages.is_empty() {
        let value = env::var("WGPU_BACKEND").unwrap_or_default();
        return Err(Error::Adapter(format!(
            "WGPU_BACKEND={value} names no backend; it takes vulkan, metal, dx12 and gl, with commas between"
        )));
    }
    let name = match choice {
        AdapterChoice::Name(name) => Some(name.clone()),
        AdapterChoice::Auto => env::var("WGPU_ADAPTER_NAME").ok().filter(|name| !name.is_empty()),
        AdapterChoice::Software => None,
    };
    let mut seen: Vec<_> = candidates(&stages).into_iter().map(|adapter| (report(&adapter), adapter)).collect();
    seen.sort_by_key(|(report, _)| rank(report));
    let fits = |report: &AdapterReport| match (&name, choice) {
        (Some(name), _) => holds(report, name),
        (None, AdapterChoice::Software) => report.kind == AdapterKind::Software,
        (None, _) => true,
    };
    match seen.iter().position(|(report, _)| fits(report)) {
        Some(index) if seen[index].0.usable() => {
            let (report, adapter) = seen.swap_remove(index);
            Ok((adapter, report))
        }
        Some(index) => Err(Error::Adapter(format!("{}; try another --adapter, or `--engine cpu`", seen[index].0))),
        None => Err(no_fit(choice, name.as_deref(), &stages, seen.iter().map(|(report, _)| report))),
    }
}

/// Usable before not, hardware before software, the stronger before the weaker; equals stay in the driver's order.
fn rank(report: &AdapterReport) -> (bool, u32) {
    let order = match report.device_type.as_str() {
        _ if report.kind == AdapterKind::Software => 4,
        "DiscreteGpu" => 0,
        "IntegratedGpu" => 1,
        "VirtualGpu" => 2,
        _ => 3,
    };
    (!report.usable(), order)
}

fn holds(report: &AdapterReport, name: &str) -> bool {
    let name = name.to_lowercase();
    [&report.name, &report.driver, &report.driver_info].iter().any(|text| text.to_lowercase().contains(&name))
}

/// Sets of backends to ask, each only when the ones before it found nothing; none when `WGPU_BACKEND` is not understood.
fn backend_stages() -> Vec<wgpu::Backends> {
    let named = env::var("WGPU_BACKEND").ok().filter(|value| !value.trim().is_empty());
    match named {
        Some(value) => {
            Some(wgpu::Backends::from_comma_list(&value)).filter(|asked| !asked.is_empty()).into_iter().collect()
        }
        None => vec![FIRST, wgpu::Backends::GL],
    }
}

/// The adapters of the first stage that has any.
fn candidates(stages: &[wgpu::Backends]) -> Vec<wgpu::Adapter> {
    stages.iter().map(|&backends| adapters_of(backends)).find(|found| !found.is_empty()).unwrap_or_default()
}

fn adapters_of(backends: wgpu::Backends) -> Vec<wgpu::Adapter> {
    let mut descriptor = wgpu::InstanceDescriptor::new_without_display_handle_from_env();
    descriptor.backends = backends;
    pollster::block_on(wgpu::Instance::new(descriptor).enumerate_adapters(backends))
}

fn report(adapter: &wgpu::Adapter) -> AdapterReport {
    let info = adapter.get_info();
    let limits = adapter.limits();
    let mut lacking = Vec::new();
    if !adapter.get_downlevel_capabilities().flags.contains(wgpu::DownlevelFlags::COMPUTE_SHADERS) {
        lacking.push("no compute shaders".to_owned());
    }
    if limits.max_storage_buffers_per_shader_stage < STORAGE_BUFFERS_MIN {
        let count = limits.max_storage_buffers_per_shader_stage;
        lacking.push(format!("{count} storage buffers a stage, {STORAGE_BUFFERS_MIN} needed"));
    }
    let asked = limits_asked(&limits);
    AdapterReport {
        kind: kind(&info),
        device_type: format!("{:?}", info.device_type),
        backend: info.backend.to_string(),
        name: info.name,
        driver: info.driver,
        driver_info: info.driver_info,
        max_storage_buffer_binding_size: asked.max_storage_buffer_binding_size,
        max_buffer_size: asked.max_buffer_size,
        max_storage_buffers_per_stage: limits.max_storage_buffers_per_shader_stage,
        max_invocations_per_workgroup: asked.max_compute_invocations_per_workgroup,
        max_workgroups_per_dimension: asked.max_compute_workgroups_per_dimension,
        max_texture_size: asked.max_texture_dimension_2d,
        lacking,
    }
}

/// OpenGL calls everything `Other`, so there the names of the known software drivers decide.
fn kind(info: &wgpu::AdapterInfo) -> AdapterKind {
    let text = format!("{} {}", info.name, info.driver).to_lowercase();
    let known = ["llvmpipe", "softpipe", "swiftshader", "basic render"].iter().any(|name| text.contains(name));
    if info.device_type == wgpu::DeviceType::Cpu || known { AdapterKind::Software } else { AdapterKind::Hardware }
}

/// WebGPU's defaults, but buffers and pictures as large as the adapter allows; less where the adapter offers less.
fn limits_asked(offered: &wgpu::Limits) -> wgpu::Limits {
    let mut asked = wgpu::Limits::default().or_worse_values_from(offered);
    asked.max_buffer_size = offered.max_buffer_size;
    asked.max_storage_buffer_binding_size = offered.max_storage_buffer_binding_size;
    asked.max_texture_dimension_2d = offered.max_texture_dimension_2d;
    asked
}

fn no_fit<'a>(
    choice: &AdapterChoice,
    name: Option<&str>,
    stages: &[wgpu::Backends],
    seen: impl Iterator<Item = &'a AdapterReport>,
) -> Error {
    let setting =
        |key: &str| env::var(key).map_or_else(|_| format!("{key} (not set)"), |value| format!("{key}={value}"));
    let tried: Vec<_> =
        stages.iter().flat_map(|stage| stage.iter_names()).map(|(name, _)| name.to_lowercase()).collect();
    let listed: Vec<_> = seen.map(AdapterReport::to_string).collect();
    let found = if listed.is_empty() { "none".to_owned() } else { listed.join("; ") };
    let wanted = match (choice, name) {
        (AdapterChoice::Auto, Some(name)) => format!("WGPU_ADAPTER_NAME={name}"),
        _ => format!("`{choice}`"),
    };
    Error::Adapter(format!(
        "no adapter fits {wanted}. Tried: {}. Found: {found}. Give another --adapter; or install a driver (the package \
         mesa-vulkan-drivers brings a software one); or check {} and {}; or use `--engine cpu`, which needs no adapter",
        tried.join(", "),
        setting("WGPU_BACKEND"),
        setting("VK_DRIVER_FILES"),
    ))
}
