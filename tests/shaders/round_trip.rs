//! The round trip: every number that Rust writes into the parameters is the one that WGSL reads under the same name.

use crate::common;
use flockwork::gpu::Gpu;
use flockwork::gpu::readback::Readback;
use flockwork::gpu::shader::shared_text;
use flockwork::params::{Member, Params, Rule, SPECIES_MAX, Species, Table};
use std::mem::size_of;

/// One word of a struct: its path in WGSL, its byte, whether it is a float.
#[derive(Clone, Debug, PartialEq)]
struct Word {
    path: String,
    offset: usize,
    float: bool,
}

impl Word {
    /// A value that no other word has. Floats are whole numbers, since some adapters flush the smallest ones to zero.
    fn value(&self, index: usize) -> u32 {
        let value = index as u32 + 1;
        if self.float { (value as f32).to_bits() } else { value }
    }
}

/// The words of a struct, in the order of its members.
fn words(members: &[Member], path: &str, offset: usize) -> Vec<Word> {
    let of_member = |member: &Member| -> Vec<Word> {
        let path = format!("{path}.{}", member.name);
        let offset = offset + member.offset;
        let word =
            |suffix: &str, k: usize, float| Word { path: format!("{path}{suffix}"), offset: offset + 4 * k, float };
        match member.wgsl {
            "f32" => vec![word("", 0, true)],
            "u32" => vec![word("", 0, false)],
            "vec3<f32>" => vec![word(".x", 0, true), word(".y", 1, true), word(".z", 2, true)],
            "Rule" => words(Rule::MEMBERS, &path, offset),
            other => panic!("{path} is a {other}: tell the round trip what that is"),
        }
    };
    members.iter().flat_map(of_member).collect()
}

/// All words of the parameters and of the first, second and last species.
fn all_words() -> (Vec<Word>, Vec<Word>) {
    let species = |k: usize| words(Species::MEMBERS, &format!("table.species[{k}]"), k * size_of::<Species>());
    let table = [0, 1, SPECIES_MAX - 1].into_iter().flat_map(species).collect();
    (words(Params::MEMBERS, "params", 0), table)
}

#[test]
fn gpu_every_parameter_is_read_under_its_name() {
    let Some(gpu) = common::gpu() else { return };
    let (params, table) = all_words();
    assert_eq!(params.len() * 4, size_of::<Params>(), "every byte is of a member");
    assert_eq!(table.len() * 4, 3 * size_of::<Species>(), "every byte is of a member");
    let differing = differing(&gpu, &shared_text(&["params"]));
    assert!(differing.is_empty(), "{differing:#?}");
    println!("{} words", params.len() + table.len());
}

#[test]
fn gpu_exchanged_members_do_not_come_back() {
    let Some(gpu) = common::gpu() else { return };
    let text = shared_text(&["params"]);
    let exchanged = |a: &str, b: &str| {
        let right = format!("{a}: f32,\n    {b}: f32,");
        assert!(text.contains(&right), "{right}");
        differing(&gpu, &text.replace(&right, &format!("{b}: f32,\n    {a}: f32,")))
    };
    let params = exchanged("dt", "soft_strength");
    assert!(params.len() == 2 && params[0].starts_with("params.dt"), "{params:?}");
    assert_eq!(exchanged("min_speed", "max_speed").len(), 6, "two of each species");
    assert_eq!(exchanged("weight", "radius2").len(), 18, "two of each rule of each species");
}

/// The words that WGSL reads otherwise than Rust wrote them.
fn differing(gpu: &Gpu, params_text: &str) -> Vec<String> {
    let (params, table) = all_words();
    let mut params_bytes = vec![0_u8; size_of::<Params>()];
    let mut table_bytes = vec![0_u8; size_of::<Table>()];
    let mut body = String::new();
    let mut written = Vec::new();
    for (bytes, words) in [(&mut params_bytes, params), (&mut table_bytes, table)] {
        for word in words {
            let index = written.len();
            let value = word.value(index);
            bytes[word.offset..word.offset + 4].copy_from_slice(&value.to_le_bytes());
            body.push_str(&format!("    copied[{index}] = bitcast<u32>({});\n", word.path));
            written.push((word.path, value));
        }
    }
    let text = format!(
        "{params_text}
@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(1) var<storage, read> table: Table;
@group(0) @binding(2) var<storage, read_write> copied: array<u32>;
@compute @workgroup_size(1) fn copy_words() {{\n{body}}}"
    );
    let read = run(gpu, &text, &params_bytes, &table_bytes, written.len());
    let pairs = written.into_iter().zip(read).filter(|((_, value), got)| value != got);
    pairs.map(|((path, value), got)| format!("{path}: Rust wrote {value:#x}, WGSL read {got:#x}")).collect()
}

fn run(gpu: &Gpu, text: &str, params: &[u8], table: &[u8], words: usize) -> Vec<u32> {
    use wgpu::BufferUsages as Usage;
    let size = words as u64 * 4;
    let buffer = |label, size, usage| {
        gpu.device.create_buffer(&wgpu::BufferDescriptor { label: Some(label), size, usage, mapped_at_creation: false })
    };
    let buffers = [
        buffer("round_trip.params", params.len() as u64, Usage::UNIFORM | Usage::COPY_DST),
        buffer("round_trip.table", table.len() as u64, Usage::STORAGE | Usage::COPY_DST),
        buffer("round_trip.copied", size, Usage::STORAGE | Usage::COPY_SRC),
    ];
    gpu.queue.write_buffer(&buffers[0], 0, params);
    gpu.queue.write_buffer(&buffers[1], 0, table);
    let module = gpu.device.create_shader_module(wgpu::ShaderModuleDescriptor {
        label: Some("round_trip"),
        source: wgpu::ShaderSource::Wgsl(text.into()),
    });
    let pipeline = gpu.device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
        label: Some("round_trip"),
        layout: None,
        module: &module,
        entry_point: Some("copy_words"),
        compilation_options: wgpu::PipelineCompilationOptions::default(),
        cache: None,
    });
    let entries: Vec<_> = (0..)
        .zip(&buffers)
        .map(|(binding, buffer)| wgpu::BindGroupEntry { binding, resource: buffer.as_entire_binding() })
        .collect();
    let layout = pipeline.get_bind_group_layout(0);
    let group =
        gpu.device.create_bind_group(&wgpu::BindGroupDescriptor { label: None, layout: &layout, entries: &entries });
    let mut encoder = gpu.device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
    let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor::default());
    pass.set_pipeline(&pipeline);
    pass.set_bind_group(0, &group, &[]);
    pass.dispatch_workgroups(1, 1, 1);
    drop(pass);
    let readback = Readback::new(gpu, "round_trip.readback", size);
    readback.copy(&mut encoder, &buffers[2], 0, size);
    gpu.queue.submit([encoder.finish()]);
    readback.read(gpu, size).unwrap()
}
