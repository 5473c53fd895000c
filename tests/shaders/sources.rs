//! The shader files: each is compiled in and reaches a pass, and each entry point is a pass.

use crate::parsed::{Parsed, passes};
use flockwork::gpu::layout::PASSES;
use flockwork::gpu::shader::{SOURCES, shared_text};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// Shared files that no pass names yet, with the files that they need.
const WITHOUT_PASS: &[(&str, &[&str])] = &[
    ("random", &["vector", "random"]), // the start is random and made on the host; no rule of a step draws numbers yet
];

#[test]
fn every_shader_file_is_compiled_in() {
    let known: BTreeSet<String> = SOURCES.iter().map(|(name, _)| (*name).to_owned()).collect();
    assert_eq!(known.len(), SOURCES.len(), "a file is named twice");
    assert_eq!(known, [files(""), files("shared/")].concat().into_iter().collect());
    for (name, text) in SOURCES {
        assert_eq!(*text, fs::read_to_string(folder().join(format!("{name}.wgsl"))).unwrap(), "{name}");
    }
    let folders: Vec<String> = fs::read_dir(folder())
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.is_dir())
        .map(|path| path.file_name().unwrap().to_string_lossy().into_owned())
        .collect();
    assert!(folders.iter().all(|name| name == "shared" || name == "draw"), "{folders:?}: no test reads all of these");
}

#[test]
fn every_file_reaches_a_pass_or_is_valid_alone() {
    for (name, _) in SOURCES {
        let Some(shared) = name.strip_prefix("shared/") else {
            assert!(PASSES.iter().any(|pass| pass.file == *name), "no pass is made of {name}");
            continue;
        };
        let used = PASSES.iter().any(|pass| pass.shared.contains(&shared));
        let alone = WITHOUT_PASS.iter().find(|(file, _)| *file == shared);
        assert_ne!(
            used,
            alone.is_some(),
            "{name}: in a pass: {used}, in the list of those that are in none: {}",
            !used
        );
        if let Some((_, files)) = alone {
            Parsed::new(&shared_text(files)).unwrap_or_else(|error| panic!("{name}: {error}"));
        }
    }
}

#[test]
fn every_entry_point_is_a_pass_named_as_its_file() {
    for (pass, parsed) in passes() {
        assert!(pass.entry.starts_with(pass.file), "{} does not begin with {}", pass.entry, pass.file);
        let mut entries = parsed.entries();
        let mut listed: Vec<&str> = PASSES.iter().filter(|other| other.file == pass.file).map(|p| p.entry).collect();
        entries.sort_unstable();
        listed.sort_unstable();
        assert_eq!(entries, listed, "{}", pass.file);
        assert!(pass.shared.iter().all(|name| !shared_text(&[name]).is_empty()), "{:?}", pass.shared);
    }
}

/// The names of the WGSL files directly in a folder of `shaders/`, without their ending.
fn files(inside: &str) -> Vec<String> {
    let entries = fs::read_dir(folder().join(inside)).unwrap().map(|entry| entry.unwrap().path());
    let shaders = entries.filter(|path| path.extension().is_some_and(|ending| ending == "wgsl"));
    shaders.map(|path| format!("{inside}{}", path.file_stem().unwrap().to_string_lossy())).collect()
}

fn folder() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/shaders"))
}
