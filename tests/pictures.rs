//! Pictures: the right size, the right things at the right places, on the GPU and without one.

#![allow(clippy::unwrap_used)] // a test may give up

mod common;
mod render_common;

use flockwork::Error;
use flockwork::flock::{Flock, Motion, Place};
use flockwork::gpu::Gpu;
use flockwork::render::offscreen::{read_back, upload};
use flockwork::render::{Camera, Picture, Quality, Renderer, Scene, picture, picture_of, write_png};
use flockwork::scenario::{Dimensions, Edge, Scenario};
use glam::{Vec3, vec3};
use render_common::*;

/// Widths whose rows meet the 256-byte pitch, miss it by one pixel, and are usual.
const WIDTHS: [u32; 8] = [1, 63, 64, 65, 100, 640, 1279, 1921];

/// Left half red, right half blue, a white diagonal.
fn pattern(width: u32, height: u32) -> Picture {
    let colour = |x: u32, y: u32| match x {
        _ if x == y => [255, 255, 255, 255],
        _ if x < width / 2 => [255, 0, 0, 255],
        _ => [0, 0, 255, 255],
    };
    let rgba = (0..height).flat_map(|y| (0..width).flat_map(move |x| colour(x, y))).collect();
    Picture { width, height, rgba }
}

fn texture_of(gpu: &Gpu, shown: &Picture) -> wgpu::Texture {
    let size = wgpu::Extent3d { width: shown.width, height: shown.height, depth_or_array_layers: 1 };
    let texture = gpu.device.create_texture(&wgpu::TextureDescriptor {
        label: Some("flockwork.test.pattern"),
        size,
        mip_level_count: 1,
        sample_count: 1,
        dimension: wgpu::TextureDimension::D2,
        format: wgpu::TextureFormat::Rgba8UnormSrgb,
        usage: wgpu::TextureUsages::COPY_SRC | wgpu::TextureUsages::COPY_DST,
        view_formats: &[],
    });
    let rows = wgpu::TexelCopyBufferLayout { offset: 0, bytes_per_row: Some(shown.width * 4), rows_per_image: None };
    gpu.queue.write_texture(texture.as_image_copy(), &shown.rgba, rows, size);
    texture
}

/// What a PNG holds, with an opaque fourth channel.
fn read_png(path: &std::path::Path) -> Picture {
    let file = std::io::BufReader::new(std::fs::File::open(path).unwrap());
    let mut reader = png::Decoder::new(file).read_info().unwrap();
    let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut bytes).unwrap();
    assert_eq!(info.color_type, png::ColorType::Rgb);
    let rgba = bytes.chunks_exact(3).flat_map(|pixel| [pixel[0], pixel[1], pixel[2], 255]).collect();
    Picture { width: info.width, height: info.height, rgba }
}

#[test]
fn a_known_pattern_comes_back_exactly_at_every_width() {
    on_gpu(|gpu| {
        let folder = tempfile::tempdir().unwrap();
        for width in WIDTHS {
            let shown = pattern(width, 37);
            let seen = read_back(gpu, &texture_of(gpu, &shown)).unwrap();
            assert_eq!(seen, shown, "width {width}");
            let path = folder.path().join(format!("{width}.png"));
            write_png(&seen, &path).unwrap();
            assert_eq!(read_png(&path), shown, "file of width {width}");
        }
    });
}

#[test]
fn every_size_is_exact_and_no_picture_is_black() {
    let world = scenario(Dimensions::Three, Edge::Periodic, &[50]);
    let flock = cloud(50, Vec3::ZERO, vec3(40.0, 20.0, 40.0));
    let check = |gpu: Option<&Gpu>| {
        for size in WIDTHS.map(|width| (width, 9)).into_iter().chain([(9, 300), (1, 1)]) {
            let seen = picture(&world, &flock, size, gpu).unwrap();
            assert_eq!((seen.width, seen.height), size);
            assert_eq!(seen.rgba.len(), (size.0 * size.1 * 4) as usize);
            assert!(seen.rgba.chunks_exact(4).all(|pixel| pixel[0] as u32 + pixel[2] as u32 > 30 && pixel[3] == 255));
        }
    };
    check(None);
    on_gpu(|gpu| check(Some(gpu)));
}

#[test]
fn impossible_sizes_are_refused_with_what_is_possible() {
    let world = scenario(Dimensions::Three, Edge::Periodic, &[0]);
    let refused = |size, gpu: Option<&Gpu>| match picture(&world, &nobody(), size, gpu) {
        Err(Error::Limit(text)) => assert!(text.contains(&format!("{}x{}", size.0, size.1)) && text.contains("1 to ")),
        other => panic!("{size:?}: {other:?}"),
    };
    for size in [(0, 10), (10, 0), (10, 1_000_000)] {
        refused(size, None);
    }
    on_gpu(|gpu| [(0, 10), (10, 0), (10, 1_000_000)].into_iter().for_each(|size| refused(size, Some(gpu))));
}

