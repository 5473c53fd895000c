//! The shaders that draw: valid for both WGSL compilers, laid out as their Rust twin, and equal to it in what they compute.

#![allow(clippy::unwrap_used)] // a test may give up

mod common;
mod render_common;

use flockwork::render::basis::body_basis;
use flockwork::render::offscreen::upload;
use flockwork::render::pipelines::DRAW_SHADERS;
use flockwork::render::scene::View;
use glam::{Mat3, Vec3, Vec4, vec3};
use render_common::on_gpu;
use std::mem::offset_of;
use std::process::Command;
use wgpu::naga;

fn parsed(text: &str) -> naga::Module {
    naga::front::wgsl::parse_str(text).unwrap_or_else(|error| panic!("{}", error.emit_to_string(text)))
}

#[test]
fn every_shader_is_valid_and_has_both_entry_points() {
    for shader in DRAW_SHADERS {
        let module = parsed(shader.text);
        let mut validator =
            naga::valid::Validator::new(naga::valid::ValidationFlags::all(), naga::valid::Capabilities::empty());
        validator.validate(&module).unwrap_or_else(|error| panic!("{}: {error:?}", shader.name));
        let mut names: Vec<_> = module.entry_points.iter().map(|entry| entry.name.clone()).collect();
        names.sort();
        assert_eq!(names, [format!("{}_fragment", shader.name), format!("{}_vertex", shader.name)]);
    }
}

#[test]
fn tint_accepts_every_shader_where_it_is_installed() {
    let folder = tempfile::tempdir().unwrap();
    for shader in DRAW_SHADERS {
        let path = folder.path().join(format!("{}.wgsl", shader.name));
        std::fs::write(&path, shader.text).unwrap();
        let Ok(output) = Command::new("tint").args(["--format", "wgsl"]).arg(&path).output() else {
            println!("not tested: tint is not installed");
            return;
        };
        assert!(output.status.success(), "{}: {}", shader.name, String::from_utf8_lossy(&output.stderr));
    }
}

#[test]
fn the_uniform_has_the_offsets_of_its_rust_twin() {
    macro_rules! offsets {
        ($($name:ident),*) => { vec![$((stringify!($name), offset_of!(View, $name))),*] };
    }
    let twin = offsets!(
        clip_from_world,
        eye_near,
        right_focal,
        above_span_min,
        ahead_vignette,
        up_lift,
        rest_seconds,
        bend_span,
        zenith,
        middle,
        horizon,
        ground,
        sun,
        glow,
        sun_light,
        sky_light,
        ground_light,
        edge,
        fog,
        size,
        kinds,
        id_ends,
        corners
    );
    for shader in DRAW_SHADERS {
        let module = parsed(shader.text);
        let view = module.types.iter().find(|(_, kind)| kind.name.as_deref() == Some("View")).unwrap().1;
        let naga::TypeInner::Struct { members, span } = &view.inner else { panic!("View is no struct") };
        let members: Vec<_> =
            members.iter().map(|member| (member.name.as_deref().unwrap(), member.offset as usize)).collect();
        assert_eq!(members, twin, "{}", shader.name);
        assert_eq!(*span as usize, size_of::<View>());
    }
}

const KERNEL: &str = "
@group(0) @binding(1) var<storage, read> headings: array<vec4f>;
@group(0) @binding(2) var<storage, read_write> columns: array<vec4f>;

@compute @workgroup_size(1)
fn basis_of(@builtin(global_invocation_id) at: vec3u) {
    let basis = body_basis(headings[at.x].xyz, view.up_lift.xyz, view.rest_seconds.xyz);
    for (var column = 0u; column < 3u; column += 1u) {
        columns[3u * at.x + column] = vec4f(basis[column], 0.0);
    }
}
";

