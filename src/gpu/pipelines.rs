//! The compute pipelines, one per pass, and the groups of buffers they are given.

use super::adapter::{AdapterKind, Gpu};
use super::buffers::Buffers;
use super::layout::{self, Pass, Slot, Use};
use super::options::GpuOptions;
use super::shader::compose;
use crate::error::Error;
use crate::params::Plan;
use crate::rules::grid::grid_with_reach;
use glam::UVec3;

/// One pass, ready to run.
#[derive(Debug)]
pub struct Ready {
    /// Entry point, for counting.
    pub entry: &'static str,
    /// The pipeline.
    pub pipeline: wgpu::ComputePipeline,
    /// Its buffers ...
    pub group: wgpu::BindGroup,
    /// ... and with the two orders exchanged.
    pub group_swapped: wgpu::BindGroup,
}

/// All passes of a step.
#[derive(Debug)]
pub struct Pipelines {
    /// The box around all agents.
    pub bounds: Ready,
    /// The grid of the step.
    pub grid: Ready,
    /// Agents per cell.
    pub count: Ready,
    /// Sums of blocks of cells, their starts, the starts of cells.
    pub scan: [Ready; 3],
    /// Agents into their cells.
    pub place_scatter: Ready,
    /// Chunks into order.
    pub place_rank: Ready,
    /// The same where no cell has a second chunk, so that agents are copied at once.
    pub place_rank_last: Ready,
    /// Two chunks into one.
    pub place_merge: Ready,
    /// Copies the agents.
    pub place_gather: Ready,
    /// The force of each agent, whole lists of candidates at once.
    pub steer: Ready,
    /// The same, in rounds of part of the lists.
    pub steer_in_rounds: Ready,
    /// The force of each agent, lanes walking together; where that is faster.
    pub groups: Option<Ready>,
    /// The new state.
    pub integrate: Ready,
}

impl Pipelines {
    /// Compiles every pass for this plan.
    ///
    /// # Errors
    /// [`Error::Adapter`] with the compiler's text when the adapter refuses a shader.
    pub fn new(gpu: &Gpu, plan: &Plan, options: &GpuOptions, buffers: &Buffers) -> Result<Self, Error> {
        let scope = gpu.device.push_error_scope(wgpu::ErrorFilter::Validation);
        let ready = |pass: &Pass, other: bool| make(gpu, plan, options, buffers, pass, other);
        let made = Self {
            bounds: ready(&layout::BOUNDS, false),
            grid: ready(&layout::GRID, false),
            count: ready(&layout::COUNT, false),
            scan: [
                ready(&layout::SCAN_REDUCE, false),
                ready(&layout::SCAN_SUMS, false),
                ready(&layout::SCAN_APPLY, false),
            ],
            place_scatter: ready(&layout::PLACE_SCATTER, false),
            place_rank: ready(&layout::PLACE_RANK, false),
            place_rank_last: ready(&layout::PLACE_RANK, true),
            place_merge: ready(&layout::PLACE_MERGE, false),
            place_gather: ready(&layout::PLACE_GATHER, false),
            steer: ready(&layout::STEER_PASS, false),
            steer_in_rounds: ready(&layout::STEER_PASS, true),
            groups: walks_together(gpu, plan, options).then(|| ready(&layout::GROUPS, false)),
            integrate: ready(&layout::INTEGRATE_PASS, false),
        };
        match pollster::block_on(scope.pop()) {
            Some(error) => Err(Error::Adapter(format!("adapter {} refuses a shader: {error}", gpu.report.name))),
            None => Ok(made),
        }
    }
}

/// Whether lanes are to walk together: where a subgroup is as wide as a few neighbours in a row, which is so in software
/// (hardware has wide subgroups, and hides the time that loads take), and where runs hold all images of an agent: see
/// [`crate::rules::grid::grid_of`].
fn walks_together(gpu: &Gpu, plan: &Plan, options: &GpuOptions) -> bool {
    let can = gpu.device.features().contains(wgpu::Features::SUBGROUP) && gpu.report.kind == AdapterKind::Software;
    let info = gpu.device.adapter_info();
    let narrow = info.subgroup_min_size >= 4 && info.subgroup_max_size <= 8;
    let images = grid_with_reach(&plan.params, plan.params.world_min, plan.params.world_max, UVec3::ONE).images != 0;
    options.groups && can && narrow && plan.switches.neighbours() && !images
}

