//! Light and colour of a picture, and the shape of one agent: the twin of `shaders/draw/scene.wgsl`, name by name.

use super::basis::body_basis;
use super::scene::{KINDS_MAX, View};
use crate::flock::{Motion, Place};
use crate::rules::random::{pcg, unit_interval};
use glam::{Mat3, Vec3};
use std::f32::consts::TAU;

/// Flaps or tail beats in a second; each id differs a little.
const BEATS_PER_SECOND: f32 = 2.4;

/// Linear colour of the sky along a unit vector.
pub fn sky(view: &View, ray: Vec3) -> Vec3 {
    let height = ray.dot(view.up_lift.truncate());
    let middle = view.horizon.lerp(view.middle, smooth(height * 3.6));
    let upper = middle.lerp(view.zenith, smooth(height * 1.7 - 0.18));
    let colour = upper.lerp(view.ground, smooth(-height * 2.2)).truncate();
    let near_sun = ray.dot(view.sun.truncate()).max(0.0);
    let near4 = near_sun * near_sun * near_sun * near_sun;
    let near16 = near4 * near4 * near4 * near4;
    let near64 = near16 * near16 * near16 * near16;
    let corner = 1.0 - view.ahead_vignette.w * (1.0 - ray.dot(view.ahead_vignette.truncate()));
    (colour + view.glow.truncate() * (0.22 * near4 + 0.3 * near16 + 0.48 * near64)) * corner
}

/// Linear colour of a surface with this unit normal, seen along `offset` from the camera.
pub fn lit(view: &View, normal: Vec3, tint: Vec3, offset: Vec3) -> Vec3 {
    let share = 0.5 + 0.5 * normal.dot(view.up_lift.truncate());
    let light = view.ground_light.lerp(view.sky_light, share).truncate()
        + view.sun_light.truncate() * normal.dot(view.sun.truncate()).max(0.0);
    let depth = offset.dot(view.ahead_vignette.truncate());
    let fog = ((depth - view.fog.x) * view.fog.y).clamp(0.0, 1.0) * view.fog.z;
    (tint * light).lerp(sky(view, offset / offset.length()), fog)
}

/// Index of the species of an id.
pub fn kind_of(view: &View, id: u32) -> usize {
    (0..KINDS_MAX - 1).find(|&kind| id < view.id_ends[kind / 4][kind % 4]).unwrap_or(KINDS_MAX - 1)
}

/// An agent in the picture: where it stands, how large, how turned and how far its wings are bent.
pub struct Body {
    /// World coordinates.
    pub position: Vec3,
    /// Columns side, up, forward, each as long as one mesh unit.
    pub axes: Mat3,
    /// Offset of a corner that takes all of the flap, in mesh units.
    pub bend: Vec3,
    /// Linear colour before light.
    pub tint: Vec3,
}

/// The body of an agent, from its rows alone: nothing depends on where in memory they lie.
pub fn body(view: &View, place: Place, motion: Motion) -> Body {
    let chance = unit_interval(pcg(place.id));
    let up = view.up_lift.truncate();
    let position = place.position + up * (view.up_lift.w * chance);
    let depth = (position - view.eye_near.truncate()).dot(view.ahead_vignette.truncate());
    let kind = view.kinds[kind_of(view, place.id)];
    let size = kind.w.max(view.above_span_min.w * depth / (view.right_focal.w * view.bend_span.w));
    let beats = chance + view.rest_seconds.w * BEATS_PER_SECOND * (0.85 + 0.3 * chance);
    Body {
        position,
        axes: body_basis(motion.forward, up, view.rest_seconds.truncate()) * size,
        bend: view.bend_span.truncate() * ((beats - beats.floor()) * TAU).sin(),
        tint: kind.truncate(),
    }
}

/// World coordinates of a corner of the mesh.
pub fn corner(view: &View, body: &Body, index: usize) -> Vec3 {
    let corner = view.corners[index];
    body.position + body.axes * (corner.truncate() + body.bend * corner.w)
}

/// Linear colour of a triangle, lit on the side that is seen.
pub fn triangle_colour(view: &View, body: &Body, a: Vec3, b: Vec3, c: Vec3) -> Vec3 {
    let offset = body.position - view.eye_near.truncate();
    let across = (b - a).cross(c - a);
    let facing = if across.dot(offset) > 0.0 { -across } else { across };
    lit(view, facing / facing.length().max(1e-30), body.tint, offset)
}

/// Linear colour of the world's edge at a point.
pub fn edge_colour(view: &View, point: Vec3) -> Vec3 {
    let offset = point - view.eye_near.truncate();
    let fog = ((offset.dot(view.ahead_vignette.truncate()) - view.fog.x) * view.fog.y).clamp(0.0, 1.0) * view.fog.z;
    sky(view, offset / offset.length()).lerp(view.edge.truncate(), view.edge.w * (1.0 - fog))
}

fn smooth(share: f32) -> f32 {
    let x = share.clamp(0.0, 1.0);
    x * x * (3.0 - 2.0 * x)
}
