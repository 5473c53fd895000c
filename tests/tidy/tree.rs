//! The tree: the texts that are checked, by folder or as git tracks them.

use crate::lexer;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// One text file, its path relative to the repository with `/` between the parts.
pub(crate) struct Source {
    pub(crate) path: String,
    pub(crate) text: String,
}

impl Source {
    pub(crate) fn new(path: &str, text: &str) -> Self {
        Self { path: path.to_owned(), text: text.to_owned() }
    }

    /// The name without folder and ending.
    pub(crate) fn stem(&self) -> &str {
        let name = self.path.rsplit('/').next().unwrap();
        name.split('.').next().unwrap()
    }

    /// Comments, contents of strings and test modules blanked, line for line.
    pub(crate) fn code(&self) -> String {
        lexer::without_tests(&lexer::code_only(&self.text))
    }

    /// Whether the whole file belongs to the tests of its module.
    pub(crate) fn is_test(&self) -> bool {
        self.path.starts_with("tests/") || self.path.ends_with("/tests.rs") || self.path.contains("/tests/")
    }
}

/// Every Rust file of the package.
pub(crate) fn rust() -> Vec<Source> {
    ["src", "tests", "examples", "benches"].iter().flat_map(|folder| files(folder, "rs")).collect()
}

/// Every file of the library and the binary.
pub(crate) fn library() -> Vec<Source> {
    files("src", "rs")
}

/// Every shader, those that only draw included.
pub(crate) fn shaders() -> Vec<Source> {
    files("shaders", "wgsl")
}

/// The files directly in `folder`, sorted by path.
pub(crate) fn directly_in(folder: &str, ending: &str) -> Vec<Source> {
    let depth = folder.matches('/').count() + 1;
    files(folder, ending).into_iter().filter(|file| file.path.matches('/').count() == depth).collect()
}

/// The files in `folder` and below it whose names end in `.ending`, sorted by path; none when the folder is missing.
pub(crate) fn files(folder: &str, ending: &str) -> Vec<Source> {
    let mut paths = Vec::new();
    walk(&root().join(folder), &mut paths);
    let wanted = |path: &PathBuf| path.extension().is_some_and(|found| found == ending);
    let mut found: Vec<Source> = paths.into_iter().filter(wanted).map(|path| read(&path).unwrap()).collect();
    found.sort_by(|a, b| a.path.cmp(&b.path));
    found
}

/// Every text file under version control; in a packaged crate, where there is none, every file of the known folders.
pub(crate) fn tracked() -> Vec<Source> {
    let listed = Command::new("git").args(["ls-files", "-z"]).current_dir(root()).output();
    match listed {
        Ok(output) if output.status.success() && !output.stdout.is_empty() => {
            let names = String::from_utf8(output.stdout).unwrap();
            names.split_terminator('\0').filter_map(|name| read(&root().join(name))).collect()
        }
        _ => ["rs", "wgsl", "toml", "md"]
            .iter()
            .flat_map(|ending| {
                ["src", "shaders", "scenarios", "tests", "examples"].iter().flat_map(|folder| files(folder, ending))
            })
            .collect(),
    }
}

/// The repository's root.
pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn walk(folder: &Path, paths: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for path in entries.map(|entry| entry.unwrap().path()) {
        if path.is_dir() {
            walk(&path, paths);
        } else {
            paths.push(path);
        }
    }
}

/// The file at `path`; `None` when it is missing or not text.
fn read(path: &Path) -> Option<Source> {
    let text = String::from_utf8(fs::read(path).ok()?).ok()?;
    let relative = path.strip_prefix(root()).unwrap();
    let parts: Vec<_> = relative.components().map(|part| part.as_os_str().to_string_lossy()).collect();
    (!text.contains('\0')).then(|| Source { path: parts.join("/"), text })
}

#[test]
fn the_tree_is_found() {
    assert!(rust().iter().any(|file| file.path == "src/lib.rs"));
    assert!(tracked().iter().any(|file| file.path == "Cargo.toml"));
    assert!(directly_in("src", "rs").iter().all(|file| file.path.matches('/').count() == 1));
}
