//! Help, completions and manual pages.

use crate::{output, program, refused, stdout};
use std::process::Command;
use std::time::{Duration, Instant};

const VERBS: [&str; 10] =
    ["run", "render", "compare", "bench", "check", "scenarios", "schema", "adapters", "completions", "man"];

#[test]
fn help_names_each_verb_and_each_verb_has_help_and_a_manual_page() {
    let home = tempfile::tempdir().unwrap();
    let help = stdout(&output(home.path(), &["--help"]));
    assert!(help.contains("Examples:") && help.contains("Exit codes:"), "{help}");
    for verb in VERBS {
        assert!(help.lines().any(|line| line.trim_start().starts_with(verb)), "{verb} is not in the help");
        let own = output(home.path(), &[verb, "--help"]);
        assert!(own.status.success() && stdout(&own).contains("Usage: flockwork"), "{verb}");
        let page = stdout(&output(home.path(), &["man", verb]));
        assert!(page.contains(&format!(".TH flockwork-{verb}")), "{page}");
    }
    assert!(stdout(&output(home.path(), &["man"])).contains(".TH flockwork "));
    refused(home.path(), &["man", "fly"], 2);
}

#[test]
fn version_is_that_of_the_package() {
    let home = tempfile::tempdir().unwrap();
    assert_eq!(stdout(&output(home.path(), &["--version"])), format!("flockwork {}\n", env!("CARGO_PKG_VERSION")));
}

#[test]
fn completions_exist_for_the_usual_shells() {
    let home = tempfile::tempdir().unwrap();
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = output(home.path(), &["completions", shell]);
        assert!(script.status.success() && stdout(&script).contains("snapshot-every"), "{shell}");
        assert!(stdout(&script).contains("warm-up"), "{shell}");
    }
    refused(home.path(), &["completions", "tcl"], 2);
}

/// Help asks no driver for anything; the bound is far above what it takes, for machines that do much else.
#[test]
fn help_is_fast() {
    let fastest = (0..10).map(|_| {
        let began = Instant::now();
        assert!(Command::new(program()).arg("--help").output().unwrap().status.success());
        began.elapsed()
    });
    let fastest = fastest.min().unwrap();
    assert!(fastest < Duration::from_millis(60), "{fastest:?}");
}
