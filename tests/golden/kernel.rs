//! A kernel: the shared shader files, and a few lines that ask one function of them for all cases of a behaviour at once.

use flockwork::gpu::Gpu;
use flockwork::gpu::readback::Readback;
use flockwork::gpu::shader::shared_text;
use glam::Vec3;

/// Words of an answer, as in `kernels/words.wgsl`.
const ANSWER: usize = 16;

const WORDS: &str = include_str!("kernels/words.wgsl");

/// Which functions a kernel calls, and how.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Kernel {
    /// Files of `shaders/shared/`, in order.
    pub(crate) shared: &'static [&'static str],
    /// The text that defines `answer_case`.
    pub(crate) text: &'static str,
}

impl Kernel {
    /// The very text that the passes are made of, then the kernel.
    pub(crate) fn compose(&self) -> String {
        [&shared_text(self.shared), WORDS, self.text].concat()
    }
}

/// A row of words, written front to back.
#[derive(Clone, Debug, Default)]
pub(crate) struct Row(Vec<u32>);

impl Row {
    /// Appends an integer.
    pub(crate) fn word(mut self, x: u32) -> Self {
        self.0.push(x);
        self
    }

    /// Appends a number.
    pub(crate) fn number(self, x: f32) -> Self {
        self.word(x.to_bits())
    }

    /// Appends three numbers.
    pub(crate) fn vector(self, v: Vec3) -> Self {
        self.number(v.x).number(v.y).number(v.z)
    }
}

/// The row of words that a kernel answered with.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reply<'a>(&'a [u32]);

impl Reply<'_> {
    /// The integer in this place.
    pub(crate) fn word(self, k: usize) -> u32 {
        self.0[k]
    }

    /// The three numbers from this place on.
    pub(crate) fn vector(self, k: usize) -> Vec3 {
        Vec3::from([k, k + 1, k + 2].map(|k| f32::from_bits(self.0[k])))
    }
}

/// The answers of one dispatch.
#[derive(Clone, Debug)]
pub(crate) struct Replies(Vec<u32>);

impl Replies {
    /// One for each row, in order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = Reply<'_>> {
        self.0.chunks_exact(ANSWER).map(Reply)
    }
}

/// Runs a composed text over all rows in one dispatch, a workgroup a row.
pub(crate) fn run(gpu: &Gpu, text: &str, rows: &[Row]) -> Replies {
    let length = rows.iter().map(|row| row.0.len()).max().expect("a kernel needs a case");
    let mut words = Vec::new();
    for row in rows {
        words.extend_from_slice(&row.0);
        words.resize(words.len() + length - row.0.len(), 0);
    }
    let size = (rows.len() * ANSWER * 4) as u64;
    let answers = buffer(gpu, "golden.answers", size, wgpu::BufferUsages::COPY_SRC);
    let cases = buffer(gpu, "golden.cases", (words.len() * 4) as u64, wgpu::BufferUsages::COPY_DST);
    gpu.queue.write_buffer(&cases, 0, bytemuck::cast_slice(&words));
    let pipeline = pipeline(gpu, text, length);
    let entries = [&cases, &answers].map(wgpu::Buffer::as_entire_binding);
    let group = gpu.device.create_bind_group(&wgpu::BindGroupDescriptor {
        label: Some("golden"),
        layout: &pipeline.get_bind_group_layout(0),
        entries: &[0, 1].map(|k| wgpu::BindGroupEntry { binding: k as u32, resource: entries[k].clone() }),
    });
    let mut encoder = gpu.device.create_command_encoder(&wgpu::CommandEncoderDescriptor { label: Some("golden") });
    let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default());
    pass.set_pipeline(&pipeline);
    pass.set_bind_group(0, &group, &[]);
    pass.dispatch_workgroups(rows.len() as u32, 1, 1);
    drop(pass);
    let readback = Readback::new(gpu, "golden.readback", size);
    readback.copy(&mut encoder, &answers, 0, size);
    gpu.queue.submit([encoder.finish()]);
    Replies(readback.read(gpu, size).unwrap())
}

fn buffer(gpu: &Gpu, label: &str, size: u64, usage: wgpu::BufferUsages) -> wgpu::Buffer {
    let usage = wgpu::BufferUsages::STORAGE | usage;
    gpu.device.create_buffer(&wgpu::BufferDescriptor { label: Some(label), size, usage, mapped_at_creation: false })
}

fn pipeline(gpu: &Gpu, text: &str, row_length: usize) -> wgpu::ComputePipeline {
    let scope = gpu.device.push_error_scope(wgpu::ErrorFilter::Validation);
    let module = gpu.device.create_shader_module(wgpu::ShaderModuleDescriptor {
        label: Some("golden"),
        source: wgpu::ShaderSource::Wgsl(text.into()),
    });
    let pipeline = gpu.device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
        label: Some("golden"),
        layout: None,
        module: &module,
        entry_point: Some("golden"),
        compilation_options: wgpu::PipelineCompilationOptions {
            constants: &[("ROW", row_length as f64)],
            ..Default::default()
        },
        cache: None,
    });
    if let Some(error) = pollster::block_on(scope.pop()) {
        panic!("the kernel does not compile: {error}");
    }
    pipeline
}
