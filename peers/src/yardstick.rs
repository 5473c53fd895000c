//! The yardstick: a plain boids pipeline with its own buffers, stepped on the same device as Flockwork.

use bytemuck::{Pod, Zeroable};
use flockwork::gpu::Gpu;
use flockwork::{Flock, Scenario};

const CLASSIC: &str = include_str!("classic.wgsl");
const CLASSIC_2D: &str = include_str!("classic_2d.wgsl");

#[repr(C)]
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
struct Params {
    agents: u32,
    axis_cells: u32,
    cells: u32,
    pad: u32,
    edge: f32,
    inverse_cell: f32,
    radius2: f32,
    separation2: f32,
    separation: f32,
    alignment: f32,
    cohesion: f32,
    dt: f32,
    speed_min: f32,
    speed_max: f32,
    force_max: f32,
    pad2: f32,
}

/// The yardstick's pipelines and buffers for one flock.
pub struct Yardstick {
    gpu: Gpu,
    params: Params,
    group: wgpu::BindGroup,
    passes: Vec<(wgpu::ComputePipeline, u32)>,
    position: wgpu::Buffer,
    velocity: wgpu::Buffer,
    count: wgpu::Buffer,
}

impl Yardstick {
    /// For a cubic (or square) torus with its corner at the origin and one species.
    pub fn new(gpu: &Gpu, scenario: &Scenario, flock: &Flock) -> Self {
        let species = &scenario.species[0];
        let edge = scenario.world.max.x - scenario.world.min.x;
        let radius = species.cohesion.radius;
        let flat = scenario.dimensions.count() == 2;
        let axis_cells = (edge / radius).floor() as u32;
        let params = Params {
            agents: scenario.agent_count(),
            axis_cells,
            cells: axis_cells.pow(scenario.dimensions.count()),
            pad: 0,
            edge,
            inverse_cell: axis_cells as f32 / edge,
            radius2: radius * radius,
            separation2: species.separation.radius * species.separation.radius,
            separation: species.separation.weight,
            alignment: species.alignment.weight,
            cohesion: species.cohesion.weight,
            dt: scenario.dt,
            speed_min: species.min_speed,
            speed_max: species.max_speed.unwrap_or(f32::MAX),
            force_max: species.max_force.unwrap_or(f32::MAX),
            pad2: 0.0,
        };
        let (n, cells) = (u64::from(params.agents), u64::from(params.cells));
        let blocks = params.cells.div_ceil(1024);
        let sizes = [64, 16 * n, 16 * n, 16 * n, 16 * n, 4 * cells, 4 * (cells + 1), 4 * n, 4 * u64::from(blocks)];
        let buffers = sizes.map(|size| buffer(gpu, size));
        let group_layout = group_layout(gpu);
        let entries: Vec<_> = (0..)
            .zip(&buffers)
            .map(|(binding, buffer)| wgpu::BindGroupEntry { binding, resource: buffer.as_entire_binding() })
            .collect();
        let group = gpu.device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some("yardstick"),
            layout: &group_layout,
            entries: &entries,
        });
        let agents = params.agents.div_ceil(64);
        let text = if flat { CLASSIC_2D } else { CLASSIC };
        let workgroups = [agents, blocks, 1, blocks, agents, agents];
        let names = ["bin", "scan1", "scan2", "scan3", "scatter", "flock"];
        let passes = pipelines(gpu, text, &group_layout, &names).into_iter().zip(workgroups).collect();
        let [uniform, position, velocity, _, _, count, ..] = buffers;
        gpu.queue.write_buffer(&uniform, 0, bytemuck::bytes_of(&params));
        let yardstick = Self { gpu: gpu.clone(), params, group, passes, position, velocity, count };
        yardstick.upload(scenario, flock);
        yardstick
    }

    /// Replaces the state.
    pub fn upload(&self, scenario: &Scenario, flock: &Flock) {
        let corner = scenario.world.min;
        let places: Vec<_> = flock.places.iter().map(|p| (p.position - corner).extend(0.0).to_array()).collect();
        let motions: Vec<_> = flock.motions.iter().map(|m| m.velocity().extend(0.0).to_array()).collect();
        self.gpu.queue.write_buffer(&self.position, 0, bytemuck::cast_slice(&places));
        self.gpu.queue.write_buffer(&self.velocity, 0, bytemuck::cast_slice(&motions));
    }

    /// Takes steps in one submission, and waits for their end.
    pub fn step(&self, steps: u32) {
        let mut encoder = self.gpu.device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
        for _ in 0..steps {
            encoder.clear_buffer(&self.count, 0, None);
            for (pipeline, workgroups) in &self.passes {
                let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default());
                pass.set_pipeline(pipeline);
                pass.set_bind_group(0, &self.group, &[]);
                let rows = workgroups.div_ceil(65_535);
                pass.dispatch_workgroups(workgroups.div_ceil(rows), rows, 1);
            }
        }
        self.gpu.queue.submit([encoder.finish()]);
        self.gpu.wait(None).expect("the yardstick's step ends");
    }

    /// Mean neighbours in the last step, which the shader leaves in the fourth word of a velocity.
    pub fn neighbours_mean(&self) -> f64 {
        let size = 16 * u64::from(self.params.agents);
        let staging = self.gpu.device.create_buffer(&wgpu::BufferDescriptor {
            label: Some("yardstick.staging"),
            size,
            usage: wgpu::BufferUsages::COPY_DST | wgpu::BufferUsages::MAP_READ,
            mapped_at_creation: false,
        });
        let mut encoder = self.gpu.device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
        encoder.copy_buffer_to_buffer(&self.velocity, 0, &staging, 0, size);
        self.gpu.queue.submit([encoder.finish()]);
        staging.map_async(wgpu::MapMode::Read, .., |_| ());
        self.gpu.wait(None).expect("the copy ends");
        let view = staging.get_mapped_range(..).expect("the copy is mapped");
        let rows: &[[f32; 4]] = bytemuck::cast_slice(&view);
        rows.iter().map(|row| f64::from(row[3])).sum::<f64>() / rows.len() as f64
    }
}

