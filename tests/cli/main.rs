//! The program: what its verbs print, write, refuse and return.

#![cfg(feature = "cli")]
#![allow(clippy::unwrap_used)] // a test may give up

#[path = "../common/mod.rs"]
mod common;

mod bench;
mod compare;
mod help;
mod lists;
mod outputs;
mod render;
mod run;
mod stops;
mod with_adapters;

use assert_cmd::Command;
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::Output;

/// The program in a folder of its own, on a machine that has no adapter and no display.
fn flockwork(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(program());
    command.current_dir(folder).args(arguments);
    for unwanted in ["RUST_LOG", "NO_COLOR", "WGPU_ADAPTER_NAME", "DISPLAY", "WAYLAND_DISPLAY"] {
        command.env_remove(unwanted);
    }
    command
        .env("VK_DRIVER_FILES", "/nonexistent")
        .env("VK_ICD_FILENAMES", "/nonexistent")
        .env("WGPU_BACKEND", "vulkan");
    command
}

fn program() -> &'static str {
    env!("CARGO_BIN_EXE_flockwork")
}

/// Runs it and gives what came of it.
fn output(folder: &Path, arguments: &[&str]) -> Output {
    flockwork(folder, arguments).output().unwrap()
}

/// Runs it, expects success, and reads the JSON that must be all of stdout.
fn json(folder: &Path, arguments: &[&str]) -> Value {
    let output = output(folder, arguments);
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", stderr(&output));
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{arguments:?}: {error}: {}", stdout(&output)))
}

/// Runs it, expects this exit code and nothing on stdout, and gives the one error.
fn refused(folder: &Path, arguments: &[&str], code: i32) -> String {
    let output = output(folder, arguments);
    let text = stderr(&output);
    assert_eq!(output.status.code(), Some(code), "{arguments:?}: {text}");
    assert!(output.stdout.is_empty(), "{arguments:?} printed {}", stdout(&output));
    assert_eq!(text.matches("error: ").count(), 1, "{arguments:?}: {text}");
    assert!(!text.contains("panicked"), "{arguments:?}: {text}");
    text
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// Names of all that lies in a folder, in order.
fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// Steps of the rows of a metrics file; each row must have all its cells.
fn metric_steps(path: &Path) -> Vec<u64> {
    let text = fs::read_to_string(path).unwrap();
    let mut lines = text.lines();
    let columns = lines.next().unwrap().split(',').count();
    assert!(text.ends_with('\n'), "the last row is cut short");
    lines
        .map(|line| {
            assert_eq!(line.split(',').count(), columns, "{line}");
            line.split(',').next().unwrap().parse().unwrap()
        })
        .collect()
}