fn make(gpu: &Gpu, plan: &Plan, options: &GpuOptions, buffers: &Buffers, pass: &Pass, other: bool) -> Ready {
    let label = format!("flockwork.{}", pass.entry);
    let mut text = compose(pass);
    if let Some(mutation) = options.mutation.filter(|mutation| mutation.file == pass.file) {
        text = text.replacen(mutation.text, mutation.fault, 1);
    }
    let module = gpu.device.create_shader_module(wgpu::ShaderModuleDescriptor {
        label: Some(&label),
        source: wgpu::ShaderSource::Wgsl(text.into()),
    });
    let entries: Vec<_> = pass.bindings.iter().map(layout_entry).collect();
    let group_layout = gpu
        .device
        .create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor { label: Some(&label), entries: &entries });
    let pipeline_layout = gpu.device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
        label: Some(&label),
        bind_group_layouts: &[Some(&group_layout)],
        immediate_size: 0,
    });
    let constants = constants(plan, options, pass, other);
    let pipeline = gpu.device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
        label: Some(&label),
        layout: Some(&pipeline_layout),
        module: &module,
        entry_point: Some(pass.entry),
        compilation_options: wgpu::PipelineCompilationOptions { constants: &constants, ..Default::default() },
        cache: None,
    });
    let group = |swapped| {
        let entries: Vec<_> = pass
            .bindings
            .iter()
            .map(|&(slot, _)| wgpu::BindGroupEntry { binding: slot as u32, resource: buffers.binding(slot, swapped) })
            .collect();
        gpu.device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some(&label),
            layout: &group_layout,
            entries: &entries,
        })
    };
    Ready { entry: pass.entry, pipeline, group: group(false), group_swapped: group(true) }
}

fn layout_entry(&(slot, how): &(Slot, Use)) -> wgpu::BindGroupLayoutEntry {
    let ty = match how {
        Use::Uniform | Use::Tick => wgpu::BufferBindingType::Uniform,
        Use::Read => wgpu::BufferBindingType::Storage { read_only: true },
        Use::Write => wgpu::BufferBindingType::Storage { read_only: false },
    };
    wgpu::BindGroupLayoutEntry {
        binding: slot as u32,
        visibility: wgpu::ShaderStages::COMPUTE,
        ty: wgpu::BindingType::Buffer { ty, has_dynamic_offset: how == Use::Tick, min_binding_size: None },
        count: None,
    }
}

/// The constants a pass declares, so that what is off costs nothing. Some passes come in two kinds.
fn constants(plan: &Plan, options: &GpuOptions, pass: &Pass, other: bool) -> Vec<(&'static str, f64)> {
    let mut constants = vec![("WORKGROUP", f64::from(options.workgroup))];
    let on = |switch: bool| f64::from(u8::from(switch));
    let switches = plan.switches;
    if pass.file == "steer" {
        constants.extend([
            ("CHUNK", f64::from(options.chunk)),
            ("IN_ROUNDS", on(other)),
            ("NEIGHBOURS", on(switches.neighbours())),
        ]);
    }
    if pass.file == "steer" || pass.file == "groups" {
        constants.extend([
            ("SLICE", f64::from(options.slice)),
            ("MASKED", on(switches.masked)),
            ("RULE_SEPARATION", on(switches.separation)),
            ("RULE_ALIGNMENT", on(switches.alignment)),
            ("RULE_COHESION", on(switches.cohesion)),
            ("CONES", on(switches.cones)),
            ("APART", on(pass.file == "steer")),
        ]);
    }
    if pass.shared.contains(&"species") {
        let used = plan.table.species.iter().filter(|species| species.id_first != u32::MAX).count();
        constants.push(("SPECIES_USED", used as f64));
    }
    if pass.shared.contains(&"space") {
        constants.push(("EDGE", f64::from(plan.params.edge)));
    }
    if pass.entry == "place_rank" {
        constants.push(("LAST", on(other)));
    }
    constants
}
