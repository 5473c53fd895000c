//! The CPU rasteriser: the same scene, meshes and colours as on the GPU, for machines without any adapter.

use super::offscreen::check_size;
use super::picture::{Picture, encode};
use super::scene::{Scene, View};
use super::shade::{body, corner, edge_colour, sky, triangle_colour};
use crate::error::Error;
use crate::flock::{Flock, Motion, Place};
use glam::{Vec2, Vec3, Vec4, vec2};
use rayon::prelude::*;
use tiny_skia::{Color, FillRule, Paint, PathBuilder, PixmapMut, Transform};

/// Longest side of a picture; a row of samples must stay below the rasteriser's 16-bit coordinates.
const SIDE_MAX: u32 = 8192;

/// Rows of a picture that one task paints: results do not depend on it.
const BAND_ROWS: u32 = 32;

/// Samples in a picture's width and height together at most: beyond, fewer are taken for each pixel.
const SAMPLES_MAX: u64 = 40_000_000;

/// A filled shape in sample coordinates.
struct Patch {
    points: [Vec2; 4],
    colour: [u8; 3],
}

/// All patches of one agent or one piece of an edge.
struct Shape {
    depth: f32,
    id: u32,
    top: f32,
    bottom: f32,
    patches: Vec<Patch>,
}

/// Paints a flock: farthest first, 9 samples a pixel (fewer in very large pictures). `seconds` drives the wings.
///
/// # Errors
/// [`Error::Limit`] when a side is 0 or over 8192 pixels.
pub fn paint(scene: &Scene, flock: &Flock, size: (u32, u32), seconds: f32) -> Result<Picture, Error> {
    check_size(size, SIDE_MAX)?;
    let pixels = u64::from(size.0) * u64::from(size.1);
    let factor = if pixels * 9 <= SAMPLES_MAX { 3 } else { 2 };
    let view = scene.view(size, factor, seconds);
    let corner_count = scene.mesh(size).corners.len();
    let agents = flock.places.par_iter().zip(&flock.motions);
    let mut shapes: Vec<Shape> =
        agents.filter_map(|(&place, &motion)| agent(&view, corner_count, place, motion)).collect();
    shapes.extend(scene.segments().iter().filter_map(|segment| edge(&view, segment)));
    shapes.par_sort_unstable_by(|a, b| b.depth.total_cmp(&a.depth).then(a.id.cmp(&b.id)));
    let bands: Vec<Picture> = (0..size.1.div_ceil(BAND_ROWS))
        .into_par_iter()
        .map(|band| {
            let rows = BAND_ROWS.min(size.1 - band * BAND_ROWS);
            paint_band(&view, &shapes, size, (band * BAND_ROWS, rows), factor)
        })
        .collect();
    let rgba = bands.into_iter().flat_map(|band| band.rgba).collect();
    Ok(Picture { width: size.0, height: size.1, rgba })
}

/// One agent, its triangles farthest first; none when it lies behind the camera or outside the picture.
fn agent(view: &View, corner_count: usize, place: Place, motion: Motion) -> Option<Shape> {
    let body = body(view, place, motion);
    let depth = view.clip_from_world.mul_vec4(body.position.extend(1.0)).w;
    let mut triangles = Vec::with_capacity(corner_count / 3);
    for first in (0..corner_count).step_by(3) {
        let [a, b, c] = [first, first + 1, first + 2].map(|index| corner(view, &body, index));
        let [Some(pa), Some(pb), Some(pc)] = [a, b, c].map(|point| sample_at(view, point)) else { return None };
        let colour = bytes(triangle_colour(view, &body, a, b, c));
        let middle = view.clip_from_world.mul_vec4(((a + b + c) / 3.0).extend(1.0)).w;
        triangles.push((middle, Patch { points: [pa, pb, pc, pc], colour }));
    }
    triangles.sort_by(|a, b| b.0.total_cmp(&a.0));
    shape(view, depth, place.id, triangles.into_iter().map(|(_, patch)| patch).collect())
}

