//! The camera: it frames worlds and flocks, whatever they are.

#![allow(clippy::unwrap_used)] // a test may give up

mod common;
mod render_common;

use flockwork::flock::{Flock, Motion};
use flockwork::render::{Camera, Framing};
use flockwork::scenario::{Dimensions, Edge, Scenario};
use glam::{Vec3, vec3};
use render_common::*;

const SIZE: (u32, u32) = (1280, 720);
const ASPECT: f32 = 1280.0 / 720.0;

fn at_rest(positions: &[Vec3]) -> Flock {
    Flock::new(positions, &vec![Motion { forward: Vec3::X, speed: 0.0 }; positions.len()]).unwrap()
}

fn corners(world: &Scenario) -> Vec<Vec3> {
    let (min, max) = (world.world.min, world.world.max);
    let pick = |bit: usize, axis: usize| if bit >> axis & 1 == 1 { max[axis] } else { min[axis] };
    (0..8).map(|bit| vec3(pick(bit, 0), pick(bit, 1), pick(bit, 2))).collect()
}

#[test]
fn a_world_that_its_flock_fills_is_framed_whole_and_closely() {
    for (dimensions, flock) in
        [(Dimensions::Two, plane(500)), (Dimensions::Three, cloud(500, Vec3::ZERO, vec3(55.0, 28.0, 55.0)))]
    {
        let world = scenario(dimensions, Edge::Periodic, &[500]);
        for aspect in [ASPECT, 1.0, 0.4] {
            let size = ((720.0 * aspect) as u32, 720);
            let camera = Camera::framing(&world, &flock, size.0 as f32 / 720.0);
            let seen: Vec<_> = corners(&world).iter().map(|&corner| pixel_of(&camera, size, corner)).collect();
            let low = seen.iter().copied().reduce(glam::Vec2::min).unwrap();
            let high = seen.iter().copied().reduce(glam::Vec2::max).unwrap();
            let (width, height) = (size.0 as f32, 720.0);
            assert!(low.x > 0.0 && low.y > 0.0 && high.x < width && high.y < height, "{low} to {high} in {size:?}");
            let filled = ((high.x - low.x) / width).max((high.y - low.y) / height);
            assert!(filled > 0.9, "only {filled} of {size:?} is filled");
        }
    }
}

#[test]
fn a_flock_that_fills_little_of_its_world_is_framed_itself() {
    let world = scenario(Dimensions::Three, Edge::Periodic, &[500]);
    let flock = cloud(500, vec3(20.0, -5.0, 10.0), Vec3::splat(8.0));
    let camera = Camera::framing(&world, &flock, ASPECT);
    let seen: Vec<_> = flock.places.iter().map(|place| pixel_of(&camera, SIZE, place.position)).collect();
    let low = seen.iter().copied().reduce(glam::Vec2::min).unwrap();
    let high = seen.iter().copied().reduce(glam::Vec2::max).unwrap();
    assert!(low.y > 0.0 && high.y < 720.0 && high.y - low.y > 300.0, "{low} to {high}");
}

#[test]
fn the_world_or_the_flock_is_framed_when_asked_for() {
    let world = scenario(Dimensions::Three, Edge::Periodic, &[500]);
    let flock = cloud(500, vec3(20.0, -5.0, 10.0), Vec3::splat(8.0));
    let camera = |what| Camera::framing_what(what, &world, &flock, ASPECT);
    let whole = |what| {
        corners(&world).iter().all(|&corner| {
            let at = pixel_of(&camera(what), SIZE, corner);
            at.x > 0.0 && at.x < 1280.0 && at.y > 0.0 && at.y < 720.0
        })
    };
    assert!(whole(Framing::World) && !whole(Framing::Flock));
    assert_eq!(camera(Framing::Flock), camera(Framing::Auto), "this flock fills little of its world");
}

#[test]
fn one_stray_does_not_shrink_the_flock_of_an_open_world() {
    let world = scenario(Dimensions::Three, Edge::Open, &[500]);
    let mut flock = cloud(500, vec3(900.0, 0.0, 0.0), Vec3::splat(10.0));
    let before = Camera::framing(&world, &flock, ASPECT).distance();
    flock.places[77].position = vec3(-1e6, 1e6, 3.0);
    let after = Camera::framing(&world, &flock, ASPECT).distance();
    assert!((after / before - 1.0).abs() < 0.1, "{before} became {after}");
}

#[test]
fn the_plane_is_seen_from_above_with_x_to_the_right_and_y_up() {
    let world = scenario(Dimensions::Two, Edge::Periodic, &[500]);
    let camera = Camera::framing(&world, &plane(500), ASPECT);
    let (origin, x, y) = (vec3(80.0, 45.0, 0.0), vec3(90.0, 45.0, 0.0), vec3(80.0, 55.0, 0.0));
    let [origin, x, y] = [origin, x, y].map(|point| pixel_of(&camera, SIZE, point));
    assert!(origin.distance(glam::vec2(640.0, 360.0)) < 0.1, "middle at {origin}");
    assert!(x.x > origin.x && (x.y - origin.y).abs() < 0.01 && y.y < origin.y && (y.x - origin.x).abs() < 0.01);
    assert!(((x.x - origin.x) - (origin.y - y.y)).abs() < 0.01, "pixels are square");
}

#[test]
fn no_flock_makes_a_camera_that_is_not_finite() {
    let flocks = [
        nobody(),
        at_rest(&[Vec3::ZERO]),
        at_rest(&[vec3(7.0, 7.0, 7.0); 300]),
        at_rest(&[vec3(1e6, 0.0, 0.0), vec3(-1e6, 0.0, 0.0)]),
        cloud(19, vec3(0.0, 1e4, 0.0), vec3(0.0, 50.0, 0.0)),
    ];
    for edge in [Edge::Open, Edge::Periodic, Edge::SphereWrap { centre: Vec3::ZERO, radius: 30.0 }] {
        for dimensions in [Dimensions::Two, Dimensions::Three] {
            for flock in &flocks {
                let world = scenario(dimensions, edge, &[flock.len() as u32]);
                let camera = Camera::framing(&world, flock, ASPECT);
                assert!(camera.clip_from_world(ASPECT).is_finite() && camera.distance() > 1.0, "{edge:?}: {camera:?}");
            }
        }
    }
}

#[test]
fn depth_is_one_at_the_near_plane_and_falls_to_zero_far_away() {
    let world = scenario(Dimensions::Three, Edge::Periodic, &[0]);
    let camera = Camera::framing(&world, &nobody(), ASPECT);
    let ahead = camera.axes().2;
    let depth = |distance: f32| {
        let clip = camera.clip_from_world(ASPECT) * (camera.eye + ahead * distance).extend(1.0);
        clip.z / clip.w
    };
    assert!((depth(camera.near()) - 1.0).abs() < 1e-2);
    assert!(depth(camera.distance()) > depth(camera.distance() * 1.001) && depth(1e7) > 0.0 && depth(1e7) < 1e-6);
}
