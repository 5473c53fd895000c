//! `run`: the same numbers every time, in files and on stdout.

use crate::{flockwork, json, metric_steps, names, output, refused, stderr, stdout};
use flockwork::record::read_snapshot;
use std::fs;

#[test]
fn run_writes_metrics_a_final_snapshot_and_its_record() {
    let home = tempfile::tempdir().unwrap();
    let arguments = [
        "run",
        "flatland",
        "--count",
        "50",
        "--steps",
        "25",
        "--engine",
        "cpu",
        "--out",
        "o",
        "--snapshot-every",
        "20",
    ];
    let done = output(home.path(), &arguments);
    assert_eq!(done.status.code(), Some(0), "{}", stderr(&done));
    assert!(done.stdout.is_empty(), "talk belongs on stderr");
    let out = home.path().join("o");
    assert_eq!(names(&out), ["final.npz", "metrics.csv", "run.json", "snapshot-00000000.npz", "snapshot-00000020.npz"]);
    assert_eq!(metric_steps(&out.join("metrics.csv")), [0, 10, 20, 25]);
    let last = read_snapshot(&out.join("final.npz")).unwrap();
    let record: serde_json::Value = serde_json::from_slice(&fs::read(out.join("run.json")).unwrap()).unwrap();
    assert_eq!((last.flock.step, last.flock.len()), (25, 50));
    assert_eq!(record["hash"], last.flock.hash_text());
    assert_eq!(record["outputs"].as_array().unwrap().len(), 5);
}

#[test]
fn json_is_all_of_stdout_and_holds_what_the_contract_names() {
    let home = tempfile::tempdir().unwrap();
    let arguments = ["run", "opensteer", "--steps", "3", "--engine", "cpu", "--json", "--out", "o"];
    let summary = json(home.path(), &arguments);
    for key in ["hash", "steps", "count", "engine", "adapter", "seconds", "agent_steps_per_second", "nonfinite"] {
        assert!(summary.get(key).is_some(), "{key} is missing");
    }
    assert_eq!((summary["steps"].as_u64(), summary["count"].as_u64()), (Some(3), Some(200)));
    assert_eq!((summary["engine"].as_str(), summary["adapter"].is_null()), (Some("cpu"), true));
    assert_eq!((summary["nonfinite"].as_u64(), summary["ended"].as_str()), (Some(0), Some("done")));
    let hash = summary["hash"].as_str().unwrap();
    assert!(hash.len() == 16 && hash.chars().all(|c| c.is_ascii_hexdigit()), "{hash}");
    let (neighbours, candidates) = (summary["neighbours_mean"].as_f64(), summary["candidates_mean"].as_f64());
    assert!(candidates >= neighbours && neighbours > Some(0.0), "{neighbours:?} of {candidates:?}");
}

#[test]
fn the_hash_depends_on_seed_steps_and_scenario_and_on_nothing_else() {
    let home = tempfile::tempdir().unwrap();
    let hash = |more: &[&str]| {
        let common = ["run", "flatland", "--engine", "cpu", "--json", "--count", "300"];
        let summary = json(home.path(), &[&common, more].concat());
        summary["hash"].as_str().unwrap().to_owned()
    };
    let first = hash(&["--steps", "30", "--out", "a"]);
    assert_eq!(hash(&["--steps", "30", "--out", "b", "--metrics-every", "1", "--snapshot-every", "7"]), first);
    assert_ne!(hash(&["--steps", "29", "--out", "c"]), first);
    assert_ne!(hash(&["--steps", "30", "--out", "d", "--seed", "77"]), first);
    assert_ne!(hash(&["--steps", "30", "--out", "e", "--set", "dt=0.01"]), first);
}

#[test]
fn the_command_in_the_record_gives_the_same_bits() {
    let home = tempfile::tempdir().unwrap();
    let first = json(
        home.path(),
        &["run", "flatland", "--count", "40", "--steps", "9", "--set", "title=my own", "--engine", "cpu", "--json"],
    );
    let command = first["command"].as_str().unwrap();
    assert!(command.contains("--set 'title=my own'") && command.contains("--seed "), "{command}");
    let words: Vec<_> = command.split(' ').skip(1).filter(|word| !word.contains('\'')).collect();
    let words: Vec<_> = words.into_iter().filter(|word| *word != "--set").chain(["--json"]).collect();
    let again = json(home.path(), &words);
    assert_eq!((&again["hash"], &again["scenario_hash"]), (&first["hash"], &first["scenario_hash"]));
}

#[test]
fn the_engine_and_the_line_to_repeat_are_said_on_stderr_and_quiet_says_nothing() {
    let home = tempfile::tempdir().unwrap();
    let said = output(home.path(), &["run", "opensteer", "--steps", "2"]);
    let text = stderr(&said);
    for part in ["engine: cpu", "no hardware GPU", "hash ", "flockwork run opensteer --steps 2 --engine cpu --seed "] {
        assert!(text.contains(part), "{part} is not in: {text}");
    }
    assert!(!text.contains('\u{1b}') && !text.contains('\r'), "a bar or colour in a pipe: {text}");
    let quiet = output(home.path(), &["run", "opensteer", "--steps", "2", "--quiet"]);
    assert_eq!((quiet.status.code(), stderr(&quiet), stdout(&quiet)), (Some(0), String::new(), String::new()));
}

