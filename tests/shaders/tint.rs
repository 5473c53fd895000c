//! tint, the WGSL compiler of Chrome: where it is installed, every pass goes through it too.

use crate::common::not_tested;
use flockwork::gpu::layout::PASSES;
use flockwork::gpu::shader::compose;
use std::io::ErrorKind;
use std::process::Command;
use std::{env, fs};

/// What tint says against a text: `None` where it is not installed, empty where it says nothing.
fn tint(text: &str) -> Option<String> {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("pass.wgsl");
    // tint wants to be told of subgroups, naga must not be; and it cannot see that a loop ends for all lanes at once.
    let told =
        if text.contains("subgroup") { "enable subgroups;\ndiagnostic(off, subgroup_uniformity);\n" } else { "" };
    fs::write(&file, format!("{told}{text}")).unwrap();
    match Command::new("tint").arg("--format").arg("wgsl").arg(&file).output() {
        Err(error) if error.kind() == ErrorKind::NotFound => None,
        Err(error) => panic!("tint: {error}"),
        Ok(output) if output.status.success() => Some(String::new()),
        Ok(output) => Some(format!("tint refuses it: {}", String::from_utf8_lossy(&output.stderr))),
    }
}

#[test]
fn every_pass_passes_tint() {
    for pass in PASSES {
        let Some(said) = tint(&compose(&pass)) else { return not_tested("tint is not on the PATH") };
        assert_eq!(said, "", "{}", pass.entry);
    }
    println!("{} passes in tint", PASSES.len());
}

#[test]
fn tint_refuses_a_wrong_shader() {
    let wrong = compose(&PASSES[0]).replacen("return sqrt(", "return 1u + sqrt(", 1);
    let Some(said) = tint(&wrong) else { return not_tested("tint is not on the PATH") };
    assert!(said.contains("refuses"), "{:?} took a sum of an integer and a float", env::var("PATH"));
}