/// The picture of one agent, and where the picture changed for it.
fn mark(world: &Scenario, position: Vec3, forward: Vec3, gpu: Option<&Gpu>) -> (glam::Vec2, Vec<glam::Vec2>) {
    let size = (320, 180);
    let camera = Camera::framing(world, &nobody(), 320.0 / 180.0);
    let scene = Scene::new(world, camera);
    let flock = Flock::new(&[position], &[Motion { forward, speed: 1.0 }]).unwrap();
    let empty = picture_of(&scene, &nobody(), size, 0.0, gpu).unwrap();
    let seen = picture_of(&scene, &flock, size, 0.0, gpu).unwrap();
    (pixel_of(&camera, size, position), changed(&empty, &seen))
}

fn agents_appear_at_their_places(gpu: Option<&Gpu>) {
    let mut flat = scenario(Dimensions::Two, Edge::Periodic, &[1]);
    flat.species[0].body_radius = 2.0;
    let (_, upper_left) = mark(&flat, vec3(20.0, 80.0, 0.0), Vec3::X, gpu);
    let middle = mean(&upper_left);
    assert!(middle.x < 80.0 && middle.y < 45.0, "upper left appears at {middle}");
    for position in [vec3(20.0, 80.0, 0.0), vec3(80.0, 45.0, 0.0), vec3(150.0, 10.0, 0.0)] {
        let (place, covered) = mark(&flat, position, Vec3::X, gpu);
        assert!(covered.len() > 8 && mean(&covered).distance(place) < 4.0, "{place} seen at {}", mean(&covered));
    }
    let mut deep = scenario(Dimensions::Three, Edge::Periodic, &[1]);
    deep.species[0].body_radius = 5.0;
    for position in [Vec3::ZERO, vec3(-40.0, 20.0, 10.0), vec3(30.0, -20.0, -40.0)] {
        let (place, covered) = mark(&deep, position, Vec3::X, gpu);
        assert!(covered.len() > 8 && mean(&covered).distance(place) < 4.0, "{place} seen at {}", mean(&covered));
    }
}

/// A dart is broad behind and pointed in front, so its farthest pixel from the agent lies ahead.
fn headings_are_seen(gpu: Option<&Gpu>) {
    let mut flat = scenario(Dimensions::Two, Edge::Periodic, &[1]);
    flat.species[0].body_radius = 5.0;
    for forward in [Vec3::X, -Vec3::X, Vec3::Y, -Vec3::Y, vec3(0.6, 0.8, 0.0)] {
        let (place, covered) = mark(&flat, vec3(80.0, 45.0, 0.0), forward, gpu);
        let farthest = covered.iter().copied().max_by(|a, b| a.distance(place).total_cmp(&b.distance(place))).unwrap();
        let ahead = glam::vec2(forward.x, -forward.y);
        assert!((farthest - place).normalize().dot(ahead) > 0.97, "{forward}: nose at {farthest}, agent at {place}");
    }
}

#[test]
fn agents_appear_at_their_places_with_their_headings_without_a_gpu() {
    agents_appear_at_their_places(None);
    headings_are_seen(None);
}

#[test]
fn agents_appear_at_their_places_with_their_headings_on_the_gpu() {
    on_gpu(|gpu| {
        agents_appear_at_their_places(Some(gpu));
        headings_are_seen(Some(gpu));
    });
}

fn hard_headings_are_visible(gpu: Option<&Gpu>) {
    let hard = [Vec3::ZERO, Vec3::Y, -Vec3::Y, vec3(0.0, 1e-20, 0.0), vec3(1e-30, 1.0, 1e-30), vec3(1e20, 0.0, 0.0)];
    let mut world = scenario(Dimensions::Three, Edge::Periodic, &[1]);
    world.species[0].body_radius = 5.0;
    for forward in hard {
        let (place, covered) = mark(&world, vec3(10.0, 5.0, 0.0), forward, gpu);
        assert!(covered.len() > 8, "an agent that heads along {forward} is not seen");
        assert!(mean(&covered).distance(place) < 4.0, "{forward}: at {place}, seen at {}", mean(&covered));
    }
}

#[test]
fn zero_vertical_tiny_and_huge_headings_are_visible() {
    hard_headings_are_visible(None);
    on_gpu(|gpu| hard_headings_are_visible(Some(gpu)));
}

#[test]
fn the_smallest_agents_are_still_visible() {
    let mut world = scenario(Dimensions::Three, Edge::Periodic, &[1]);
    world.species[0].body_radius = 1e-3;
    world.species[0].count = 1_000_000; // so many leave no room to draw each larger than life
    let seen = |gpu: Option<&Gpu>| {
        let (place, covered) = mark(&world, vec3(10.0, 5.0, 0.0), Vec3::X, gpu);
        assert!(!covered.is_empty() && covered.len() < 12 && mean(&covered).distance(place) < 2.0);
    };
    seen(None);
    on_gpu(|gpu| seen(Some(gpu)));
}

