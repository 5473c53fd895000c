//! Adapters: chosen by name, told of, missed with a message.

use crate::common::{not_tested, swiftshader, without_gpu};
use crate::{json, program, refused, stderr, stdout};
use serde_json::Value;
use std::env;
use std::path::Path;
use std::process::{Command, Output};

/// The program with the adapters of this machine, narrowed to the software ones.
fn with_adapters(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(program());
    command.args(arguments).current_dir(folder).env_remove("WGPU_ADAPTER_NAME").output().unwrap()
}

#[test]
fn no_adapter_is_code_3_and_says_what_was_tried_and_what_to_do() {
    let home = tempfile::tempdir().unwrap();
    for arguments in [
        &["run", "opensteer", "--steps", "1", "--engine", "gpu"][..],
        &["run", "opensteer", "--steps", "1", "--adapter", "software"],
        &["run", "opensteer", "--steps", "1", "--engine", "gpu", "--adapter", "llvmpipe"],
        &["render", "opensteer", "--steps", "1", "--engine", "cpu", "--adapter", "llvmpipe", "--out", "a.png"],
    ] {
        let text = refused(home.path(), arguments, 3);
        for part in ["no adapter", "vulkan", "mesa-vulkan-drivers", "VK_DRIVER_FILES", "WGPU_BACKEND", "--engine cpu"] {
            assert!(text.contains(part), "{arguments:?}: {part} is not in: {text}");
        }
    }
    assert!(crate::names(home.path()).is_empty());
    let cpu = json(home.path(), &["run", "opensteer", "--steps", "1", "--json"]);
    assert_eq!(cpu["engine"], "cpu");
}

#[test]
fn an_adapter_name_in_the_environment_that_fits_nothing_is_an_error() {
    let home = tempfile::tempdir().unwrap();
    let mut command = crate::flockwork(home.path(), &["run", "opensteer", "--steps", "1"]);
    let done = command.env("WGPU_ADAPTER_NAME", "Voodoo").output().unwrap();
    assert_eq!(done.status.code(), Some(3), "{}", stderr(&done));
    assert!(stderr(&done).contains("WGPU_ADAPTER_NAME=Voodoo"), "{}", stderr(&done));
}

#[test]
fn gpu_on_a_software_adapter_warns_once_and_gives_the_bits_of_the_cpu() {
    if without_gpu() {
        return;
    }
    let home = tempfile::tempdir().unwrap();
    let common = ["run", "opensteer", "--steps", "20", "--json", "--engine"];
    let gpu = with_adapters(home.path(), &[&common[..], &["gpu", "--adapter", "software"]].concat());
    let text = stderr(&gpu);
    assert_eq!(gpu.status.code(), Some(0), "{text}");
    assert_eq!(text.matches("warning: ").count(), 1, "{text}");
    let gpu: Value = serde_json::from_slice(&gpu.stdout).unwrap();
    assert_eq!(gpu["engine"], "gpu");
    let adapter = gpu["adapter"].as_str().unwrap();
    assert!(text.contains(&format!("engine: gpu on {adapter}")), "{text}");
    assert_eq!(json(home.path(), &[&common[..], &["cpu"]].concat())["hash"], gpu["hash"]);
}

#[test]
fn gpu_compare_with_cpu_is_equal_in_bits_on_a_software_adapter() {
    if without_gpu() {
        return;
    }
    let home = tempfile::tempdir().unwrap();
    let words = ["compare", "opensteer", "--steps", "3", "--left", "cpu", "--right", "gpu:software", "--json"];
    let done = with_adapters(home.path(), &words);
    assert_eq!(done.status.code(), Some(0), "{}", stderr(&done));
    let report: Value = serde_json::from_slice(&done.stdout).unwrap();
    assert_eq!((&report["level"], &report["equal"]), (&"bits".into(), &true.into()));
}

#[test]
fn gpu_draws_when_the_cpu_computes() {
    if without_gpu() {
        return;
    }
    let home = tempfile::tempdir().unwrap();
    let words = ["render", "opensteer", "--steps", "2", "--engine", "cpu", "--adapter", "software"];
    let done = with_adapters(home.path(), &[&words[..], &["--size", "160x90", "--out", "shot.png"]].concat());
    let text = stderr(&done);
    assert_eq!(done.status.code(), Some(0), "{text}");
    assert!(text.contains("engine: cpu") && text.contains("drawing: on ") && text.contains("software"), "{text}");
}

#[test]
fn gpu_adapters_lists_what_can_be_opened_by_name() {
    if without_gpu() {
        return;
    }
    let home = tempfile::tempdir().unwrap();
    let list = with_adapters(home.path(), &["adapters", "--json"]);
    let list: Value = serde_json::from_slice(&list.stdout).unwrap();
    let software = list.as_array().unwrap().iter().find(|adapter| adapter["kind"] == "software").unwrap();
    let name = software["name"].as_str().unwrap();
    assert!(stdout(&with_adapters(home.path(), &["adapters"])).contains(name));
    let unknown = with_adapters(home.path(), &["run", "opensteer", "--steps", "1", "--adapter", "Voodoo"]);
    assert_eq!(unknown.status.code(), Some(3));
    assert!(stderr(&unknown).contains(name) && stderr(&unknown).contains("Voodoo"), "{}", stderr(&unknown));
}

/// Both drivers at once: the one that was named computes, and says so.
#[test]
fn gpu_of_two_drivers_is_the_one_that_was_named() {
    if without_gpu() {
        return;
    }
    let Some(second) = swiftshader() else { return not_tested("no SwiftShader") };
    let Some(first) = lavapipe() else { return not_tested("no manifest of lavapipe is known") };
    let both = env::join_paths([Path::new(&first), &second]).unwrap();
    let home = tempfile::tempdir().unwrap();
    for (asked, expected) in [("swiftshader", "SwiftShader"), ("llvmpipe", "llvmpipe")] {
        let done = Command::new(program())
            .args(["run", "opensteer", "--steps", "2", "--engine", "gpu", "--adapter", asked])
            .current_dir(home.path())
            .env_remove("WGPU_ADAPTER_NAME")
            .env("VK_DRIVER_FILES", &both)
            .env("VK_ICD_FILENAMES", &both)
            .output()
            .unwrap();
        let text = stderr(&done);
        assert_eq!(done.status.code(), Some(0), "{text}");
        let line = text.lines().find(|line| line.starts_with("engine: gpu on ")).unwrap();
        assert!(line.contains(expected), "{asked}: {line}");
    }
}

/// The manifest of Mesa's software driver where Linux keeps it, or where `VK_DRIVER_FILES` says.
fn lavapipe() -> Option<String> {
    let named =
        env::var("VK_DRIVER_FILES").into_iter().flat_map(|list| list.split(':').map(String::from).collect::<Vec<_>>());
    let folder = "/usr/share/vulkan/icd.d";
    let usual = ["lvp_icd.json", "lvp_icd.x86_64.json", "lvp_icd.aarch64.json"].map(|name| format!("{folder}/{name}"));
    named.chain(usual).find(|path| path.contains("lvp_icd") && Path::new(path).exists())
}
