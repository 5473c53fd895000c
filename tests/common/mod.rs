//! What the tests share: a software adapter, a second one, or a loud word about what was not tested.
//!
//! A test on the GPU begins with `let Some(gpu) = common::gpu() else { return };`.

#![allow(clippy::unwrap_used)] // a test may give up
#![allow(dead_code)] // every test binary compiles this file and uses a part of it

pub(crate) mod worlds;

use flockwork::gpu::adapter::{AdapterChoice, Gpu};
use std::env;
use std::fs::OpenOptions;
use std::io::Write;
use std::path::PathBuf;
use std::process::Command;
use std::thread;

/// A device on a software adapter; `None`, said aloud, where the tests were told to do without.
///
/// No adapter is a failure otherwise: a test that silently passes on a machine that cannot run it tests nothing.
pub(crate) fn gpu() -> Option<Gpu> {
    if without_gpu() {
        return None;
    }
    let gpu = Gpu::open(&AdapterChoice::Software).unwrap_or_else(|error| {
        panic!(
            "{error}\nThe tests on the GPU need a software adapter: `scripts/test` brings one where it can, and says what \
             to install where it cannot. FLOCKWORK_TESTS_WITHOUT_GPU=1 leaves these tests out."
        )
    });
    if let Ok(expected) = env::var("FLOCKWORK_EXPECTED_ADAPTER") {
        let name = &gpu.report.name;
        assert!(name.contains(&expected), "expected the adapter {expected}, found {name}");
    }
    Some(gpu)
}

/// Whether the tests were told that there is no adapter; the running test is then noted as not tested.
pub(crate) fn without_gpu() -> bool {
    let without = env::var("FLOCKWORK_TESTS_WITHOUT_GPU").is_ok_and(|value| value == "1");
    if without {
        not_tested("no adapter");
    }
    without
}

/// Runs the test named `test` of this very binary again on SwiftShader, in a process of its own.
///
/// The driver is chosen when a process first asks for one, so one process cannot have both.
pub(crate) fn again_on_swiftshader(test: &str) {
    if without_gpu() {
        return;
    }
    let Some(manifest) = swiftshader() else { return not_tested("no SwiftShader") };
    let output = Command::new(env::current_exe().unwrap())
        .args(["--exact", test, "--include-ignored", "--nocapture", "--test-threads=1"])
        .env("VK_DRIVER_FILES", &manifest)
        .env("VK_ICD_FILENAMES", &manifest) // the same, for loaders before 1.3.207
        .env("FLOCKWORK_EXPECTED_ADAPTER", "SwiftShader")
        .output()
        .unwrap();
    let text = [output.stdout, output.stderr].concat();
    let text = String::from_utf8_lossy(&text);
    assert!(output.status.success(), "on SwiftShader:\n{text}");
    assert!(text.contains("1 passed"), "no test is named `{test}`:\n{text}");
}

/// The manifest of SwiftShader's driver, where `scripts/test` or the user has named one.
pub(crate) fn swiftshader() -> Option<PathBuf> {
    env::var_os("FLOCKWORK_SWIFTSHADER_ICD").map(PathBuf::from).filter(|path| path.exists())
}

/// Says that the running test tests nothing, and why; `scripts/test` collects these lines and shows them at its end.
pub(crate) fn not_tested(why: &str) {
    let test = thread::current().name().unwrap_or("a test").to_owned();
    println!("not tested: {test} ({why})");
    let Some(path) = env::var_os("FLOCKWORK_NOT_TESTED") else { return };
    let mut file = OpenOptions::new().append(true).create(true).open(path).unwrap();
    writeln!(file, "{test} ({why})").unwrap();
}
