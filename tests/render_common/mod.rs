//! Worlds and helpers that the picture tests share.

#![allow(clippy::unwrap_used)] // a test may give up
#![allow(dead_code)] // every test binary compiles this file and uses a part of it

use flockwork::flock::{Flock, Motion};
use flockwork::gpu::Gpu;
use flockwork::render::{Camera, Picture};
use flockwork::rules::random::{random_bits, random_direction, unit_interval};
use flockwork::scenario::{Dimensions, Edge, Heading, Rule, Scenario, Shape, Spawn, Species, World};
use glam::{Vec2, Vec3, vec2, vec3};

/// Runs a test on a software adapter and fails it on any error that the device reported.
pub(crate) fn on_gpu(test: impl FnOnce(&Gpu)) {
    let Some(gpu) = crate::common::gpu() else { return };
    test(&gpu);
    assert_eq!(gpu.health(), Ok(()));
}

pub(crate) fn scenario(dimensions: Dimensions, edge: Edge, counts: &[u32]) -> Scenario {
    let (min, max) = match dimensions {
        Dimensions::Two => (Vec3::ZERO, vec3(160.0, 90.0, 0.0)),
        Dimensions::Three => (vec3(-60.0, -30.0, -60.0), vec3(60.0, 30.0, 60.0)),
    };
    Scenario {
        title: "Test".to_owned(),
        seed: 1,
        dt: 1.0 / 60.0,
        dimensions,
        world: World { min, max, edge },
        species: counts.iter().enumerate().map(|(index, &count)| species(index, count)).collect(),
        flocks_with: vec![1; counts.len()],
    }
}

fn species(index: usize, count: u32) -> Species {
    let rule = Rule::default();
    Species {
        name: format!("species {index}"),
        count,
        body_radius: 0.5,
        mass: 1.0,
        min_speed: 0.0,
        max_speed: Some(9.0),
        max_force: None,
        dist_floor: 0.1,
        separation: rule,
        alignment: rule,
        cohesion: rule,
        spawn: Spawn { shape: Shape::Point { centre: Vec3::ZERO }, heading: Heading::Random, speed: 1.0 },
    }
}

/// A cloud like a murmuration: an ellipsoid around a point, with headings that turn smoothly through it.
pub(crate) fn cloud(count: u32, centre: Vec3, extent: Vec3) -> Flock {
    let row = |id: u32| {
        let out = unit_interval(random_bits(5, id, 0)[0]).cbrt();
        let offset = random_direction(3, id, 1, 3) * out;
        let flow = vec3(1.0 - offset.z, 0.3 * (offset.x * 4.0).sin(), offset.x) + random_direction(4, id, 1, 3) * 0.2;
        (centre + offset * extent, Motion::from_velocity(flow * 5.0, Vec3::Z))
    };
    let (positions, motions): (Vec<_>, Vec<_>) = (0..count).map(row).unzip();
    Flock::new(&positions, &motions).unwrap()
}

/// Agents spread over the plane of the two-dimensional test world.
pub(crate) fn plane(count: u32) -> Flock {
    let row = |id: u32| {
        let bits = random_bits(6, id, 0).map(unit_interval);
        let angle = bits[2] * std::f32::consts::TAU;
        let heading = vec3(angle.cos(), angle.sin(), 0.0);
        (vec3(bits[0] * 160.0, bits[1] * 90.0, 0.0), Motion { forward: heading, speed: 2.0 })
    };
    let (positions, motions): (Vec<_>, Vec<_>) = (0..count).map(row).unzip();
    Flock::new(&positions, &motions).unwrap()
}

pub(crate) fn nobody() -> Flock {
    Flock::new(&[], &[]).unwrap()
}

/// Where a point appears, in pixels from the upper left.
pub(crate) fn pixel_of(camera: &Camera, size: (u32, u32), point: Vec3) -> Vec2 {
    let (width, height) = (size.0 as f32, size.1 as f32);
    let clip = camera.clip_from_world(width / height) * point.extend(1.0);
    vec2((0.5 + 0.5 * clip.x / clip.w) * width, (0.5 - 0.5 * clip.y / clip.w) * height)
}

/// Difference of two pixels: the sum over the channels.
pub(crate) fn pixel_difference(left: [u8; 4], right: [u8; 4]) -> u32 {
    left.iter().zip(right).map(|(&a, b)| u32::from(a.abs_diff(b))).sum()
}

/// Pixels that differ clearly between two pictures of one size.
pub(crate) fn changed(left: &Picture, right: &Picture) -> Vec<Vec2> {
    assert_eq!((left.width, left.height), (right.width, right.height));
    let all = (0..left.height).flat_map(|y| (0..left.width).map(move |x| (x, y)));
    all.filter(|&(x, y)| pixel_difference(left.pixel(x, y), right.pixel(x, y)) > 9)
        .map(|(x, y)| vec2(x as f32 + 0.5, y as f32 + 0.5))
        .collect()
}

pub(crate) fn mean(points: &[Vec2]) -> Vec2 {
    points.iter().copied().sum::<Vec2>() / points.len() as f32
}
