//! The adapters of the tests: both software drivers open, and a missing one is a failure or is said aloud.

#![allow(clippy::unwrap_used)] // a test may give up

mod common;

use flockwork::gpu::adapter::AdapterKind;
use std::env;
use std::process::{Command, Output};

const FIRST: &str = "the_software_adapter_has_a_known_name";

#[test]
fn the_software_adapter_has_a_known_name() {
    let Some(gpu) = common::gpu() else { return };
    assert_eq!(gpu.report.kind, AdapterKind::Software);
    let known = ["llvmpipe", "SwiftShader", "Microsoft Basic Render"];
    assert!(known.iter().any(|name| gpu.report.name.contains(name)), "{}", gpu.report);
}

#[test]
fn the_second_software_adapter_is_swiftshader() {
    common::again_on_swiftshader(FIRST);
}

#[test]
fn without_any_driver_a_gpu_test_fails_and_says_what_to_do() {
    let output = without_driver(&[]);
    assert!(!output.status.success(), "no driver, and yet a pass:\n{}", text(&output));
    for word in ["scripts/test", "FLOCKWORK_TESTS_WITHOUT_GPU=1", "mesa-vulkan-drivers"] {
        assert!(text(&output).contains(word), "`{word}` is missing in:\n{}", text(&output));
    }
}

#[test]
fn told_to_do_without_it_passes_and_says_what_was_not_tested() {
    let output = without_driver(&[("FLOCKWORK_TESTS_WITHOUT_GPU", "1")]);
    assert!(output.status.success(), "{}", text(&output));
    assert!(text(&output).contains(&format!("not tested: {FIRST}")), "{}", text(&output));
}

#[test]
fn another_adapter_than_the_expected_one_is_a_failure() {
    if common::without_gpu() {
        return;
    }
    let output = again(&[("FLOCKWORK_EXPECTED_ADAPTER", "an adapter of nobody")]);
    assert!(!output.status.success() && text(&output).contains("expected the adapter"), "{}", text(&output));
}

/// The first test in a process where the Vulkan loader finds nothing.
fn without_driver(settings: &[(&str, &str)]) -> Output {
    let nothing = [("VK_DRIVER_FILES", "none"), ("VK_ICD_FILENAMES", "none"), ("WGPU_BACKEND", "vulkan")];
    again(&[&nothing, settings].concat())
}

/// The first test again, in a process with these settings.
fn again(settings: &[(&str, &str)]) -> Output {
    let mut command = Command::new(env::current_exe().unwrap());
    command.args(["--exact", FIRST, "--nocapture", "--test-threads=1"]);
    command.env_remove("FLOCKWORK_TESTS_WITHOUT_GPU").env_remove("FLOCKWORK_NOT_TESTED");
    command.envs(settings.iter().copied()).output().unwrap()
}

fn text(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}
