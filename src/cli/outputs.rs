//! The output folder: what would be overwritten is refused before a run begins, and an empty folder is not left behind.

use flockwork::Error;
use flockwork::record::{AtomicFile, Overwrite, create_folder};
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// The folder that is used when none is named; `-2`, `-3` and so on where it exists.
pub(crate) const DEFAULT_FOLDER: &str = "flockwork-out";

/// Folders tried before the next free one is given up on.
const FOLDERS_MAX: u32 = 100_000;

/// A folder for the files of one run.
#[derive(Debug)]
pub(crate) struct Folder {
    path: PathBuf,
    /// The folder was not named, so the next free one is taken.
    unnamed: bool,
    /// The folder was made for this run.
    made: bool,
    /// Whether its files may be replaced.
    pub(crate) overwrite: Overwrite,
    /// Names of the files written, in order.
    pub(crate) written: Vec<String>,
}

impl Folder {
    /// The folder that was named, or the next free one. Nothing is made yet.
    ///
    /// # Errors
    /// [`Error::Exists`] when the folder holds a file that the run would write, which `writes` tells by its name.
    pub(crate) fn plan(named: Option<&Path>, force: bool, writes: impl Fn(&str) -> bool) -> Result<Self, Error> {
        let path = named.unwrap_or(Path::new(DEFAULT_FOLDER)).to_path_buf();
        let unnamed = named.is_none() && !force;
        if !unnamed && !force {
            refuse_existing(&path, writes)?;
        }
        Ok(Self { path, unnamed, made: false, overwrite: overwrite(force), written: Vec::new() })
    }

    /// Makes the folder.
    ///
    /// # Errors
    /// [`Error::Output`] when that is not possible.
    pub(crate) fn make(&mut self) -> Result<(), Error> {
        if self.unnamed {
            self.path = next_free(&self.path)?;
            self.made = true;
        } else {
            self.made = !self.path.exists();
            create_folder(&self.path)?;
        }
        Ok(())
    }

    /// Where it is.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// The path of a file in it.
    pub(crate) fn file(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }

    /// Notes that a file was written.
    pub(crate) fn note(&mut self, name: &str) {
        self.written.push(self.file(name).display().to_string());
    }
}

impl Drop for Folder {
    /// Takes away a folder that was made for nothing; one with files in it cannot be removed this way.
    fn drop(&mut self) {
        if self.made {
            let _ = fs::remove_dir(&self.path);
        }
    }
}

/// What `--force` means for files.
pub(crate) fn overwrite(force: bool) -> Overwrite {
    if force { Overwrite::Allow } else { Overwrite::Forbid }
}

/// Whether a file can be written, without leaving anything.
///
/// # Errors
/// [`Error::Exists`] for a file that may not be replaced, [`Error::Output`] when the place cannot be written.
pub(crate) fn probe(path: &Path, overwrite: Overwrite) -> Result<(), Error> {
    AtomicFile::create(path, overwrite).map(drop)
}

fn refuse_existing(folder: &Path, writes: impl Fn(&str) -> bool) -> Result<(), Error> {
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
        Err(source) => return Err(Error::Output { path: folder.to_path_buf(), source }),
    };
    // The first in order, so that the message does not depend on the file system.
    let names = entries.flatten().filter_map(|entry| entry.file_name().into_string().ok());
    match names.filter(|name| writes(name)).min() {
        Some(name) => Err(Error::Exists(folder.join(name))),
        None => Ok(()),
    }
}

/// Two runs at once never get the same folder, since only one of them can make it.
fn next_free(path: &Path) -> Result<PathBuf, Error> {
    for number in 1..=FOLDERS_MAX {
        let candidate = if number == 1 { path.to_path_buf() } else { numbered(path, number) };
        match fs::create_dir(&candidate) {
            Ok(()) => return Ok(candidate),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            Err(source) => return Err(Error::Output { path: candidate, source }),
        }
    }
    Err(Error::Exists(numbered(path, FOLDERS_MAX)))
}

fn numbered(path: &Path, number: u32) -> PathBuf {
    PathBuf::from(format!("{}-{number}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_next_free_folder_is_taken_and_an_empty_one_goes_again() {
        let home = tempfile::tempdir().unwrap();
        let base = home.path().join("out");
        assert_eq!(next_free(&base).unwrap(), base);
        assert_eq!(next_free(&base).unwrap(), home.path().join("out-2"));
        let mut folder = Folder::plan(Some(&home.path().join("new")), false, |_| true).unwrap();
        folder.make().unwrap();
        assert!(home.path().join("new").is_dir());
        drop(folder);
        assert!(!home.path().join("new").exists());
    }

    #[test]
    fn only_files_that_the_run_would_write_are_in_the_way_and_force_takes_them() {
        let home = tempfile::tempdir().unwrap();
        fs::write(home.path().join("notes.txt"), "mine").unwrap();
        let plan = |force| Folder::plan(Some(home.path()), force, |name| name == "metrics.csv");
        plan(false).unwrap();
        fs::write(home.path().join("metrics.csv"), "old").unwrap();
        assert!(matches!(plan(false), Err(Error::Exists(path)) if path == home.path().join("metrics.csv")));
        plan(true).unwrap();
    }
}
