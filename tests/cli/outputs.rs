//! Outputs: nothing is overwritten without leave, and nothing is left half-written.

use crate::{flockwork, metric_steps, names, output, refused, stderr};
use std::fs;
use std::path::Path;

/// A short run into a folder of this name.
fn run_into<'a>(out: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    let common = ["run", "opensteer", "--steps", "2", "--engine", "cpu", "--out", out];
    [&common, more].concat()
}

#[test]
fn an_existing_output_is_refused_before_the_run_and_force_replaces_it() {
    let home = tempfile::tempdir().unwrap();
    let out = home.path().join("o");
    fs::create_dir(&out).unwrap();
    for name in ["metrics.csv", "final.npz", "run.json", "snapshot-00000002.npz"] {
        fs::write(out.join(name), "mine").unwrap();
        let text = refused(home.path(), &run_into("o", &["--snapshot-every", "2"]), 4);
        assert!(text.contains(name) && text.contains("--force"), "{text}");
        assert!(!text.contains("engine:"), "the run began: {text}");
        assert_eq!(fs::read_to_string(out.join(name)).unwrap(), "mine");
        assert_eq!(names(&out), [name]);
        fs::remove_file(out.join(name)).unwrap();
    }
    fs::write(out.join("metrics.csv"), "old").unwrap();
    fs::write(out.join("notes.txt"), "mine").unwrap();
    let forced = output(home.path(), &run_into("o", &["--force"]));
    assert_eq!(forced.status.code(), Some(0), "{}", stderr(&forced));
    assert_eq!(metric_steps(&out.join("metrics.csv")), [0, 2]);
    assert_eq!(fs::read_to_string(out.join("notes.txt")).unwrap(), "mine");
}

#[test]
fn a_snapshot_that_this_run_would_not_write_is_not_in_its_way() {
    let home = tempfile::tempdir().unwrap();
    fs::create_dir(home.path().join("o")).unwrap();
    fs::write(home.path().join("o/snapshot-00000003.npz"), "mine").unwrap();
    assert_eq!(output(home.path(), &run_into("o", &["--snapshot-every", "2"])).status.code(), Some(0));
}

#[test]
fn without_out_each_run_takes_the_next_free_folder() {
    let home = tempfile::tempdir().unwrap();
    let run = |more: &[&str]| {
        let common = ["run", "opensteer", "--steps", "1", "--engine", "cpu"];
        let done = output(home.path(), &[&common, more].concat());
        assert_eq!(done.status.code(), Some(0), "{}", stderr(&done));
        stderr(&done)
    };
    assert!(run(&[]).contains("wrote flockwork-out: "));
    assert!(run(&[]).contains("wrote flockwork-out-2: "));
    assert!(run(&["--force"]).contains("wrote flockwork-out: "));
    assert_eq!(names(home.path()), ["flockwork-out", "flockwork-out-2"]);
}

#[test]
fn a_folder_that_cannot_be_made_is_code_4() {
    let home = tempfile::tempdir().unwrap();
    fs::write(home.path().join("file"), "mine").unwrap();
    for out in ["file", "file/inside"] {
        refused(home.path(), &run_into(out, &[]), 4);
    }
    assert_eq!(names(home.path()), ["file"]);
    assert_eq!(fs::read_to_string(home.path().join("file")).unwrap(), "mine");
}

/// `ulimit -f` stands for a full disk: a write past the limit fails.
#[cfg(unix)]
#[test]
fn a_disk_that_fills_up_is_code_4_and_leaves_no_file_under_a_final_name() {
    let home = tempfile::tempdir().unwrap();
    let script = format!(
        "trap '' XFSZ; ulimit -f 8; exec '{}' run flatland --count 20000 --steps 2 --engine cpu --out o",
        crate::program()
    );
    let full = std::process::Command::new("bash").args(["-c", &script]).current_dir(home.path()).output().unwrap();
    let text = stderr(&full);
    assert_eq!(full.status.code(), Some(4), "{text}");
    assert!(text.contains("final.npz"), "{text}");
    assert_eq!(names(&home.path().join("o")), ["metrics.csv"]);
    assert_eq!(metric_steps(&home.path().join("o/metrics.csv")), [0, 2]);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_stdout_is_code_4() {
    let home = tempfile::tempdir().unwrap();
    let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let mut child = std::process::Command::new(crate::program());
    let done = child.arg("schema").current_dir(home.path()).stdout(full).output().unwrap();
    assert_eq!(done.status.code(), Some(4), "{}", stderr(&done));
    assert!(stderr(&done).contains("stdout"), "{}", stderr(&done));
}

#[test]
fn alone_it_leaves_numbers_and_a_picture_and_says_what_to_try_next() {
    let home = tempfile::tempdir().unwrap();
    let alone = |more: &[&str]| {
        let done = flockwork(home.path(), &[&["--count", "100", "--engine", "cpu"], more].concat()).output().unwrap();
        assert_eq!(done.status.code(), Some(0), "{}", stderr(&done));
        stderr(&done)
    };
    let text = alone(&[]);
    for part in ["no display", "on the CPU", "wrote flockwork-out: ", "murmuration.png", "next: "] {
        assert!(text.contains(part), "{part} is not in: {text}");
    }
    let written = ["final.npz", "metrics.csv", "murmuration.png", "run.json"];
    assert_eq!(names(&home.path().join("flockwork-out")), written);
    is_png(&home.path().join("flockwork-out/murmuration.png"));
    assert!(alone(&[]).contains("wrote flockwork-out-2: "));
}

fn is_png(path: &Path) {
    assert!(fs::read(path).unwrap().starts_with(b"\x89PNG\r\n\x1a\n"), "{} is no picture", path.display());
}
