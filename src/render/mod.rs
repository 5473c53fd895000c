//! The render module: a flock as a picture, on the GPU where there is one, else on the CPU.
//!
//! ```text
//! Scenario, Flock -> Camera -> Scene -> View (one uniform) -+-> offscreen (wgpu, shaders/draw) -+-> Picture -> PNG
//!                                                           +-> raster (the same on the CPU) ---+
//! ```
//!
//! A [`Scene`] is made once for a film; the rows of agents are read where the engine keeps them. Whatever belongs to one
//! agent (species, wing beat) follows from its id, never from its place in memory.

pub mod basis;
pub mod camera;
pub mod mesh;
pub mod offscreen;
pub mod picture;
pub mod pipelines;
pub mod raster;
pub mod scene;
pub mod shade;
pub mod style;

pub use camera::{Bounds, Camera, Framing};
pub use offscreen::{Quality, Renderer};
pub use picture::{Picture, write_png};
pub use scene::Scene;
pub use style::Style;

use crate::error::Error;
use crate::flock::Flock;
use crate::gpu::Gpu;
use crate::scenario::Scenario;

/// A picture of a flock in its world, `size` pixels wide and high, seen by the camera that frames it.
///
/// With `gpu` the flock is uploaded and drawn there, else it is painted on the CPU; both pictures look the same but for
/// the borders of shapes.
///
/// # Errors
/// [`Error::Limit`] when a side is 0 or too large, or the adapter cannot hold the flock; [`Error::Adapter`] when the device
/// fails.
pub fn picture(scenario: &Scenario, flock: &Flock, size: (u32, u32), gpu: Option<&Gpu>) -> Result<Picture, Error> {
    offscreen::check_size(size, u32::MAX)?;
    let camera = Camera::framing(scenario, flock, size.0 as f32 / size.1 as f32);
    picture_of(&Scene::new(scenario, camera), flock, size, flock.step as f32 * scenario.dt, gpu)
}

/// A picture of a flock in a scene that is at hand, `seconds` after the start: what a film calls for each frame.
///
/// # Errors
/// As [`picture()`].
pub fn picture_of(
    scene: &Scene,
    flock: &Flock,
    size: (u32, u32),
    seconds: f32,
    gpu: Option<&Gpu>,
) -> Result<Picture, Error> {
    let Some(gpu) = gpu else { return raster::paint(scene, flock, size, seconds) };
    let count = flock.len() as u32;
    offscreen::check_count(gpu, count)?;
    let renderer = Renderer::new(gpu, size, Quality::Still)?;
    let places = offscreen::upload(gpu, "flockwork.draw.places", bytemuck::cast_slice(&flock.places));
    let motions = offscreen::upload(gpu, "flockwork.draw.motions", bytemuck::cast_slice(&flock.motions));
    renderer.draw(scene, &places, &motions, count, seconds)
}
