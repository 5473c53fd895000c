//! The snapshot: one flock as a `.npz` archive, which NumPy opens with `numpy.load`.
//!
//! | array | type | shape | |
//! |---|---|---|---|
//! | `ids` | u32 | n | 0 to n - 1, in order |
//! | `positions` | f32 | n x 3 | world units |
//! | `velocities` | f32 | n x 3 | world units per second, `forward * speed` |
//! | `forwards` | f32 | n x 3 | unit vectors |
//! | `speeds` | f32 | n | world units per second |
//! | `species` | u16 | n | index into the scenario's species |
//! | `step` | u64 | scalar | steps since the start |
//! | `time` | f64 | scalar | simulated seconds since the start |
//!
//! The archive holds no clock time, so the same flock gives the same bytes.

use super::files::{AtomicFile, Overwrite};
use crate::error::Error;
use crate::flock::{Flock, Motion, Place};
use crate::scenario::Scenario;
use glam::Vec3;
use npyz::{AutoSerialize, Deserialize, NpyFile, WriterBuilder};
use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Seek, Write};
use std::path::Path;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipArchive, ZipWriter};

/// Compression level of deflate. For 1,000,000 agents level 1 gave 46 MB, levels 2 to 6 gave 39 MB, and 6 took nearly twice as long
/// as 2: the low bits of positions are noise.
const DEFLATE_LEVEL: i64 = 2;

/// Longest header of an array that is taken for one; real ones have 128 bytes or less.
const HEADER_SIZE_MAX: usize = 1024;

/// What a snapshot holds.
#[derive(Clone, Debug, PartialEq)]
pub struct Snapshot {
    /// The flock, to the last bit.
    pub flock: Flock,
    /// Of each agent, the index of its species in the scenario.
    pub species: Vec<u16>,
    /// Simulated seconds since the start.
    pub time: f64,
}

/// Writes a flock of this scenario as a `.npz` file, whole or not at all.
///
/// # Errors
/// As for [`AtomicFile::create`] and [`AtomicFile::finish`].
pub fn write_snapshot(path: &Path, scenario: &Scenario, flock: &Flock, overwrite: Overwrite) -> Result<(), Error> {
    let mut file = AtomicFile::create(path, overwrite)?;
    write_archive(&mut file, scenario, flock).map_err(|source| file.error(source))?;
    file.finish()
}

/// Reads back what [`write_snapshot`] wrote; bits are kept, and `velocities` follow from the other arrays.
///
/// # Errors
/// [`Error::Input`] when the file cannot be opened, [`Error::Snapshot`] when it is cut short, damaged or something else.
pub fn read_snapshot(path: &Path) -> Result<Snapshot, Error> {
    let file = File::open(path).map_err(|source| Error::Input { path: path.to_path_buf(), source })?;
    read_archive(BufReader::new(file)).map_err(|reason| Error::Snapshot { path: path.to_path_buf(), reason })
}

fn write_archive(file: impl Write + Seek, scenario: &Scenario, flock: &Flock) -> io::Result<()> {
    let count = flock.len() as u64;
    let (places, motions) = (&flock.places, &flock.motions);
    let species = scenario.id_ranges().into_iter().zip(0_u16..);
    let species = species.flat_map(|((first, end), index)| (first..end).map(move |_| index));
    let mut archive = ZipWriter::new(file);
    write_array(&mut archive, "ids", &[count], places.iter().map(|place| place.id))?;
    write_array(&mut archive, "positions", &[count, 3], places.iter().flat_map(|place| place.position.to_array()))?;
    write_array(
        &mut archive,
        "velocities",
        &[count, 3],
        motions.iter().flat_map(|motion| motion.velocity().to_array()),
    )?;
    write_array(&mut archive, "forwards", &[count, 3], motions.iter().flat_map(|motion| motion.forward.to_array()))?;
    write_array(&mut archive, "speeds", &[count], motions.iter().map(|motion| motion.speed))?;
    write_array(&mut archive, "species", &[count], species)?;
    write_array(&mut archive, "step", &[], [flock.step].into_iter())?;
    write_array(&mut archive, "time", &[], [flock.step as f64 * f64::from(scenario.dt)].into_iter())?;
    archive.finish()?.flush()
}

fn write_array<T: AutoSerialize>(
    archive: &mut ZipWriter<impl Write + Seek>,
    name: &str,
    shape: &[u64],
    numbers: impl Iterator<Item = T>,
) -> io::Result<()> {
    let bytes = shape.iter().product::<u64>() * size_of::<T>() as u64;
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Deflated)
        .compression_level(Some(DEFLATE_LEVEL))
        .last_modified_time(DateTime::default())
        .unix_permissions(0o644)
        // Half of what a plain zip entry can hold, since noise may grow a little under compression.
        .large_file(bytes > u64::from(u32::MAX / 2));
    archive.start_file(npyz::npz::file_name_from_array_name(name), options)?;
    // The array writer hands over number by number; compression wants more at a time.
    let mut buffer = BufWriter::with_capacity(1 << 16, archive);
    let mut writer = npyz::WriteOptions::new().default_dtype().shape(shape).writer(&mut buffer).begin_nd()?;
    writer.extend(numbers)?;
    writer.finish()?;
    buffer.flush()
}

