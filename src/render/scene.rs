//! The scene: everything a picture needs beside the agents' rows, and its form in the uniform that shaders read.

use super::camera::Camera;
use super::mesh::{CORNERS_MAX, Mesh};
use super::style::Style;
use crate::scenario::{Dimensions, Edge, Scenario};
use bytemuck::{Pod, Zeroable};
use glam::{Mat4, UVec4, Vec3, Vec4};
use std::f32::consts::TAU;

/// Species that have a size and tint of their own; those beyond look like the last.
pub const KINDS_MAX: usize = 32;

/// No agent is drawn with a smaller span than this, in pixels.
const SPAN_PIXELS_MIN: f32 = 2.0;

/// The commonest species spans at least this share of the side of a square that each agent would have to itself if all were
/// spread over the picture, and at most `WANTED_PIXELS_MAX`: bodies alone would be dust.
const WANTED_SHARE: f32 = 0.95;
const WANTED_PIXELS_MAX: f32 = 16.0;

/// Parts of each edge of a box, so that parts behind the camera can be left out one by one.
const EDGE_PARTS: u32 = 24;

/// Parts of each circle of a sphere.
const CIRCLE_PARTS: u32 = 96;

/// Depth, as a share of the distance to the target, over which darts on a plane are spread to decide who lies on top.
const LIFT: f32 = 5e-4;

/// Fog starts at this share of the distance to the target, and is full at `FOG_END`.
const FOG_START: f32 = 0.62;
const FOG_END: f32 = 1.55;

/// What is drawn around the agents, and how the agents look: made once for a film, or once for a picture.
#[derive(Clone, Debug, PartialEq)]
pub struct Scene {
    /// Where it is seen from.
    pub camera: Camera,
    /// How it looks.
    pub style: Style,
    dimensions: Dimensions,
    /// One past the last id, and body radius, species by species.
    kinds: Vec<(u32, f32)>,
    segments: Vec<[Vec4; 2]>,
}

/// The uniform `view` of `shaders/draw/scene.wgsl`: the same members in the same order.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
pub struct View {
    /// Clip coordinates from world coordinates.
    pub clip_from_world: Mat4,
    /// Position of the camera; near distance.
    pub eye_near: Vec4,
    /// Picture's right, half the picture's width long at depth 1; focal length in pixels.
    pub right_focal: Vec4,
    /// Picture's up, half the picture's height long at depth 1; smallest span in pixels.
    pub above_span_min: Vec4,
    /// Unit vector forward; vignette.
    pub ahead_vignette: Vec4,
    /// World's up; how far agents are spread along it to settle who lies on top.
    pub up_lift: Vec4,
    /// Heading of a body at rest; seconds since the start.
    pub rest_seconds: Vec4,
    /// How a flap moves a wing tip; span of the mesh.
    pub bend_span: Vec4,
    /// Sky straight up.
    pub zenith: Vec4,
    /// Sky between.
    pub middle: Vec4,
    /// Sky level.
    pub horizon: Vec4,
    /// Sky straight down.
    pub ground: Vec4,
    /// Towards the sun.
    pub sun: Vec4,
    /// Sky around the sun.
    pub glow: Vec4,
    /// Light of the sun.
    pub sun_light: Vec4,
    /// Light from above.
    pub sky_light: Vec4,
    /// Light from below.
    pub ground_light: Vec4,
    /// Colour of the world's edges; how far they stand out.
    pub edge: Vec4,
    /// Depth where fog starts, one over its length, its most; width of edges in pixels.
    pub fog: Vec4,
    /// Width and height in pixels; 0; 0.
    pub size: Vec4,
    /// Tint of each species; world units in one mesh unit.
    pub kinds: [Vec4; KINDS_MAX],
    /// One past the last id of each species, four to a row.
    pub id_ends: [UVec4; KINDS_MAX / 4],
    /// Corners of the mesh's triangles; share of the flap.
    pub corners: [Vec4; CORNERS_MAX],
}

impl Scene {
    /// The scene of a scenario seen by a camera, in the style that suits it.
    pub fn new(scenario: &Scenario, camera: Camera) -> Self {
        let ranges = scenario.id_ranges();
        let kinds = ranges.iter().zip(&scenario.species).map(|(range, species)| (range.1, species.body_radius));
        Self {
            camera,
            style: Style::of(scenario),
            dimensions: scenario.dimensions,
            kinds: kinds.take(KINDS_MAX).collect(),
            segments: edges(scenario),
        }
    }

    /// The world's edges, as pieces of lines.
    pub fn segments(&self) -> &[[Vec4; 2]] {
        &self.segments
    }

    /// The mesh for a picture of this size: fewer triangles where an agent at the target spans few pixels.
    pub fn mesh(&self, size: (u32, u32)) -> Mesh {
        let near = self.style.mesh(f32::INFINITY);
        let pixels = self.span_pixels(&near, size) * self.enlargement(&near, size);
        self.style.mesh(pixels)
    }

    /// How much larger than life all agents are drawn, at least 1.
    fn enlargement(&self, mesh: &Mesh, size: (u32, u32)) -> f32 {
        let count = self.kinds.last().map_or(1, |kind| kind.0.max(1));
        let room = (size.0 as f32 * size.1 as f32 / count as f32).sqrt();
        let wanted = (room * WANTED_SHARE).min(WANTED_PIXELS_MAX);
        (wanted / self.span_pixels(mesh, size).max(1e-6)).max(1.0)
    }

    /// Pixels that an agent of the commonest species spans at the target, drawn as large as life.
    fn span_pixels(&self, mesh: &Mesh, size: (u32, u32)) -> f32 {
        let starts = std::iter::once(0).chain(self.kinds.iter().map(|kind| kind.0));
        let counted = self.kinds.iter().zip(starts).map(|(&(end, radius), start)| (end - start, radius));
        let radius = counted.max_by_key(|&(count, _)| count).map_or(0.0, |(_, radius)| radius);
        mesh.span * mesh.scale * radius * self.camera.focal_pixels(size.1) / self.camera.distance()
    }

