//! Stops: Ctrl-C, a time limit, a reader that has gone.

#![cfg(unix)]

use crate::{json, metric_steps, names, program, stderr};
use flockwork::record::read_snapshot;
use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// A run that would go on for ever.
fn endless(folder: &Path, more: &[&str]) -> Child {
    Command::new(program())
        .args(["run", "opensteer", "--steps", "18446744073709551615", "--engine", "cpu", "--out", "o"])
        .args(["--metrics-every", "1000"])
        .args(more)
        .current_dir(folder)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// Waits until the run has measured something, sends the signal, and waits for the end.
fn stop(folder: &Path, child: Child, signal: &str) -> Output {
    wait_for_rows(folder, 2);
    send(signal, &child);
    child.wait_with_output().unwrap()
}

fn wait_for_rows(folder: &Path, rows: usize) {
    let began = Instant::now();
    let part = folder.join("o/metrics.csv.part");
    while fs::read_to_string(&part).map_or(0, |text| text.lines().count()) <= rows {
        assert!(began.elapsed() < Duration::from_secs(60), "the run measures nothing");
        sleep(Duration::from_millis(10));
    }
}

fn send(signal: &str, child: &Child) {
    assert!(Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap().success());
}

#[test]
fn ctrl_c_closes_the_files_says_the_step_and_is_code_130() {
    let home = tempfile::tempdir().unwrap();
    let ended = stop(home.path(), endless(home.path(), &["--json"]), "-INT");
    let text = stderr(&ended);
    assert_eq!(ended.status.code(), Some(130), "{text}");
    let out = home.path().join("o");
    assert_eq!(names(&out), ["final.npz", "metrics.csv", "run.json"]);
    let last = read_snapshot(&out.join("final.npz")).unwrap().flock;
    assert_eq!(metric_steps(&out.join("metrics.csv")).last(), Some(&last.step));
    assert!(text.contains(&format!("stopped after step {}", last.step)), "{text}");
    let summary: serde_json::Value = serde_json::from_slice(&ended.stdout).unwrap();
    assert_eq!((&summary["ended"], &summary["hash"]), (&"signal".into(), &last.hash_text().into()));
}

#[test]
fn a_request_to_terminate_closes_the_files_too() {
    let home = tempfile::tempdir().unwrap();
    let ended = stop(home.path(), endless(home.path(), &[]), "-TERM");
    assert_eq!(ended.status.code(), Some(143), "{}", stderr(&ended));
    assert_eq!(names(&home.path().join("o")), ["final.npz", "metrics.csv", "run.json"]);
}

/// All pairs of so many agents take many times longer than the wait between the signals.
#[test]
fn a_second_ctrl_c_ends_a_run_in_the_middle_of_a_long_step() {
    let home = tempfile::tempdir().unwrap();
    let mut child = Command::new(program())
        .args(["run", "flatland", "--count", "65536", "--steps", "1000", "--engine", "reference", "--out", "o"])
        .current_dir(home.path())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    wait_for_rows(home.path(), 1);
    send("-INT", &child);
    sleep(Duration::from_millis(200));
    assert!(child.try_wait().unwrap().is_none(), "the first one did not wait for the step");
    let began = Instant::now();
    send("-INT", &child);
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert!(began.elapsed() < Duration::from_secs(5), "{:?}", began.elapsed());
    assert_eq!(names(&home.path().join("o")), ["metrics.csv.part"]);
}

#[test]
fn ctrl_c_during_a_render_leaves_no_picture() {
    let home = tempfile::tempdir().unwrap();
    let mut child = Command::new(program())
        .args(["render", "opensteer", "--steps", "18446744073709551615", "--engine", "cpu", "--out", "shot.png"])
        .current_dir(home.path())
        .env("VK_DRIVER_FILES", "/nonexistent")
        .env("VK_ICD_FILENAMES", "/nonexistent")
        .env("WGPU_BACKEND", "vulkan")
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
    assert!(lines.any(|line| line.unwrap().starts_with("drawing: ")), "the run did not begin");
    send("-INT", &child);
    let rest: Vec<_> = lines.map(|line| line.unwrap()).collect();
    assert_eq!(child.wait().unwrap().code(), Some(130), "{rest:?}");
    assert!(rest.iter().any(|line| line.contains("no picture was made")), "{rest:?}");
    assert!(names(home.path()).is_empty());
}

#[test]
fn a_time_limit_ends_well_and_says_so() {
    let home = tempfile::tempdir().unwrap();
    let steps = u64::MAX.to_string();
    let arguments =
        ["run", "opensteer", "--steps", &steps, "--time-limit", "0.3s", "--engine", "cpu", "--json", "--out", "o"];
    let summary = json(home.path(), &arguments);
    assert_eq!(summary["ended"], "time_limit");
    assert!(summary["steps"].as_u64() > Some(0));
    assert_eq!(names(&home.path().join("o")), ["final.npz", "metrics.csv", "run.json"]);
}

#[test]
fn a_reader_that_has_gone_is_no_error() {
    let home = tempfile::tempdir().unwrap();
    for arguments in [
        &["schema"][..],
        &["scenarios"],
        &["check", "opensteer"],
        &["completions", "bash"],
        &["--help"],
        &["run", "opensteer", "--steps", "1", "--engine", "cpu", "--json", "--quiet", "--out", "o"],
    ] {
        let mut child = Command::new(program())
            .args(arguments)
            .current_dir(home.path())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let mut text = String::new();
        child.stderr.take().unwrap().read_to_string(&mut text).unwrap();
        assert_eq!((child.wait().unwrap().code(), text.as_str()), (Some(0), ""), "{arguments:?}");
    }
    assert_eq!(names(&home.path().join("o")), ["final.npz", "metrics.csv", "run.json"]);
}

/// The second row would take many minutes.
#[test]
fn a_stopped_bench_prints_the_rows_that_it_has_measured() {
    let home = tempfile::tempdir().unwrap();
    let mut child = Command::new(program())
        .args(["bench", "murmuration", "--engine", "cpu", "--counts", "10,50000", "--steps", "50000", "--repeats", "1"])
        .arg("--json")
        .current_dir(home.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = BufReader::new(child.stderr.take().unwrap()).lines();
    let measured = lines.map_while(Result::ok).find(|line| line.contains("ms a step")).unwrap();
    assert!(measured.starts_with("murmuration on cpu with 10 agents: "), "{measured}");
    send("-INT", &child);
    let ended = child.wait_with_output().unwrap();
    assert_eq!(ended.status.code(), Some(130));
    let report: serde_json::Value = serde_json::from_slice(&ended.stdout).unwrap();
    assert_eq!((&report["rows"][0]["count"], report["rows"].as_array().unwrap().len()), (&10.into(), 1));
}
