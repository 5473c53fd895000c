//! `bench`: rows of numbers for people and for programs, and what it refuses.

use crate::common::without_gpu;
use crate::{json, names, output, program, refused, stderr, stdout};
use serde_json::Value;
use std::path::Path;
use std::process::Command;

/// A short measurement with these further words.
fn bench<'a>(more: &[&'a str]) -> Vec<&'a str> {
    [&["bench", "--steps", "3", "--repeats", "2", "--warm-up", "1"], more].concat()
}

fn rows(folder: &Path, more: &[&str]) -> Vec<Value> {
    let report = json(folder, &bench(&[more, &["--json"]].concat()));
    report["rows"].as_array().unwrap().clone()
}

fn number(row: &Value, key: &str) -> f64 {
    row[key].as_f64().unwrap_or_else(|| panic!("{key} is no number in {row}"))
}

#[test]
fn each_engine_with_each_count_of_each_scenario_is_a_row_with_plausible_numbers() {
    let home = tempfile::tempdir().unwrap();
    let rows = rows(home.path(), &["school", "flatland", "--engine", "reference,cpu", "--counts", "300,600"]);
    let named: Vec<_> = rows
        .iter()
        .map(|row| (row["scenario"].as_str().unwrap(), row["count"].as_u64().unwrap(), row["engine"].as_str().unwrap()))
        .collect();
    let of = |name| [(name, 300, "reference"), (name, 300, "cpu"), (name, 600, "reference"), (name, 600, "cpu")];
    assert_eq!(named, [of("school"), of("flatland")].concat());
    for row in &rows {
        let times = ["median_ms", "p95_ms", "p99_ms"].map(|key| number(row, key));
        assert!(times[0] > 0.0 && times.is_sorted(), "{row}");
        assert_eq!((&row["samples"], &row["batch"], &row["nonfinite"]), (&6.into(), &1.into(), &0.into()));
        assert!(row["invalid"].is_null() && row["adapter"].is_null() && row["passes_ms"] == serde_json::json!({}));
        let rate = number(row, "agent_steps_per_second");
        assert!((rate * times[0] / 1e3 / number(row, "count") - 1.0).abs() < 1e-9, "{row}");
        let (near, tested) = (number(row, "neighbours_mean"), number(row, "candidates_mean"));
        assert!(near > 1.0 && tested >= near && number(row, "bytes_per_agent") > 32.0, "{row}");
        assert!((number(row, "pair_tests_per_second") / (tested * rate) - 1.0).abs() < 1e-9, "{row}");
    }
    assert_eq!(number(&rows[0], "candidates_mean"), 299.0, "reference tests all others");
    assert!(number(&rows[7], "candidates_mean") < 300.0);
    assert!(names(home.path()).is_empty(), "nothing is written");
}

#[test]
fn counts_grow_the_world_so_that_neighbours_stay_and_set_alone_does_not() {
    let home = tempfile::tempdir().unwrap();
    let near = |more: &[&str]| -> Vec<f64> {
        let rows = rows(home.path(), &[&["flatland", "--engine", "cpu"], more].concat());
        rows.iter().map(|row| number(row, "neighbours_mean")).collect()
    };
    let kept = near(&["--counts", "1000,4000", "--counts", "16000"]);
    assert_eq!(kept.len(), 3);
    assert!(kept.iter().all(|near| (near / 9.8 - 1.0).abs() < 0.15), "{kept:?}");
    let crowded = near(&["--set", "species.count=16000"]);
    assert!(crowded[0] > 25.0, "{crowded:?}");
}

#[test]
fn own_cell_pair_tests_are_nine_times_the_agents_of_a_cell_in_the_plane() {
    let home = tempfile::tempdir().unwrap();
    let rows = rows(home.path(), &["flatland", "--engine", "cpu", "--counts", "5000"]);
    let tests = number(&rows[0], "own_cell_pair_tests_per_second") / number(&rows[0], "agent_steps_per_second");
    // The square of 100 has 39 cells of at least 2.5 on each axis: the edge is a little more than the radius.
    assert!((tests - 9.0 * 5000.0 / (39.0 * 39.0)).abs() < 1e-6, "{tests}");
}

#[test]
fn the_same_steps_have_the_same_hash_and_others_another() {
    let home = tempfile::tempdir().unwrap();
    let hash = |more: &[&str]| {
        let rows = rows(home.path(), &[&["opensteer", "--engine", "cpu"], more].concat());
        rows[0]["hash"].as_str().unwrap().to_owned()
    };
    let first = hash(&[]);
    assert_eq!(hash(&["--batch", "2"]), first);
    assert_ne!(hash(&["--seed", "9"]), first);
    let run = json(home.path(), &["run", "opensteer", "--steps", "4", "--engine", "cpu", "--json"]);
    assert_eq!(run["hash"], first, "one step before and three timed are the steps of a run");
}

