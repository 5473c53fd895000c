//! The pipelines of a picture: sky, agents, edges, each one composed shader with its bindings.

use wgpu::{BindGroupLayout, BufferBindingType, Device, RenderPipeline, ShaderStages, TextureFormat};

/// Colour of every target: bytes in sRGB, blended in linear light.
pub const COLOUR_FORMAT: TextureFormat = TextureFormat::Rgba8UnormSrgb;

/// Depth, reversed: 1 near, 0 at infinity.
pub const DEPTH_FORMAT: TextureFormat = TextureFormat::Depth32Float;

/// A composed shader: its name, which starts its entry points' names, and its text.
#[derive(Clone, Copy, Debug)]
pub struct DrawShader {
    /// `sky`, `agents` or `edges`; the entry points are `NAME_vertex` and `NAME_fragment`.
    pub name: &'static str,
    /// WGSL: `scene.wgsl` and the file of this name, one after the other.
    pub text: &'static str,
    /// Storage buffers after the uniform.
    storage_count: u32,
    /// Whether it hides what lies behind; the sky hides nothing.
    solid: bool,
}

/// Every shader that draws.
pub const DRAW_SHADERS: [DrawShader; 3] = [
    DrawShader {
        name: "sky",
        text: concat!(include_str!("../../shaders/draw/scene.wgsl"), include_str!("../../shaders/draw/sky.wgsl")),
        storage_count: 0,
        solid: false,
    },
    DrawShader {
        name: "agents",
        text: concat!(include_str!("../../shaders/draw/scene.wgsl"), include_str!("../../shaders/draw/agents.wgsl")),
        storage_count: 2,
        solid: true,
    },
    DrawShader {
        name: "edges",
        text: concat!(include_str!("../../shaders/draw/scene.wgsl"), include_str!("../../shaders/draw/edges.wgsl")),
        storage_count: 1,
        solid: true,
    },
];

/// A pipeline and the layout of what it binds.
#[derive(Clone, Debug)]
pub struct DrawPipeline {
    /// Sets the state of a pass.
    pub pipeline: RenderPipeline,
    /// Group 0: the uniform, then the storage buffers.
    pub layout: BindGroupLayout,
}

impl DrawPipeline {
    /// Compiles a shader for targets with this many samples a pixel.
    pub fn new(device: &Device, shader: DrawShader, sample_count: u32) -> Self {
        let label = format!("flockwork.draw.{}", shader.name);
        let label = Some(label.as_str());
        let layout = bindings(device, label, shader.storage_count);
        let module = device.create_shader_module(wgpu::ShaderModuleDescriptor {
            label,
            source: wgpu::ShaderSource::Wgsl(shader.text.into()),
        });
        let pipeline_layout = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
            label,
            bind_group_layouts: &[Some(&layout)],
            immediate_size: 0,
        });
        let vertex_entry = format!("{}_vertex", shader.name);
        let fragment_entry = format!("{}_fragment", shader.name);
        let compare = if shader.solid { wgpu::CompareFunction::Greater } else { wgpu::CompareFunction::Always };
        let pipeline = device.create_render_pipeline(&wgpu::RenderPipelineDescriptor {
            label,
            layout: Some(&pipeline_layout),
            vertex: wgpu::VertexState {
                module: &module,
                entry_point: Some(&vertex_entry),
                compilation_options: Default::default(),
                buffers: &[],
            },
            // Wings are thin and seen from both sides, so nothing is culled.
            primitive: wgpu::PrimitiveState::default(),
            depth_stencil: Some(wgpu::DepthStencilState {
                format: DEPTH_FORMAT,
                depth_write_enabled: Some(shader.solid),
                depth_compare: Some(compare),
                stencil: Default::default(),
                bias: Default::default(),
            }),
            multisample: wgpu::MultisampleState { count: sample_count, ..Default::default() },
            fragment: Some(wgpu::FragmentState {
                module: &module,
                entry_point: Some(&fragment_entry),
                compilation_options: Default::default(),
                targets: &[Some(COLOUR_FORMAT.into())],
            }),
            multiview_mask: None,
            cache: None,
        });
        Self { pipeline, layout }
    }
}

fn bindings(device: &Device, label: Option<&str>, storage_count: u32) -> BindGroupLayout {
    let entry = |binding: u32| wgpu::BindGroupLayoutEntry {
        binding,
        visibility: if binding == 0 { ShaderStages::VERTEX_FRAGMENT } else { ShaderStages::VERTEX },
        ty: wgpu::BindingType::Buffer {
            ty: if binding == 0 { BufferBindingType::Uniform } else { BufferBindingType::Storage { read_only: true } },
            has_dynamic_offset: false,
            min_binding_size: None,
        },
        count: None,
    };
    let entries: Vec<_> = (0..=storage_count).map(entry).collect();
    device.create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor { label, entries: &entries })
}