#[test]
fn reference_and_cpu_run_the_same_small_flock() {
    let home = tempfile::tempdir().unwrap();
    let run = |engine: &str| json(home.path(), &["run", "opensteer", "--steps", "2", "--engine", engine, "--json"]);
    let (reference, cpu) = (run("reference"), run("cpu"));
    assert_eq!((reference["engine"].as_str(), cpu["engine"].as_str()), (Some("reference"), Some("cpu")));
    assert_eq!(reference["scenario_hash"], cpu["scenario_hash"]);
}

#[test]
fn no_steps_and_no_agents_are_runs_too() {
    let home = tempfile::tempdir().unwrap();
    let still = json(home.path(), &["run", "opensteer", "--steps", "0", "--engine", "cpu", "--json", "--out", "a"]);
    assert_eq!(still["steps"].as_u64(), Some(0));
    assert_eq!(metric_steps(&home.path().join("a/metrics.csv")), [0]);
    let empty = ["run", "opensteer", "--count", "0", "--steps", "3", "--engine", "cpu", "--json", "--out", "b"];
    let empty = json(home.path(), &empty);
    assert_eq!((empty["count"].as_u64(), empty["neighbours_mean"].is_null()), (Some(0), true));
}

#[test]
fn a_scenario_that_is_wrong_is_refused_with_code_2_and_leaves_nothing() {
    let home = tempfile::tempdir().unwrap();
    fs::write(home.path().join("bad.toml"), "dt = 0.1\n[[species]]\nname = \"a\"\ncount = 3\ncolor = 1\n").unwrap();
    let nearest = refused(home.path(), &["run", "murmurration", "--steps", "1"], 2);
    assert!(nearest.contains("did you mean `murmuration`"), "{nearest}");
    let place = refused(home.path(), &["run", "bad.toml", "--steps", "1"], 2);
    assert!(place.contains("bad.toml:5"), "{place}");
    for arguments in [
        &["run", "missing.toml", "--steps", "1"][..],
        &["run", "school", "--steps", "1", "--set", "dt=0"],
        &["run", "school", "--steps", "1", "--set", "nonsense"],
        &["run", "school", "--steps", "-1"],
        &["run", "school"],
        &["run", "school", "--steps", "1", "--metrics-every", "0"],
        &["run", "school", "--steps", "1", "--time-limit", "5 parsecs"],
        &["run", "school", "--steps", "1", "--engine", "cuda"],
        &["run", "school", "--steps", "1", "--seed", "4294967296"],
        &["fly"],
    ] {
        refused(home.path(), arguments, 2);
    }
    assert_eq!(names(home.path()), ["bad.toml"]);
}

#[test]
fn a_flock_too_large_for_the_reference_engine_is_a_usage_error() {
    let home = tempfile::tempdir().unwrap();
    let text =
        refused(home.path(), &["run", "flatland", "--count", "70000", "--steps", "1", "--engine", "reference"], 2);
    assert!(text.contains("65536") && text.contains("--engine cpu"), "{text}");
    assert!(names(home.path()).is_empty());
}

#[test]
fn log_lines_appear_only_when_asked_for() {
    let home = tempfile::tempdir().unwrap();
    let loud = flockwork(home.path(), &["run", "opensteer", "--steps", "1", "--quiet", "--engine", "gpu"])
        .env("RUST_LOG", "debug")
        .output()
        .unwrap();
    let still = output(home.path(), &["run", "opensteer", "--steps", "1", "--quiet", "--engine", "gpu"]);
    assert!(stderr(&loud).lines().count() > stderr(&still).lines().count(), "{}", stderr(&loud));
    assert_eq!(stderr(&still).lines().count(), 1);
}

#[test]
fn a_count_beyond_the_memory_is_refused_before_anything_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let text = refused(folder.path(), &["run", "school", "--steps", "1", "--count", "4294967295", "--out", "x"], 3);
    assert!(text.contains("count 4294967295 needs about") && text.contains("--count"), "{text}");
    assert!(!folder.path().join("x").exists());
}

#[test]
fn another_edge_or_shape_forgets_the_keys_of_the_one_it_replaces() {
    let folder = tempfile::tempdir().unwrap();
    for change in ["world.edge=open", "world.edge=reflect", "species.spawn.shape=point"] {
        let run =
            ["run", "murmuration", "--steps", "1", "--count", "20", "--set", change, "--json", "--out", "x", "--force"];
        assert_eq!(json(folder.path(), &run)["count"], 20, "{change}");
    }
    let text =
        refused(folder.path(), &["check", "murmuration", "--set", "world.edge=open", "--set", "world.strength=1"], 2);
    assert!(text.contains("strength"), "a key of the command line is not forgotten: {text}");
}