fn read_archive(file: impl Read + Seek) -> Result<Snapshot, String> {
    let mut archive = ZipArchive::new(file).map_err(|error| format!("no archive ({error})"))?;
    let id_bytes = read_entry(&mut archive, "ids")?;
    let ids: Vec<u32> = array("ids", &id_bytes, &|bytes| vec![bytes / size_of::<u32>()])?;
    let count = ids.len();
    if let Some((row, id)) = ids.iter().enumerate().find(|&(row, &id)| row != id as usize) {
        return Err(format!("row {row} of `ids` holds {id}, but ids are in order from 0"));
    }
    let mut read = |name| read_entry(&mut archive, name);
    let positions: Vec<f32> = array("positions", &read("positions")?, &|_| vec![count, 3])?;
    let forwards: Vec<f32> = array("forwards", &read("forwards")?, &|_| vec![count, 3])?;
    let speeds: Vec<f32> = array("speeds", &read("speeds")?, &|_| vec![count])?;
    let species: Vec<u16> = array("species", &read("species")?, &|_| vec![count])?;
    let steps: Vec<u64> = array("step", &read("step")?, &|_| vec![])?;
    let times: Vec<f64> = array("time", &read("time")?, &|_| vec![])?;
    let places = vectors(&positions).zip(ids).map(|(position, id)| Place { position, id }).collect();
    let motions = vectors(&forwards).zip(speeds).map(|(forward, speed)| Motion { forward, speed }).collect();
    // A scalar array holds exactly one number, as `array` has checked.
    Ok(Snapshot { flock: Flock { step: steps[0], places, motions }, species, time: times[0] })
}

fn vectors(numbers: &[f32]) -> impl Iterator<Item = Vec3> {
    numbers.chunks_exact(3).map(Vec3::from_slice)
}

/// The bytes of one array file. Reading to the end lets the archive check its sum.
fn read_entry(archive: &mut ZipArchive<impl Read + Seek>, name: &str) -> Result<Vec<u8>, String> {
    let file_name = npyz::npz::file_name_from_array_name(name);
    let mut entry = archive.by_name(&file_name).map_err(|error| format!("array `{name}` ({error})"))?;
    let mut bytes = Vec::new();
    entry.read_to_end(&mut bytes).map_err(|error| format!("array `{name}` ({error})"))?;
    Ok(bytes)
}

/// The numbers of an array file whose shape is known from elsewhere, at most from how many bytes of numbers there are.
fn array<T: Deserialize>(name: &str, file: &[u8], shape: &dyn Fn(usize) -> Vec<usize>) -> Result<Vec<T>, String> {
    let header_end = header_end(file).ok_or_else(|| format!("array `{name}` has no header"))?;
    let shape = shape(file.len() - header_end);
    // Checked as text, before anything multiplies or allocates by what the header claims.
    if !claims_shape(&file[..header_end], &shape) {
        return Err(format!("array `{name}` has not the shape {shape:?}"));
    }
    let numbers =
        NpyFile::new(file).and_then(NpyFile::into_vec::<T>).map_err(|error| format!("array `{name}` ({error})"))?;
    if numbers.len() == shape.iter().product::<usize>() {
        Ok(numbers)
    } else {
        Err(format!("array `{name}` holds {} numbers instead of {shape:?}", numbers.len()))
    }
}

/// Where the numbers begin: after the magic word, version 1.0, the header's length in two bytes, and the header.
fn header_end(file: &[u8]) -> Option<usize> {
    let length = file.strip_prefix(b"\x93NUMPY\x01\x00")?.first_chunk().map(|&bytes| u16::from_le_bytes(bytes))?;
    let end = 10 + usize::from(length);
    (end <= file.len() && end <= HEADER_SIZE_MAX).then_some(end)
}

fn claims_shape(header: &[u8], shape: &[usize]) -> bool {
    let text: String = String::from_utf8_lossy(header).split_whitespace().collect();
    let sizes = shape.iter().map(usize::to_string).collect::<Vec<_>>().join(",");
    let once = text.matches("shape").count() == 1;
    // NumPy writes (5,) and (5, 3); the array writer here (5, ) and (5, 3, ).
    once && (text.contains(&format!("'shape':({sizes})")) || text.contains(&format!("'shape':({sizes},)")))
        && text.contains("'fortran_order':False")
}
