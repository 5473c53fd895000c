//! The metrics file: `metrics.csv`, one row a measured step.

use super::files::{AtomicFile, Overwrite};
use crate::error::Error;
use crate::measure::Metrics;
use std::io::Write;
use std::path::Path;

/// The first line. Lengths are world units, times seconds, speeds world units per second.
pub const HEADER: &str = "step,time,polarisation,mean_speed,mean_nearest_neighbour_distance,mean_neighbours,centroid_x,centroid_y,\
                          centroid_z,nonfinite";

/// A `metrics.csv` that grows with the run.
///
/// Until [`finish`](MetricsFile::finish) it is `metrics.csv.part`, whole to the last row after each, so it can be watched. Finish it
/// also when the run is interrupted or fails: the rows up to there are good. Dropped, it is removed.
///
/// Numbers have the fewest digits that read back to the same bits; a measure without meaning is an empty cell.
#[derive(Debug)]
pub struct MetricsFile {
    file: AtomicFile,
}

impl MetricsFile {
    /// Begins the file with its header.
    ///
    /// # Errors
    /// As for [`AtomicFile::create`].
    pub fn create(path: &Path, overwrite: Overwrite) -> Result<Self, Error> {
        let mut metrics = Self { file: AtomicFile::create(path, overwrite)? };
        metrics.line(HEADER)?;
        Ok(metrics)
    }

    /// Appends a row and hands it to the system.
    ///
    /// # Errors
    /// [`Error::Output`] when the disk is full or fails.
    pub fn append(&mut self, metrics: &Metrics) -> Result<(), Error> {
        self.line(&row(metrics))
    }

    /// Gives the file its name.
    ///
    /// # Errors
    /// As for [`AtomicFile::finish`].
    pub fn finish(self) -> Result<(), Error> {
        self.file.finish()
    }

    fn line(&mut self, text: &str) -> Result<(), Error> {
        let written = writeln!(self.file, "{text}").and_then(|()| self.file.flush());
        written.map_err(|source| self.file.error(source))
    }
}

/// A row in the order of [`HEADER`], without the line end.
pub fn row(metrics: &Metrics) -> String {
    let [x, y, z] = metrics.centroid.map_or([None; 3], |centroid| centroid.map(Some));
    let measures = [
        Some(metrics.time),
        metrics.polarisation,
        metrics.mean_speed,
        metrics.mean_nearest_neighbour_distance,
        metrics.mean_neighbours,
        x,
        y,
        z,
    ];
    let cells = measures.map(cell).join(",");
    format!("{},{cells},{}", metrics.step, metrics.nonfinite)
}

/// `{:?}` writes the shortest digits that read back equal, and an exponent where a plain number would need a row of zeros.
fn cell(measure: Option<f64>) -> String {
    measure.map_or_else(String::new, |measure| format!("{measure:?}"))
}
