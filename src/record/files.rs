//! Atomic files: written under a temporary name, and given their final name when they are whole and on the disk.

use crate::error::Error;
use std::ffi::OsString;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufWriter, ErrorKind, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// Whether a file that exists may be replaced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Overwrite {
    /// An existing file is an error.
    Forbid,
    /// An existing file is replaced, once the new one is whole.
    Allow,
}

/// A file on its way: readers find nothing under its name, or the file before, until [`finish`](AtomicFile::finish).
///
/// It grows as `NAME.part` in the same folder, held by a lock, so that two programs never write one file. It is then brought
/// to the disk, renamed, and the folder brought to the disk as well: after a power cut the name holds the old bytes or the new.
/// Dropped without `finish`, it removes what it wrote. A program killed in between leaves `NAME.part`, which the next one replaces.
///
/// A device or pipe (`/dev/stdout`) cannot be replaced, so it is written to as it is.
#[derive(Debug)]
pub struct AtomicFile {
    path: PathBuf,
    /// The temporary name; `None` for a device, and after `finish`.
    part: Option<PathBuf>,
    overwrite: Overwrite,
    writer: BufWriter<File>,
}

impl AtomicFile {
    /// Begins a file that will be named `path`. The folder must exist ([`create_folder`]).
    ///
    /// # Errors
    /// [`Error::Exists`] when the file exists and `overwrite` forbids that, [`Error::Output`] when it cannot be written or
    /// another program is writing it.
    pub fn create(path: &Path, overwrite: Overwrite) -> Result<Self, Error> {
        // Through a symbolic link it is the file at its end that is replaced, not the link.
        let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
        let part = match fs::metadata(&path) {
            Ok(found) if found.is_dir() => return Err(output_error(&path, ErrorKind::IsADirectory.into())),
            Ok(found) if !found.is_file() => None,
            Ok(_) if overwrite == Overwrite::Forbid => return Err(Error::Exists(path)),
            _ => Some(part_path(&path)?),
        };
        let opened = match &part {
            Some(part) => open_part(part),
            None => OpenOptions::new().write(true).open(&path),
        };
        let file = opened.map_err(|source| output_error(&path, source))?;
        Ok(Self { path, part, overwrite, writer: BufWriter::new(file) })
    }

    /// The final name.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What went wrong with this file, as this program's error.
    pub fn error(&self, source: io::Error) -> Error {
        output_error(&self.path, source)
    }

    /// Brings the bytes to the disk and gives the file its name.
    ///
    /// # Errors
    /// [`Error::Output`] when the disk is full or fails, [`Error::Exists`] when another program made the file meanwhile. Nothing
    /// partial is left then.
    pub fn finish(mut self) -> Result<(), Error> {
        self.publish().map_err(|source| match source.kind() {
            ErrorKind::AlreadyExists => Error::Exists(self.path.clone()),
            _ => self.error(source),
        })
    }

    fn publish(&mut self) -> io::Result<()> {
        self.writer.flush()?;
        let Some(part) = &self.part else { return Ok(()) };
        self.writer.get_ref().sync_all()?;
        match self.overwrite {
            Overwrite::Allow => fs::rename(part, &self.path)?,
            Overwrite::Forbid => rename_to_new(part, &self.path)?,
        }
        self.part = None;
        sync_folder(folder_of(&self.path))
    }
}

impl Drop for AtomicFile {
    fn drop(&mut self) {
        if let Some(part) = &self.part {
            // Nobody is left to tell if this fails, and the next writer replaces the leftover.
            let _ = fs::remove_file(part);
        }
    }
}

impl Write for AtomicFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.writer.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()
    }
}

impl Seek for AtomicFile {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.writer.seek(to)
    }
}

/// Makes a folder and those it lies in; one that exists is fine.
///
/// # Errors
/// [`Error::Output`] when that is not possible, for instance because a file is in the way.
pub fn create_folder(folder: &Path) -> Result<(), Error> {
    fs::create_dir_all(folder).map_err(|source| output_error(folder, source))
}

fn output_error(path: &Path, source: io::Error) -> Error {
    Error::Output { path: path.to_path_buf(), source }
}

fn part_path(path: &Path) -> Result<PathBuf, Error> {
    let mut name = match path.file_name() {
        Some(name) => OsString::from(name),
        None => {
            return Err(output_error(path, io::Error::new(ErrorKind::InvalidInput, "this is not the name of a file")));
        }
    };
    name.push(".part");
    Ok(path.with_file_name(name))
}

/// Opens the temporary file, locks it, and only then empties it: its bytes may be another program's.
fn open_part(part: &Path) -> io::Result<File> {
    let file = OpenOptions::new().write(true).create(true).truncate(false).open(part)?;
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => {
            let text = format!("another program is writing {}", part.display());
            return Err(io::Error::new(ErrorKind::ResourceBusy, text));
        }
        // Some network file systems know no locks; there the last to finish wins.
        Ok(()) | Err(TryLockError::Error(_)) => {}
    }
    file.set_len(0)?;
    Ok(file)
}

/// A plain rename would replace a file made since [`AtomicFile::create`] looked; a hard link never does.
fn rename_to_new(part: &Path, path: &Path) -> io::Result<()> {
    match fs::hard_link(part, path) {
        Ok(()) => {
            // The file has its name now; a second name that stays is not worth an error.
            let _ = fs::remove_file(part);
            Ok(())
        }
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Err(error),
        // Not every file system has hard links.
        Err(_) if path.try_exists()? => Err(ErrorKind::AlreadyExists.into()),
        Err(_) => fs::rename(part, path),
    }
}

fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    }
}

/// Makes the new name itself last. Only Unix lets a folder be opened for that, and not every file system there.
fn sync_folder(folder: &Path) -> io::Result<()> {
    if !cfg!(unix) {
        return Ok(());
    }
    match File::open(folder)?.sync_all() {
        Err(error) if matches!(error.kind(), ErrorKind::InvalidInput | ErrorKind::Unsupported) => Ok(()),
        synced => synced,
    }
}
