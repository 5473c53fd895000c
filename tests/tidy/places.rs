//! Places: the one folder in which a crate, the disk or the terminal may be named.

use crate::expect_none;
use crate::lexer::lines_with;
use crate::tree::{self, Source};

/// A pattern, the beginnings of the paths that may hold it, and the reason.
type Place = (&'static str, &'static [&'static str], &'static str);

const ONLY_IN: &[Place] = &[
    ("wgpu", &["src/gpu/", "src/render/", "src/viewer/"], "compute and drawing alone know the device"),
    ("winit", &["src/viewer/"], "headless work needs no window"),
    ("egui", &["src/viewer/"], "headless work needs no window"),
    ("egui_winit", &["src/viewer/"], "headless work needs no window"),
    ("egui_wgpu", &["src/viewer/"], "headless work needs no window"),
    ("clap", SHELL, "what was typed is the shell's business"),
    ("anyhow", SHELL, "the library's errors are typed"),
    ("indicatif", SHELL, "the library never prints"),
    ("env_logger", SHELL, "the library never prints"),
    ("ctrlc", SHELL, "signals belong to the program"),
    ("println!", SHELL, "the library never prints"),
    ("print!", SHELL, "the library never prints"),
    ("eprintln!", SHELL, "the library never prints"),
    ("eprint!", SHELL, "the library never prints"),
    ("stdout()", SHELL, "the library never prints"),
    ("stderr()", SHELL, "the library never prints"),
    ("process::exit", SHELL, "the library never exits"),
    ("process::abort", SHELL, "the library never exits"),
];

const SHELL: &[&str] = &["src/main.rs", "src/cli/"];

/// A pattern, the folder that must not hold it, and the reason.
const NEVER_IN: &[(&str, &str, &str)] = &[
    ("fs", "src/rules/", "rules are functions of values"),
    ("std::io", "src/rules/", "rules are functions of values"),
    ("rayon", "src/rules/", "rules are functions of values"),
    ("fs", "src/passes/", "a pass reads memory alone"),
    ("std::io", "src/passes/", "a pass reads memory alone"),
    ("std::time", "src/rules/", "the same input gives the same bits"),
    ("std::time", "src/passes/", "the same input gives the same bits"),
    ("HashMap", "src/rules/", "its order differs from run to run"),
    ("HashMap", "src/passes/", "its order differs from run to run"),
];

fn misplaced(file: &Source) -> Vec<String> {
    let code = file.code();
    let outside = ONLY_IN.iter().filter(|(_, homes, _)| !homes.iter().any(|home| file.path.starts_with(home)));
    let inside = NEVER_IN.iter().filter(|(_, folder, _)| file.path.starts_with(folder));
    let wrong = outside.map(|(pattern, _, why)| (pattern, why)).chain(inside.map(|(pattern, _, why)| (pattern, why)));
    wrong
        .flat_map(|(pattern, why)| lines_with(&code, pattern).into_iter().map(move |line| (line, pattern, why)))
        .map(|(line, pattern, why)| format!("{}:{line}: `{pattern}` has no place here: {why}", file.path))
        .collect()
}

#[test]
fn every_crate_is_named_in_its_place_alone() {
    let files = tree::library();
    assert!(!files.is_empty());
    expect_none(files.iter().filter(|file| !file.is_test()).flat_map(misplaced).collect());
}

#[test]
fn a_misplaced_name_is_found() {
    let faults = |path: &str, text: &str| misplaced(&Source::new(path, text)).len();
    assert_eq!(faults("src/cpu.rs", "use wgpu::Device;"), 1);
    assert_eq!(faults("src/gpu/adapter.rs", "use wgpu::Device; // println!"), 0);
    assert_eq!(faults("src/render/mod.rs", "use winit::window::Window;"), 1);
    assert_eq!(faults("src/rules/grid.rs", "use std::fs;\nuse rayon::prelude::*;"), 2);
    assert_eq!(faults("src/passes/count.rs", "use rayon::prelude::*;"), 0);
    assert_eq!(faults("src/passes/count.rs", "std::fs::read(path)"), 1);
    assert_eq!(faults("src/record/metrics.rs", "println!(\"{x}\"); std::process::exit(1);"), 2);
    assert_eq!(faults("src/cli/run.rs", "println!(\"{x}\");"), 0);
    assert_eq!(faults("src/flock.rs", "let s = \"wgpu println!\";"), 0);
}
