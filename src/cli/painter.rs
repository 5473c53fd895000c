//! The painter: draws flocks on an adapter where one opens, else on the CPU, and says which.

use super::args::AdapterArgs;
use super::console::Console;
use super::failure::Failure;
use flockwork::gpu::{AdapterChoice, Gpu};
use flockwork::record::Overwrite;
use flockwork::render::{Camera, Framing, Picture, Scene, picture_of, write_png};
use flockwork::{Error, Flock, Scenario};
use std::path::Path;

/// What draws.
#[derive(Debug)]
pub(super) struct Painter {
    gpu: Option<Gpu>,
}

impl Painter {
    /// The device of the engine where there is one; else the adapter that was asked for; else any; else none.
    ///
    /// # Errors
    /// An adapter was named that does not open.
    pub(super) fn open(engine_gpu: Option<&Gpu>, asked: &AdapterArgs, console: Console) -> Result<Self, Failure> {
        let gpu = match (engine_gpu, &asked.adapter) {
            (Some(gpu), _) => Some(gpu.clone()),
            (None, Some(named @ (AdapterChoice::Software | AdapterChoice::Name(_)))) => Some(Gpu::open(named)?),
            (None, Some(AdapterChoice::Auto) | None) => Gpu::open(&AdapterChoice::Auto).ok(),
        };
        let painter = Self { gpu };
        console.say(&format!("drawing: {}", painter.words()));
        Ok(painter)
    }

    /// What draws, in words.
    pub(super) fn words(&self) -> String {
        self.gpu.as_ref().map_or_else(
            || "on the CPU, since no adapter opened".to_owned(),
            |gpu| format!("on {} ({}, {})", gpu.report.name, gpu.report.kind, gpu.report.backend),
        )
    }

    /// One frame of a film, in a file.
    ///
    /// # Errors
    /// The picture cannot be drawn, or not be written, or exists and may not be replaced.
    pub(super) fn paint(&self, film: &Film<'_>, flock: &Flock, path: &Path, overwrite: Overwrite) -> Result<(), Error> {
        let seconds = flock.step as f32 * film.scenario.dt;
        write(&picture_of(&film.scene, flock, film.size, seconds, self.gpu.as_ref())?, path, overwrite)
    }
}

/// What all frames of a film share; a single picture is a film of one frame.
#[derive(Debug)]
pub(super) struct Film<'a> {
    scenario: &'a Scenario,
    scene: Scene,
    size: (u32, u32),
}

impl<'a> Film<'a> {
    /// A film whose camera frames the world or the flock as it is at the start.
    pub(super) fn new(scenario: &'a Scenario, start: &Flock, size: (u32, u32), framing: Framing) -> Self {
        let camera = Camera::framing_what(framing, scenario, start, size.0 as f32 / size.1 as f32);
        Self { scenario, scene: Scene::new(scenario, camera), size }
    }
}

/// A file made by another program since the run began is still not replaced without leave.
fn write(picture: &Picture, path: &Path, overwrite: Overwrite) -> Result<(), Error> {
    if overwrite == Overwrite::Forbid && path.exists() {
        return Err(Error::Exists(path.to_path_buf()));
    }
    write_png(picture, path)
}
