//! Atomic files, metrics and run records: whole under their name or absent, and never over another without leave.

#![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use flockwork::Error;
use flockwork::measure::Metrics;
use flockwork::record::{AtomicFile, MetricsFile, Overwrite, RunSummary, create_folder, write_summary};
use std::fs;
use std::io::Write;
use std::path::Path;

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

fn write_text(path: &Path, text: &str, overwrite: Overwrite) -> Result<(), Error> {
    let mut file = AtomicFile::create(path, overwrite)?;
    file.write_all(text.as_bytes()).map_err(|source| file.error(source))?;
    file.finish()
}

fn metrics(step: u64) -> Metrics {
    Metrics {
        step,
        time: step as f64 * f64::from(0.1_f32),
        polarisation: Some(1.0 / 3.0),
        mean_speed: Some(2.0),
        mean_nearest_neighbour_distance: None,
        mean_neighbours: Some(6.5),
        centroid: Some([-0.5, 1e-9, 3e20]),
        nonfinite: 0,
    }
}

fn summary() -> RunSummary {
    RunSummary {
        version: "0.1.0".into(),
        scenario: "Murmuration \"at dusk\"".into(),
        scenario_hash: "00000000000000aa".into(),
        seed: 42,
        dt: 0.25,
        engine: "cpu".into(),
        adapter: None,
        count: 100,
        steps: 10,
        hash: "0123456789abcdef".into(),
        seconds: 0.5,
        agent_steps_per_second: RunSummary::agent_steps_per_second(100, 10, 0.5),
        neighbours_mean: Some(6.5),
        candidates_mean: Some(f64::NAN),
        nonfinite: 0,
        outputs: vec!["metrics.csv".into()],
    }
}

#[test]
fn a_file_has_its_name_only_when_it_is_whole() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.txt");
    let mut file = AtomicFile::create(&path, Overwrite::Forbid).unwrap();
    file.write_all(b"half").unwrap();
    file.flush().unwrap();
    assert_eq!(names(folder.path()), ["a.txt.part"]);
    file.write_all(b" and half").unwrap();
    file.finish().unwrap();
    assert_eq!(names(folder.path()), ["a.txt"]);
    assert_eq!(fs::read_to_string(&path).unwrap(), "half and half");
}

#[test]
fn a_file_given_up_leaves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let mut file = AtomicFile::create(&folder.path().join("a.txt"), Overwrite::Forbid).unwrap();
    file.write_all(&[7; 100_000]).unwrap();
    drop(file);
    assert!(names(folder.path()).is_empty());
}

#[test]
fn an_existing_file_is_kept_unless_overwriting_is_allowed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.txt");
    write_text(&path, "old", Overwrite::Forbid).unwrap();
    let error = write_text(&path, "new", Overwrite::Forbid).unwrap_err();
    assert!(matches!(&error, Error::Exists(at) if at.ends_with("a.txt")), "{error}");
    assert!(error.to_string().contains("--force"), "{error}");
    assert_eq!(fs::read_to_string(&path).unwrap(), "old");
    write_text(&path, "new", Overwrite::Allow).unwrap();
    assert_eq!(fs::read_to_string(&path).unwrap(), "new");
    assert_eq!(names(folder.path()), ["a.txt"]);
}

#[test]
fn a_file_that_appears_meanwhile_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.txt");
    let file = AtomicFile::create(&path, Overwrite::Forbid).unwrap();
    fs::write(&path, "theirs").unwrap();
    assert!(matches!(file.finish().unwrap_err(), Error::Exists(_)));
    assert_eq!(fs::read_to_string(&path).unwrap(), "theirs");
    assert_eq!(names(folder.path()), ["a.txt"]);
}

#[test]
fn overwriting_given_up_keeps_the_old_bytes() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.txt");
    write_text(&path, "old", Overwrite::Forbid).unwrap();
    let mut file = AtomicFile::create(&path, Overwrite::Allow).unwrap();
    file.write_all(b"new").unwrap();
    drop(file);
    assert_eq!(fs::read_to_string(&path).unwrap(), "old");
}

#[test]
fn the_leftover_of_a_killed_program_is_replaced_but_a_living_one_is_not_disturbed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.txt");
    fs::write(folder.path().join("a.txt.part"), "a long leftover of a killed program").unwrap();
    let mut first = AtomicFile::create(&path, Overwrite::Forbid).unwrap();
    let error = AtomicFile::create(&path, Overwrite::Allow).unwrap_err();
    assert!(error.to_string().contains("another program is writing"), "{error}");
    first.write_all(b"short").unwrap();
    first.finish().unwrap();
    assert_eq!(fs::read_to_string(&path).unwrap(), "short");
}

#[test]
fn a_missing_folder_is_an_error_until_it_is_created_with_its_parents() {
    let folder = tempfile::tempdir().unwrap();
    let inner = folder.path().join("x/y/z");
    let path = inner.join("a.txt");
    let error = write_text(&path, "text", Overwrite::Forbid).unwrap_err();
    assert!(matches!(error, Error::Output { .. }), "{error}");
    assert!(error.to_string().contains("a.txt"), "{error}");
    create_folder(&inner).unwrap();
    create_folder(&inner).unwrap();
    write_text(&path, "text", Overwrite::Forbid).unwrap();
    let error = create_folder(&path).unwrap_err();
    assert!(matches!(error, Error::Output { .. }), "a file is in the way: {error}");
}