/// Draws rows in the order given.
fn drawn(gpu: &Gpu, scene: &Scene, rows: &[(Place, Motion)]) -> Picture {
    let places: Vec<_> = rows.iter().map(|row| row.0).collect();
    let motions: Vec<_> = rows.iter().map(|row| row.1).collect();
    let places = upload(gpu, "flockwork.test.places", bytemuck::cast_slice(&places));
    let motions = upload(gpu, "flockwork.test.motions", bytemuck::cast_slice(&motions));
    let renderer = Renderer::new(gpu, (320, 180), Quality::Draft).unwrap();
    renderer.draw(scene, &places, &motions, rows.len() as u32, 1.5).unwrap()
}

#[test]
fn order_in_memory_changes_no_bit_of_the_picture_and_ids_do() {
    on_gpu(|gpu| {
        let deep = (
            scenario(Dimensions::Three, Edge::Periodic, &[1500, 500]),
            cloud(2000, Vec3::ZERO, vec3(50.0, 25.0, 50.0)),
        );
        let flat = (scenario(Dimensions::Two, Edge::Periodic, &[1500, 500]), plane(2000));
        for (world, flock) in [deep, flat] {
            let scene = Scene::new(&world, Camera::framing(&world, &flock, 16.0 / 9.0));
            let mut rows: Vec<_> = flock.places.iter().copied().zip(flock.motions.iter().copied()).collect();
            let straight = drawn(gpu, &scene, &rows);
            rows.reverse();
            rows.rotate_left(777);
            assert!(drawn(gpu, &scene, &rows) == straight, "{:?}", world.dimensions);
            rows.iter_mut().for_each(|row| row.0.id = 1999 - row.0.id);
            assert!(drawn(gpu, &scene, &rows) != straight, "{:?}: ids changed nothing", world.dimensions);
        }
    });
}

#[test]
fn the_same_flock_gives_the_same_picture_twice_without_a_gpu() {
    let world = scenario(Dimensions::Three, Edge::Periodic, &[500]);
    let flock = cloud(500, Vec3::ZERO, vec3(50.0, 25.0, 50.0));
    let first = picture(&world, &flock, (200, 100), None).unwrap();
    let one_thread = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    assert!(one_thread.install(|| picture(&world, &flock, (200, 100), None).unwrap()) == first);
}

/// Difference of two pictures over all channels.
fn mean_difference(left: &Picture, right: &Picture) -> f64 {
    let sum: u64 = left.rgba.iter().zip(&right.rgba).map(|(a, b)| u64::from(a.abs_diff(*b))).sum();
    sum as f64 / left.rgba.len() as f64
}

#[test]
fn pictures_with_and_without_a_gpu_agree() {
    on_gpu(|gpu| {
        let edge = Edge::Soft { strength: 1.0 };
        let deep =
            (scenario(Dimensions::Three, edge, &[3000]), cloud(3000, vec3(8.0, 0.0, -5.0), vec3(45.0, 22.0, 45.0)));
        let flat = (scenario(Dimensions::Two, Edge::Periodic, &[1000, 200]), plane(1200));
        for (world, flock) in [deep, flat] {
            let size = (480, 270);
            let left = picture(&world, &flock, size, Some(gpu)).unwrap();
            let right = picture(&world, &flock, size, None).unwrap();
            let scene = Scene::new(&world, Camera::framing(&world, &flock, 480.0 / 270.0));
            let empty = |gpu: Option<&Gpu>| picture_of(&scene, &nobody(), size, 0.0, gpu).unwrap();
            let (apart, drawn) = (mean_difference(&left, &right), mean_difference(&left, &empty(Some(gpu))));
            assert!(apart < 2.0 && apart < 0.3 * drawn, "{:?}: {apart} apart, {drawn} drawn", world.dimensions);
            for bytes in [4, 480 * 4] {
                let mut moved = right.clone();
                moved.rgba.rotate_right(bytes);
                let moved_apart = mean_difference(&left, &moved);
                assert!(moved_apart > 1.5 * apart, "{:?}: moved by a pixel {moved_apart}", world.dimensions);
            }
            let ratio = drawn / mean_difference(&right, &empty(None));
            assert!((ratio - 1.0).abs() < 0.03, "{:?}: what agents cover differs by {ratio}", world.dimensions);
        }
    });
}

#[test]
fn a_file_that_cannot_be_written_leaves_nothing_behind() {
    let folder = tempfile::tempdir().unwrap();
    let shown = pattern(4, 4);
    let blocked = folder.path().join("taken");
    std::fs::create_dir_all(blocked.join("inside")).unwrap();
    assert!(matches!(write_png(&shown, &blocked), Err(Error::Output { path, .. }) if path == blocked));
    assert!(write_png(&shown, &folder.path().join("missing/shot.png")).is_err());
    let shot = folder.path().join("shot.png");
    write_png(&shown, &shot).unwrap();
    let mut names: Vec<_> = std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    names.sort();
    assert_eq!(names, ["shot.png", "taken"]);
}