/// A piece of the world's edge, one pixel wide.
fn edge(view: &View, segment: &[Vec4; 2]) -> Option<Shape> {
    let [start, end] = segment.map(Vec4::truncate);
    let middle = (start + end) * 0.5;
    let (a, b) = (sample_at(view, start)?, sample_at(view, end)?);
    let across = (b - a).perp() / (b - a).length().max(1e-6) * (view.fog.w * 0.5);
    let points = [a - across, b - across, b + across, a + across];
    let colour = bytes(edge_colour(view, middle));
    let depth = view.clip_from_world.mul_vec4(middle.extend(1.0)).w;
    shape(view, depth, u32::MAX, vec![Patch { points, colour }])
}

/// None when no sample of the picture can be covered.
fn shape(view: &View, depth: f32, id: u32, patches: Vec<Patch>) -> Option<Shape> {
    let points = || patches.iter().flat_map(|patch| patch.points);
    let low = points().reduce(Vec2::min)?;
    let high = points().reduce(Vec2::max)?;
    let inside = high.x >= 0.0 && high.y >= 0.0 && low.x <= view.size.x && low.y <= view.size.y;
    (inside && low.is_finite() && high.is_finite()).then_some(Shape { depth, id, top: low.y, bottom: high.y, patches })
}

/// Sample coordinates, from the upper left; none for a point nearer than the near plane or not finite.
fn sample_at(view: &View, point: Vec3) -> Option<Vec2> {
    let clip = view.clip_from_world.mul_vec4(point.extend(1.0));
    if !(clip.w >= view.eye_near.w && clip.is_finite()) {
        return None;
    }
    Some(vec2(0.5 + 0.5 * clip.x / clip.w, 0.5 - 0.5 * clip.y / clip.w) * vec2(view.size.x, view.size.y))
}

/// The rows `first` to `first + count - 1` of the picture.
fn paint_band(view: &View, shapes: &[Shape], size: (u32, u32), (first, count): (u32, u32), factor: u32) -> Picture {
    let (width, height) = (size.0 * factor, count * factor);
    let mut rgba = sky_band(view, size, (first, count), factor);
    let (top, bottom) = ((first * factor) as f32, ((first + count) * factor) as f32);
    if let Some(mut canvas) = PixmapMut::from_bytes(&mut rgba, width, height) {
        let mut paint = Paint { anti_alias: false, ..Paint::default() };
        for shape in shapes.iter().filter(|shape| shape.bottom >= top && shape.top <= bottom) {
            for patch in &shape.patches {
                let [red, green, blue] = patch.colour;
                paint.set_color(Color::from_rgba8(red, green, blue, 255));
                fill(&mut canvas, &patch.points.map(|point| point - vec2(0.0, top)), &paint);
            }
        }
    }
    Picture { width, height, rgba }.shrunk(factor)
}

fn fill(canvas: &mut PixmapMut<'_>, points: &[Vec2; 4], paint: &Paint<'_>) {
    let mut builder = PathBuilder::with_capacity(6, 4);
    builder.move_to(points[0].x, points[0].y);
    points[1..].iter().for_each(|point| builder.line_to(point.x, point.y));
    builder.close();
    if let Some(path) = builder.finish() {
        canvas.fill_path(&path, paint, FillRule::Winding, Transform::identity(), None);
    }
}

/// Samples of the sky; it is smooth, so all samples of a pixel share its colour.
fn sky_band(view: &View, size: (u32, u32), (first, count): (u32, u32), factor: u32) -> Vec<u8> {
    let mut rgba = Vec::with_capacity((size.0 * count * factor * factor * 4) as usize);
    for y in first..first + count {
        let start = rgba.len();
        for x in 0..size.0 {
            let at = vec2((x as f32 + 0.5) / size.0 as f32, (y as f32 + 0.5) / size.1 as f32) * 2.0 - 1.0;
            let ray = view.ahead_vignette + view.right_focal * at.x - view.above_span_min * at.y;
            let [red, green, blue] = bytes(sky(view, ray.truncate().normalize()));
            (0..factor).for_each(|_| rgba.extend([red, green, blue, 255]));
        }
        let end = rgba.len();
        (1..factor).for_each(|_| rgba.extend_from_within(start..end));
    }
    rgba
}

fn bytes(linear: Vec3) -> [u8; 3] {
    linear.to_array().map(encode)
}