/// The basis that the shader computes for each heading.
fn bases_on_gpu(gpu: &flockwork::gpu::Gpu, headings: &[Vec3], up: Vec3, rest: Vec3) -> Vec<Mat3> {
    let text = format!("{}{KERNEL}", include_str!("../shaders/draw/scene.wgsl"));
    let label = Some("flockwork.test.basis");
    let device = &gpu.device;
    let module = device
        .create_shader_module(wgpu::ShaderModuleDescriptor { label, source: wgpu::ShaderSource::Wgsl(text.into()) });
    let pipeline = device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
        label,
        layout: None,
        module: &module,
        entry_point: Some("basis_of"),
        compilation_options: Default::default(),
        cache: None,
    });
    let view = View { up_lift: up.extend(0.0), rest_seconds: rest.extend(0.0), ..bytemuck::Zeroable::zeroed() };
    let buffer = |size: usize, usage| {
        device.create_buffer(&wgpu::BufferDescriptor { label, size: size as u64, usage, mapped_at_creation: false })
    };
    let uniform = buffer(size_of::<View>(), wgpu::BufferUsages::UNIFORM | wgpu::BufferUsages::COPY_DST);
    gpu.queue.write_buffer(&uniform, 0, bytemuck::bytes_of(&view));
    let rows: Vec<Vec4> = headings.iter().map(|heading| heading.extend(0.0)).collect();
    let rows = upload(gpu, "flockwork.test.headings", bytemuck::cast_slice(&rows));
    let size = headings.len() * 48;
    let columns = buffer(size, wgpu::BufferUsages::STORAGE | wgpu::BufferUsages::COPY_SRC);
    let staging = buffer(size, wgpu::BufferUsages::MAP_READ | wgpu::BufferUsages::COPY_DST);
    let entries: Vec<_> = (0..)
        .zip([&uniform, &rows, &columns])
        .map(|(binding, buffer)| wgpu::BindGroupEntry { binding, resource: buffer.as_entire_binding() })
        .collect();
    let layout = pipeline.get_bind_group_layout(0);
    let group = device.create_bind_group(&wgpu::BindGroupDescriptor { label, layout: &layout, entries: &entries });
    let mut encoder = device.create_command_encoder(&wgpu::CommandEncoderDescriptor { label });
    {
        let mut pass = encoder.begin_compute_pass(&wgpu::ComputePassDescriptor { label, timestamp_writes: None });
        pass.set_pipeline(&pipeline);
        pass.set_bind_group(0, &group, &[]);
        pass.dispatch_workgroups(headings.len() as u32, 1, 1);
    }
    encoder.copy_buffer_to_buffer(&columns, 0, &staging, 0, size as u64);
    gpu.queue.submit([encoder.finish()]);
    staging.map_async(wgpu::MapMode::Read, .., |result| result.unwrap());
    gpu.wait(None).unwrap();
    let mapped = staging.get_mapped_range(..).unwrap();
    let columns: Vec<Vec4> = bytemuck::pod_collect_to_vec(&mapped);
    columns.chunks_exact(3).map(|c| Mat3::from_cols(c[0].truncate(), c[1].truncate(), c[2].truncate())).collect()
}

#[test]
fn zero_and_vertical_headings_have_the_same_finite_basis_in_the_shader() {
    let headings = [
        vec3(0.0, 0.0, 0.0),
        vec3(0.0, 1.0, 0.0),
        vec3(0.0, -1.0, 0.0),
        vec3(0.0, 1e-20, 0.0),
        vec3(1e-30, 1.0, 1e-30),
        vec3(1e20, 0.0, 0.0),
        vec3(0.0, 0.0, 1.0),
        vec3(0.3, -0.5, 0.8),
    ];
    on_gpu(|gpu| {
        for (up, rest) in [(Vec3::Y, Vec3::Z), (Vec3::Z, Vec3::X)] {
            for (basis, heading) in bases_on_gpu(gpu, &headings, up, rest).into_iter().zip(headings) {
                assert!(basis.is_finite() && (basis.determinant() - 1.0).abs() < 1e-4, "{heading}: {basis}");
                assert!(basis.abs_diff_eq(body_basis(heading, up, rest), 1e-5), "{heading}: {basis}");
            }
        }
    });
}