    /// The uniform for a picture that is `samples` times as wide and high as what is shown in the end.
    ///
    /// `size` is what is shown in the end, in pixels; `seconds` drives the wings.
    pub fn view(&self, size: (u32, u32), samples: u32, seconds: f32) -> View {
        let (width, height) = (size.0 as f32, size.1 as f32);
        let aspect = width / height;
        let camera = &self.camera;
        let (right, above, ahead) = camera.axes();
        let slope = (camera.field_of_view * 0.5).tan();
        let distance = camera.distance();
        let palette = self.style.palette();
        let mesh = self.mesh(size);
        let body_scale = mesh.scale * self.enlargement(&mesh, size);
        let scale = samples as f32;
        let mut view = View {
            clip_from_world: camera.clip_from_world(aspect),
            eye_near: camera.eye.extend(camera.near()),
            right_focal: (right * slope * aspect).extend(camera.focal_pixels(size.1) * scale),
            above_span_min: (above * slope).extend(SPAN_PIXELS_MIN * scale),
            ahead_vignette: ahead.extend(palette.vignette),
            up_lift: self.up().extend(if self.dimensions == Dimensions::Two { LIFT * distance } else { 0.0 }),
            rest_seconds: self.dimensions.heading_at_rest().extend(seconds),
            bend_span: self.style.bend().extend(mesh.span),
            zenith: palette.zenith.extend(0.0),
            middle: palette.middle.extend(0.0),
            horizon: palette.horizon.extend(0.0),
            ground: palette.ground.extend(0.0),
            sun: palette.sun.extend(0.0),
            glow: palette.glow.extend(0.0),
            sun_light: palette.sun_light.extend(0.0),
            sky_light: palette.sky_light.extend(0.0),
            ground_light: palette.ground_light.extend(0.0),
            edge: palette.edge.extend(palette.edge_strength),
            fog: Vec4::new(FOG_START * distance, 1.0 / ((FOG_END - FOG_START) * distance), palette.fog, scale),
            size: Vec4::new(width * scale, height * scale, 0.0, 0.0),
            kinds: [Vec4::ZERO; KINDS_MAX],
            id_ends: [UVec4::MAX; KINDS_MAX / 4],
            corners: [Vec4::ZERO; CORNERS_MAX],
        };
        for (index, &(id_end, radius)) in self.kinds.iter().enumerate() {
            view.kinds[index] = palette.tints[index % palette.tints.len()].extend(radius * body_scale);
            view.id_ends[index / 4][index % 4] = id_end;
        }
        view.corners[..mesh.corners.len()].copy_from_slice(&mesh.corners);
        view
    }

    fn up(&self) -> Vec3 {
        match self.dimensions {
            Dimensions::Two => Vec3::Z,
            Dimensions::Three => Vec3::Y,
        }
    }
}

/// The outline of the world: nothing in an open one, three circles of a sphere, else a box or a rectangle.
fn edges(scenario: &Scenario) -> Vec<[Vec4; 2]> {
    match scenario.world.edge {
        Edge::Open => Vec::new(),
        Edge::SphereWrap { centre, radius } if scenario.dimensions == Dimensions::Two => {
            circle(centre, radius * Vec3::X, radius * Vec3::Y)
        }
        Edge::SphereWrap { centre, radius } => {
            let (x, y, z) = (radius * Vec3::X, radius * Vec3::Y, radius * Vec3::Z);
            [circle(centre, x, y), circle(centre, y, z), circle(centre, z, x)].concat()
        }
        Edge::Periodic | Edge::Reflect | Edge::Soft { .. } => outline(scenario.world.min, scenario.world.max),
    }
}

/// The edges of a box that have a length; those of a flat box, which fall together, once.
fn outline(min: Vec3, max: Vec3) -> Vec<[Vec4; 2]> {
    let mut segments = Vec::new();
    for axis in 0..3 {
        let (u, v) = ((axis + 1) % 3, (axis + 2) % 3);
        if max[axis] <= min[axis] {
            continue;
        }
        for corner in 0..4 {
            let (at_u, at_v) = (corner & 1 == 1, corner & 2 == 2);
            let doubled = (at_u && max[u] <= min[u]) || (at_v && max[v] <= min[v]);
            if doubled {
                continue;
            }
            let mut start = min;
            start[u] = if at_u { max[u] } else { min[u] };
            start[v] = if at_v { max[v] } else { min[v] };
            let mut end = start;
            end[axis] = max[axis];
            let at = |part: u32| start.lerp(end, part as f32 / EDGE_PARTS as f32).extend(0.0);
            segments.extend((0..EDGE_PARTS).map(|part| [at(part), at(part + 1)]));
        }
    }
    segments
}

fn circle(centre: Vec3, x: Vec3, y: Vec3) -> Vec<[Vec4; 2]> {
    let at = |part: u32| {
        let angle = part as f32 / CIRCLE_PARTS as f32 * TAU;
        (centre + x * angle.cos() + y * angle.sin()).extend(0.0)
    };
    (0..CIRCLE_PARTS).map(|part| [at(part), at(part + 1)]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::vec3;

    #[test]
    fn a_box_has_twelve_edges_and_a_flat_one_four() {
        let parts = EDGE_PARTS as usize;
        assert_eq!(outline(Vec3::ZERO, Vec3::ONE).len(), 12 * parts);
        assert_eq!(outline(Vec3::ZERO, vec3(1.0, 2.0, 0.0)).len(), 4 * parts);
    }
}
