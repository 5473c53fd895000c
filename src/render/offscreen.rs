//! The offscreen target: draws an engine's buffers on the GPU, without a window, and reads the picture back.

use super::picture::Picture;
use super::pipelines::{COLOUR_FORMAT, DEPTH_FORMAT, DRAW_SHADERS, DrawPipeline};
use super::scene::{Scene, View};
use crate::error::Error;
use crate::flock::Place;
use crate::gpu::Gpu;
use std::sync::mpsc;
use wgpu::{BindGroup, Buffer, BufferUsages, Texture, TextureUsages, TextureView};

/// Samples of a pixel that the hardware takes.
const SAMPLE_COUNT: u32 = 4;

/// Bytes of a picture's row in a buffer are a multiple of this: wgpu's rule for copies of textures.
const ROW_PITCH: u32 = wgpu::COPY_BYTES_PER_ROW_ALIGNMENT;

/// How carefully a picture is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Quality {
    /// 4 samples a pixel: films.
    Draft,
    /// 16 samples a pixel, where the adapter holds targets of twice the size; else 4.
    #[default]
    Still,
}

/// Draws pictures of one size. The targets and pipelines are made once.
#[derive(Debug)]
pub struct Renderer {
    gpu: Gpu,
    size: (u32, u32),
    /// Times that the targets are wider and higher than the picture.
    factor: u32,
    sky: DrawPipeline,
    agents: DrawPipeline,
    edges: DrawPipeline,
    view: Buffer,
    samples: TextureView,
    depth: TextureView,
    resolved: Texture,
}

impl Renderer {
    /// Makes targets and pipelines for pictures of this size in pixels.
    ///
    /// # Errors
    /// [`Error::Limit`] when a side is 0 or larger than the adapter's textures; [`Error::Adapter`] when the device fails.
    pub fn new(gpu: &Gpu, size: (u32, u32), quality: Quality) -> Result<Self, Error> {
        let side_max = gpu.device.limits().max_texture_dimension_2d;
        check_size(size, side_max)?;
        let doubled = quality == Quality::Still && size.0.max(size.1) <= side_max / 2;
        let factor = if doubled { 2 } else { 1 };
        let target = |label, format, sample_count, usage| {
            gpu.device.create_texture(&wgpu::TextureDescriptor {
                label: Some(label),
                size: wgpu::Extent3d { width: size.0 * factor, height: size.1 * factor, depth_or_array_layers: 1 },
                mip_level_count: 1,
                sample_count,
                dimension: wgpu::TextureDimension::D2,
                format,
                usage,
                view_formats: &[],
            })
        };
        let attached = TextureUsages::RENDER_ATTACHMENT;
        let samples = target("flockwork.draw.samples", COLOUR_FORMAT, SAMPLE_COUNT, attached);
        let depth = target("flockwork.draw.depth", DEPTH_FORMAT, SAMPLE_COUNT, attached);
        let resolved = target("flockwork.draw.resolved", COLOUR_FORMAT, 1, attached | TextureUsages::COPY_SRC);
        let view =
            buffer(gpu, "flockwork.draw.view", size_of::<View>(), BufferUsages::UNIFORM | BufferUsages::COPY_DST);
        let [sky, agents, edges] = DRAW_SHADERS.map(|shader| DrawPipeline::new(&gpu.device, shader, SAMPLE_COUNT));
        healthy(gpu)?;
        let (samples, depth) = (samples.create_view(&Default::default()), depth.create_view(&Default::default()));
        Ok(Self { gpu: gpu.clone(), size, factor, sky, agents, edges, view, samples, depth, resolved })
    }

    /// Draws the first `count` rows of an engine's buffers, which need the usage `STORAGE`; their order does not matter.
    ///
    /// `seconds` since the start drives the wings.
    ///
    /// # Errors
    /// [`Error::Limit`] when the adapter cannot bind that many rows; [`Error::Adapter`] when the device fails.
    pub fn draw(
        &self,
        scene: &Scene,
        places: &Buffer,
        motions: &Buffer,
        count: u32,
        seconds: f32,
    ) -> Result<Picture, Error> {
        check_count(&self.gpu, count)?;
        let view = scene.view(self.size, self.factor, seconds);
        self.gpu.queue.write_buffer(&self.view, 0, bytemuck::bytes_of(&view));
        let corner_count = scene.mesh(self.size).corners.len() as u32;
        let segments = upload(&self.gpu, "flockwork.draw.segments", bytemuck::cast_slice(scene.segments()));
        let segment_count = scene.segments().len() as u32;
        let sky = self.group(&self.sky, &[]);
        let agents = self.group(&self.agents, &[places, motions]);
        let edges = self.group(&self.edges, &[&segments]);
        let label = Some("flockwork.draw");
        let mut encoder = self.gpu.device.create_command_encoder(&wgpu::CommandEncoderDescriptor { label });
        let target = self.resolved.create_view(&Default::default());
        {
            let mut pass = self.pass(&mut encoder, &target);
            let mut part = |drawn: &DrawPipeline, group: &BindGroup, vertices: u32, instances: u32| {
                pass.set_pipeline(&drawn.pipeline);
                pass.set_bind_group(0, group, &[]);
                pass.draw(0..vertices, 0..instances);
            };
            part(&self.sky, &sky, 3, 1);
            part(&self.agents, &agents, corner_count, count);
            part(&self.edges, &edges, 6, segment_count);
        }
        self.gpu.queue.submit([encoder.finish()]);
        Ok(read_back(&self.gpu, &self.resolved)?.shrunk(self.factor))
    }