#[test]
fn people_get_columns_and_notes_and_quiet_ones_nothing() {
    let home = tempfile::tempdir().unwrap();
    let words = ["opensteer", "--engine", "cpu"];
    let done = output(home.path(), &bench(&words));
    assert_eq!(done.status.code(), Some(0), "{}", stderr(&done));
    let text = stdout(&done);
    for column in
        ["scenario", "engine", "agents", "median ms", "p95 ms", "p99 ms", "agent-steps/s", "neighbours", "valid"]
    {
        assert!(text.lines().next().unwrap().contains(column), "{column}: {text}");
    }
    assert!(text.contains("opensteer  cpu") && text.contains(" yes ") && text.contains("27 n / cells"), "{text}");
    assert!(!text.contains("INVALID") && stderr(&done).contains("engine: cpu on "), "{text}");
    let quiet = output(home.path(), &bench(&[&words[..], &["--quiet"]].concat()));
    assert_eq!((quiet.status.code(), quiet.stdout.len(), quiet.stderr.len()), (Some(0), 0, 0));
}

#[test]
fn csv_is_a_header_and_a_line_a_row() {
    let home = tempfile::tempdir().unwrap();
    let done = output(home.path(), &bench(&["opensteer", "--engine", "cpu", "--counts", "50,100", "--csv"]));
    let text = stdout(&done);
    let lines: Vec<Vec<_>> = text.lines().map(|line| line.split(',').collect()).collect();
    assert_eq!((done.status.code(), lines.len()), (Some(0), 3), "{text}");
    assert_eq!(lines[0][..7], ["scenario", "engine", "adapter", "count", "batch", "samples", "median_ms"]);
    assert!(lines.iter().all(|line| line.len() == lines[0].len()), "{text}");
    assert_eq!((lines[1][3], lines[2][3]), ("50", "100"));
    assert!(lines[1][6].parse::<f64>().unwrap() > 0.0);
    refused(home.path(), &bench(&["opensteer", "--csv", "--json"]), 2);
}

#[test]
fn what_cannot_be_measured_is_refused_before_anything_is() {
    let home = tempfile::tempdir().unwrap();
    let said = |more: &[&str], code: i32, parts: &[&str]| {
        let text = refused(home.path(), &bench(more), code);
        assert!(parts.iter().all(|part| text.contains(part)), "{more:?}: {parts:?} are not in: {text}");
    };
    said(&["school", "--counts", "100,many"], 2, &["'many'", "--counts", "from 1 to 4294967295"]);
    said(&["school", "--counts", "-5"], 2, &["'-5'", "--counts"]);
    said(&["school", "--counts", "0"], 2, &["'0'", "--counts", "from 1"]);
    said(&["school", "--counts", "100,"], 2, &["--counts"]);
    said(&["school", "--engine", "cpu,cuda"], 2, &["'cuda'", "--engine"]);
    said(&["school", "skool"], 2, &["did you mean `school`"]);
    said(&["school", "--set", "species.spawn.shape=point", "--counts", "9"], 2, &["one point", "shape=box"]);
    said(&["opensteer", "--set", "species.count=0"], 2, &["0 agents", "--counts"]);
    said(&["flatland", "--engine", "cpu,reference", "--counts", "50,70000"], 2, &["65536", "70000"]);
    said(&["school", "--counts", "50,4294967295"], 3, &["count 4294967295 needs about"]);
    said(&["school", "--counts", "50", "--engine", "cpu,gpu"], 3, &["no adapter", "--engine cpu"]);
    for (flag, value) in
        [("--steps", "0"), ("--repeats", "0"), ("--repeats", "1001"), ("--batch", "0"), ("--warm-up", "-1")]
    {
        let text = refused(home.path(), &["bench", "school", "--counts", "50", flag, value], 2);
        assert!(text.contains(flag) && text.contains(&format!("'{value}'")) && text.contains("from "), "{text}");
    }
    assert!(names(home.path()).is_empty());
}

#[test]
fn gpu_is_timed_in_batches_with_the_passes_of_its_own_clock_and_gives_the_bits_of_the_cpu() {
    if without_gpu() {
        return;
    }
    let home = tempfile::tempdir().unwrap();
    let words = ["school", "--engine", "cpu,gpu", "--counts", "500", "--adapter", "software", "--json"];
    let mut command = Command::new(program());
    let done = command.args(bench(&words)).current_dir(home.path()).env_remove("WGPU_ADAPTER_NAME").output().unwrap();
    assert_eq!(done.status.code(), Some(0), "{}", stderr(&done));
    assert_eq!(stderr(&done).matches("warning: ").count(), 1, "{}", stderr(&done));
    let report: Value = serde_json::from_slice(&done.stdout).unwrap();
    let [cpu, gpu] = [&report["rows"][0], &report["rows"][1]];
    assert_eq!((&gpu["batch"], &gpu["samples"], &gpu["hash"]), (&8.into(), &2.into(), &cpu["hash"]));
    assert!(gpu["adapter"].as_str().unwrap().contains("software"), "{gpu}");
    // llvmpipe and SwiftShader both have a clock; a step is longer than its longest pass.
    let steer = gpu["passes_ms"]["groups"].as_f64().or(gpu["passes_ms"]["steer"].as_f64());
    assert!(steer.is_some_and(|steer| steer > 0.0), "{gpu}");
    assert!(number(gpu, "bytes_per_agent") >= 88.0, "{gpu}");
}
