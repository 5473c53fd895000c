//! `render`: pictures, on the CPU where no adapter opens.

use crate::{json, names, output, refused, stderr};
use std::fs;
use std::path::Path;

/// Width and height of a PNG file.
fn size(path: &Path) -> (u32, u32) {
    let bytes = fs::read(path).unwrap();
    assert!(bytes.starts_with(b"\x89PNG\r\n\x1a\n"), "{} is no picture", path.display());
    let side = |at: usize| u32::from_be_bytes(bytes[at..at + 4].try_into().unwrap());
    (side(16), side(20))
}

/// A quick `render` with these further words.
fn render<'a>(more: &[&'a str]) -> Vec<&'a str> {
    let common = ["render", "opensteer", "--steps", "4", "--engine", "cpu", "--size", "160x90"];
    [&common, more].concat()
}

#[test]
fn one_picture_of_the_size_asked_drawn_on_the_cpu_when_there_is_no_adapter() {
    let home = tempfile::tempdir().unwrap();
    let done = output(home.path(), &render(&["--out", "shot.png"]));
    assert_eq!(done.status.code(), Some(0), "{}", stderr(&done));
    assert!(stderr(&done).contains("drawing: on the CPU"), "{}", stderr(&done));
    assert_eq!(names(home.path()), ["shot.png"]);
    assert_eq!(size(&home.path().join("shot.png")), (160, 90));
}

#[test]
fn the_same_command_gives_the_same_picture_and_another_step_another_one() {
    let home = tempfile::tempdir().unwrap();
    let picture = |name: &str, steps: &str| {
        let words = ["render", "opensteer", "--steps", steps, "--engine", "cpu", "--size", "160x90", "--out", name];
        assert_eq!(output(home.path(), &words).status.code(), Some(0));
        fs::read(home.path().join(name)).unwrap()
    };
    let first = picture("a.png", "3");
    assert!(picture("b.png", "3") == first);
    assert!(picture("c.png", "60") != first);
}

#[test]
fn a_folder_gets_a_frame_on_each_interval_and_the_last_step() {
    let home = tempfile::tempdir().unwrap();
    let summary = json(home.path(), &render(&["--every", "3", "--out", "frames/", "--json"]));
    let frames = ["frame-00000000.png", "frame-00000003.png", "frame-00000004.png"];
    assert_eq!(names(&home.path().join("frames")), frames);
    assert_eq!((summary["steps"].as_u64(), summary["outputs"].as_array().unwrap().len()), (Some(4), 3));
    let text = refused(home.path(), &render(&["--every", "4", "--out", "frames/"]), 4);
    assert!(text.contains("frame-00000000.png"), "{text}");
}

#[test]
fn an_existing_picture_is_refused_before_the_run_and_force_replaces_it() {
    let home = tempfile::tempdir().unwrap();
    let shot = home.path().join("shot.png");
    fs::write(&shot, "mine").unwrap();
    let text = refused(home.path(), &render(&["--out", "shot.png"]), 4);
    assert!(text.contains("--force") && !text.contains("engine:"), "{text}");
    assert_eq!(fs::read_to_string(&shot).unwrap(), "mine");
    assert_eq!(output(home.path(), &render(&["--out", "shot.png", "--force"])).status.code(), Some(0));
    assert_eq!(size(&shot), (160, 90));
}

#[test]
fn what_cannot_be_drawn_is_refused_and_nothing_is_left() {
    let home = tempfile::tempdir().unwrap();
    refused(home.path(), &render(&["--out", "nowhere/shot.png"]), 4);
    let film = refused(home.path(), &render(&["--out", "film.mp4", "--every", "2"]), 2);
    assert!(film.contains("frames/") && film.contains(".png"), "{film}");
    refused(home.path(), &render(&["--out", "frames/"]), 2);
    refused(home.path(), &["render", "opensteer", "--steps", "1", "--size", "0x9", "--out", "a.png"], 2);
    refused(home.path(), &["render", "opensteer", "--steps", "1", "--size", "big", "--out", "a.png"], 2);
    assert!(names(home.path()).is_empty());
}