    fn group(&self, drawn: &DrawPipeline, storage: &[&Buffer]) -> BindGroup {
        let buffers = std::iter::once(&self.view).chain(storage.iter().copied());
        let entries: Vec<_> = (0..)
            .zip(buffers)
            .map(|(binding, buffer)| wgpu::BindGroupEntry { binding, resource: buffer.as_entire_binding() })
            .collect();
        self.gpu.device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: Some("flockwork.draw.bindings"),
            layout: &drawn.layout,
            entries: &entries,
        })
    }

    fn pass<'a>(&self, encoder: &'a mut wgpu::CommandEncoder, target: &TextureView) -> wgpu::RenderPass<'a> {
        encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
            label: Some("flockwork.draw"),
            color_attachments: &[Some(wgpu::RenderPassColorAttachment {
                view: &self.samples,
                depth_slice: None,
                resolve_target: Some(target),
                ops: wgpu::Operations { load: wgpu::LoadOp::Clear(wgpu::Color::BLACK), store: wgpu::StoreOp::Discard },
            })],
            depth_stencil_attachment: Some(wgpu::RenderPassDepthStencilAttachment {
                view: &self.depth,
                depth_ops: Some(wgpu::Operations { load: wgpu::LoadOp::Clear(0.0), store: wgpu::StoreOp::Discard }),
                stencil_ops: None,
            }),
            timestamp_writes: None,
            occlusion_query_set: None,
            multiview_mask: None,
        })
    }
}

/// A buffer with these bytes that a pass can read. Empty data makes a buffer of one row, since none can be bound.
pub fn upload(gpu: &Gpu, label: &str, bytes: &[u8]) -> Buffer {
    let made = buffer(gpu, label, bytes.len().max(size_of::<Place>()), BufferUsages::STORAGE | BufferUsages::COPY_DST);
    gpu.queue.write_buffer(&made, 0, bytes);
    made
}

/// Reads a texture of four-byte pixels, whatever its width: the padding at the end of each row is cut off.
///
/// # Errors
/// [`Error::Adapter`] when the device fails.
pub fn read_back(gpu: &Gpu, texture: &Texture) -> Result<Picture, Error> {
    let (width, height) = (texture.width(), texture.height());
    let row_size = width * 4;
    let pitch = row_size.next_multiple_of(ROW_PITCH);
    let usage = BufferUsages::MAP_READ | BufferUsages::COPY_DST;
    let rows = buffer(gpu, "flockwork.draw.rows", pitch as usize * height as usize, usage);
    let label = Some("flockwork.draw.read_back");
    let mut encoder = gpu.device.create_command_encoder(&wgpu::CommandEncoderDescriptor { label });
    let layout = wgpu::TexelCopyBufferLayout { offset: 0, bytes_per_row: Some(pitch), rows_per_image: None };
    encoder.copy_texture_to_buffer(
        texture.as_image_copy(),
        wgpu::TexelCopyBufferInfo { buffer: &rows, layout },
        texture.size(),
    );
    let submission = gpu.queue.submit([encoder.finish()]);
    let (sender, receiver) = mpsc::channel();
    rows.map_async(wgpu::MapMode::Read, .., move |result| {
        // Nobody listens any more only when an error has been returned already.
        let _ = sender.send(result);
    });
    gpu.wait(Some(submission)).map_err(failed)?;
    receiver.try_recv().map_err(failed)?.map_err(failed)?;
    let mapped = rows.get_mapped_range(..).map_err(failed)?;
    let bytes = mapped.chunks_exact(pitch as usize).flat_map(|row| &row[..row_size as usize]);
    Ok(Picture { width, height, rgba: bytes.copied().collect() })
}

/// Whether a picture may have this size, with sides up to `side_max`.
///
/// # Errors
/// [`Error::Limit`].
pub(super) fn check_size(size: (u32, u32), side_max: u32) -> Result<(), Error> {
    if (1..=side_max).contains(&size.0) && (1..=side_max).contains(&size.1) {
        return Ok(());
    }
    Err(Error::Limit(format!(
        "a picture of {}x{} pixels is not possible here: each side is 1 to {side_max}",
        size.0, size.1
    )))
}

/// Whether an adapter can draw this many agents.
///
/// # Errors
/// [`Error::Limit`] with the largest count.
pub(super) fn check_count(gpu: &Gpu, count: u32) -> Result<(), Error> {
    let row_size = size_of::<Place>() as u64;
    let most = gpu.device.limits().max_storage_buffer_binding_size.min(gpu.device.limits().max_buffer_size) / row_size;
    if u64::from(count) <= most {
        return Ok(());
    }
    let needed = u64::from(count) * row_size;
    Err(Error::Limit(format!(
        "a picture of {count} agents binds {needed} bytes; {} draws at most {most} agents",
        gpu.report.name
    )))
}

fn buffer(gpu: &Gpu, label: &str, size: usize, usage: BufferUsages) -> Buffer {
    let descriptor = wgpu::BufferDescriptor { label: Some(label), size: size as u64, usage, mapped_at_creation: false };
    gpu.device.create_buffer(&descriptor)
}

fn healthy(gpu: &Gpu) -> Result<(), Error> {
    gpu.health().map_err(failed)
}

fn failed(reason: impl std::fmt::Display) -> Error {
    Error::Adapter(format!("the picture could not be drawn: {reason}; try a smaller --size, or `--engine cpu`"))
}