#[test]
fn a_folder_is_no_file_and_neither_is_nothing() {
    let folder = tempfile::tempdir().unwrap();
    for overwrite in [Overwrite::Forbid, Overwrite::Allow] {
        for path in [folder.path(), Path::new("/"), Path::new("")] {
            let error = AtomicFile::create(path, overwrite).unwrap_err();
            assert!(matches!(error, Error::Output { .. }), "{error}");
        }
    }
    assert!(names(folder.path()).is_empty());
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_output_error() {
    let full = Path::new("/dev/full");
    let too_much = "x".repeat(100_000);
    for text in ["short enough for the buffer", &too_much] {
        let error = write_text(full, text, Overwrite::Forbid).unwrap_err();
        assert!(matches!(&error, Error::Output { path, .. } if path == full), "{error}");
    }
    let error = MetricsFile::create(full, Overwrite::Forbid).unwrap_err();
    assert!(matches!(error, Error::Output { .. }), "{error}");
    assert!(write_summary(full, &summary(), Overwrite::Allow).is_err());
    write_text(Path::new("/dev/null"), &too_much, Overwrite::Forbid).unwrap();
}

#[cfg(target_os = "linux")]
#[test]
fn a_place_that_takes_no_files_is_an_output_error() {
    let error = write_text(Path::new("/proc/flockwork.txt"), "text", Overwrite::Forbid).unwrap_err();
    assert!(matches!(error, Error::Output { .. }), "{error}");
}

#[cfg(unix)]
#[test]
fn a_link_is_written_through_and_stays_a_link() {
    let folder = tempfile::tempdir().unwrap();
    let (target, link) = (folder.path().join("target.txt"), folder.path().join("link.txt"));
    fs::write(&target, "old").unwrap();
    std::os::unix::fs::symlink(&target, &link).unwrap();
    assert!(matches!(write_text(&link, "new", Overwrite::Forbid).unwrap_err(), Error::Exists(_)));
    write_text(&link, "new", Overwrite::Allow).unwrap();
    assert_eq!(fs::read_to_string(&target).unwrap(), "new");
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
}

#[test]
fn metrics_are_whole_to_the_last_row_at_any_moment() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("metrics.csv");
    let mut file = MetricsFile::create(&path, Overwrite::Forbid).unwrap();
    let part = folder.path().join("metrics.csv.part");
    for rows in 1..5 {
        file.append(&metrics(rows)).unwrap();
        let text = fs::read_to_string(&part).unwrap();
        assert!(text.ends_with('\n'));
        assert_eq!(text.lines().count() as u64, rows + 1);
    }
    file.finish().unwrap();
    assert_eq!(names(folder.path()), ["metrics.csv"]);
}

#[test]
fn metrics_rows_match_the_header_and_read_back_to_the_same_bits() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("metrics.csv");
    let mut file = MetricsFile::create(&path, Overwrite::Forbid).unwrap();
    file.append(&metrics(7)).unwrap();
    file.append(&Metrics { polarisation: None, centroid: None, ..metrics(8) }).unwrap();
    file.finish().unwrap();
    let text = fs::read_to_string(&path).unwrap();
    let rows: Vec<Vec<&str>> = text.lines().map(|line| line.split(',').collect()).collect();
    assert_eq!(
        rows[0],
        [
            "step",
            "time",
            "polarisation",
            "mean_speed",
            "mean_nearest_neighbour_distance",
            "mean_neighbours",
            "centroid_x",
            "centroid_y",
            "centroid_z",
            "nonfinite"
        ]
    );
    assert!(rows.iter().all(|row| row.len() == 10));
    let number = |row: usize, column: usize| rows[row][column].parse::<f64>().unwrap();
    assert_eq!(number(1, 1).to_bits(), metrics(7).time.to_bits());
    assert_eq!(number(1, 2).to_bits(), (1.0_f64 / 3.0).to_bits());
    assert_eq!((number(1, 7), number(1, 8)), (1e-9, 3e20));
    assert_eq!(rows[1][4], "", "a measure without meaning is an empty cell");
    assert_eq!(rows[2][2..], ["", "2.0", "", "6.5", "", "", "", "0"]);
}

#[test]
fn a_run_record_is_json_with_the_words_of_the_contract() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run.json");
    write_summary(&path, &summary(), Overwrite::Forbid).unwrap();
    let json: serde_json::Value = serde_json::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
    for key in [
        "hash",
        "steps",
        "count",
        "engine",
        "adapter",
        "seconds",
        "agent_steps_per_second",
        "neighbours_mean",
        "candidates_mean",
        "nonfinite",
    ] {
        assert!(json.get(key).is_some(), "`{key}` is missing");
    }
    assert_eq!(json["hash"], "0123456789abcdef");
    assert_eq!(json["agent_steps_per_second"], 2000.0);
    assert_eq!(json["scenario"], "Murmuration \"at dusk\"");
    assert!(json["candidates_mean"].is_null(), "NaN is no JSON");
    assert_eq!(RunSummary::agent_steps_per_second(100, 10, 0.0), None);
}