fn buffer(gpu: &Gpu, size: u64) -> wgpu::Buffer {
    use wgpu::BufferUsages as Usage;
    let uniform = if size == 64 { Usage::UNIFORM } else { Usage::STORAGE };
    gpu.device.create_buffer(&wgpu::BufferDescriptor {
        label: Some("yardstick"),
        size,
        usage: uniform | Usage::COPY_DST | Usage::COPY_SRC,
        mapped_at_creation: false,
    })
}

fn group_layout(gpu: &Gpu) -> wgpu::BindGroupLayout {
    let entries: Vec<_> = (0..9)
        .map(|binding| wgpu::BindGroupLayoutEntry {
            binding,
            visibility: wgpu::ShaderStages::COMPUTE,
            ty: wgpu::BindingType::Buffer {
                ty: if binding == 0 {
                    wgpu::BufferBindingType::Uniform
                } else {
                    wgpu::BufferBindingType::Storage { read_only: false }
                },
                has_dynamic_offset: false,
                min_binding_size: None,
            },
            count: None,
        })
        .collect();
    gpu.device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor { label: None, entries: &entries })
}

fn pipelines(gpu: &Gpu, text: &str, layout: &wgpu::BindGroupLayout, names: &[&str]) -> Vec<wgpu::ComputePipeline> {
    let module = gpu.device.create_shader_module(wgpu::ShaderModuleDescriptor {
        label: Some("yardstick"),
        source: wgpu::ShaderSource::Wgsl(text.into()),
    });
    let layout = gpu.device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
        label: None,
        bind_group_layouts: &[Some(layout)],
        immediate_size: 0,
    });
    let pipeline = |name: &&str| {
        gpu.device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
            label: Some(name),
            layout: Some(&layout),
            module: &module,
            entry_point: Some(name),
            compilation_options: wgpu::PipelineCompilationOptions::default(),
            cache: None,
        })
    };
    names.iter().map(pipeline).collect()
}
