//! Words: what no text of the repository may hold, and how each file begins.

use crate::expect_none;
use crate::lexer::{code_only, lines_with, without_comments};
use crate::tree::{self, Source};

/// Marks of unfinished work, as comments.
const UNFINISHED: &[&str] = &[concat!("TO", "DO"), concat!("FIX", "ME"), concat!("XX", "X")];

/// Marks of unfinished work, as code.
const UNFINISHED_CODE: &[&str] = &["todo!", "unimplemented!", "dbg!"];

/// Words about one machine or one day of work: the repository speaks of the project alone.
const FOREIGN: &[&str] =
    &[concat!("/wo", "rk/"), concat!("../sha", "red"), concat!("/ro", "ot/"), concat!("this ", "session")];

fn unfinished(file: &Source) -> Vec<String> {
    let marks =
        UNFINISHED.iter().flat_map(|mark| lines_with(&file.text, mark).into_iter().map(move |line| (line, *mark)));
    let code = if file.path.ends_with(".rs") { code_only(&file.text) } else { String::new() };
    let calls =
        UNFINISHED_CODE.iter().flat_map(|call| lines_with(&code, call).into_iter().map(move |line| (line, *call)));
    marks.chain(calls).map(|(line, mark)| format!("{}:{line}: `{mark}`", file.path)).collect()
}

/// A test that is left out says why: `#[ignore = "why"]`.
fn ignored_without_reason(file: &Source) -> Vec<String> {
    let blank = code_only(&file.text);
    let strings = without_comments(&file.text);
    let attribute = |text: &str| text.contains("#[ignore");
    let lines = (1..).zip(blank.lines().zip(strings.lines())).filter(|(_, (code, _))| attribute(code));
    let reason = |line: &str| line.split('"').nth(1).is_some_and(|reason| reason.trim().len() >= 8);
    lines
        .filter(|(_, (_, line))| !reason(line))
        .map(|(number, _)| format!("{}:{number}: `#[ignore]` without a reason", file.path))
        .collect()
}

fn foreign(file: &Source) -> Vec<String> {
    (1..)
        .zip(file.text.lines())
        .filter_map(|(number, line)| foreign_word(line).map(|word| format!("{}:{number}: `{word}`", file.path)))
        .collect()
}

/// A foreign word, or the number of an issue.
fn foreign_word(line: &str) -> Option<String> {
    let lower = line.to_lowercase();
    let numbered = lower.match_indices("issue ").any(|(at, found)| {
        let rest = lower[at + found.len()..].trim_start_matches('#');
        rest.starts_with(|c: char| c.is_ascii_digit())
    });
    let known = FOREIGN.iter().find(|word| lower.contains(**word)).map(|word| (*word).to_owned());
    known.or_else(|| numbered.then(|| "the number of an issue".to_owned()))
}

/// What the first line of a file of this kind begins with.
fn first_line(path: &str) -> Option<&'static str> {
    match path.rsplit('.').next() {
        _ if path.starts_with("scripts/") || path == ".ci/run" => Some("#!"),
        Some("rs") => Some("//! "),
        Some("wgsl") => Some("// "),
        Some("toml") if path.starts_with("scenarios/") => Some("# "),
        _ => None,
    }
}

fn without_first_line(file: &Source) -> Vec<String> {
    let Some(mark) = first_line(&file.path) else { return Vec::new() };
    let begins = file.text.starts_with(mark);
    (!begins)
        .then(|| format!("{}: the first line does not say, after `{mark}`, what the file is", file.path))
        .into_iter()
        .collect()
}

fn over_the_tree(check: impl Fn(&Source) -> Vec<String>) {
    let files = tree::tracked();
    assert!(files.len() > 20, "only {} files were found", files.len());
    expect_none(files.iter().flat_map(check).collect());
}

#[test]
fn nothing_is_left_unfinished() {
    over_the_tree(|file| if file.path == "Cargo.lock" { Vec::new() } else { unfinished(file) });
}

#[test]
fn every_ignored_test_says_why() {
    over_the_tree(|file| if file.path.ends_with(".rs") { ignored_without_reason(file) } else { Vec::new() });
}

#[test]
fn the_repository_speaks_of_the_project_alone() {
    over_the_tree(foreign);
}

#[test]
fn every_file_begins_with_what_it_is() {
    over_the_tree(without_first_line);
}

#[test]
fn an_unfinished_line_is_found() {
    let faults = |text: &str| unfinished(&Source::new("a.rs", text)).len();
    assert_eq!(faults(concat!("// TO", "DO: later")), 1);
    assert_eq!(faults(concat!("x(); // FIX", "ME")), 1);
    assert_eq!(faults("fn f() { todo!() }"), 1);
    assert_eq!(faults("fn f() { dbg!(x) }"), 1);
    assert_eq!(faults("fn f() { \"dbg!\" } // todo! as a word"), 0);
}

#[test]
fn an_ignored_test_without_reason_is_found() {
    let faults = |text: &str| ignored_without_reason(&Source::new("a.rs", text)).len();
    assert_eq!(faults("#[test]\n#[ignore]\nfn f() {}"), 1);
    assert_eq!(faults("#[test]\n#[ignore = \"\"]\nfn f() {}"), 1);
    assert_eq!(faults("#[test]\n#[ignore = \"takes an hour: scripts/soak runs it\"]\nfn f() {}"), 0);
    assert_eq!(faults("// #[ignore]\nlet s = \"#[ignore]\";"), 0);
}

#[test]
fn a_foreign_word_is_found() {
    assert!(foreign_word(concat!("see /wo", "rk/main")).is_some());
    assert!(foreign_word(concat!("as iss", "ue 2 asks")).is_some());
    assert!(foreign_word(concat!("as Iss", "ue #2 asks")).is_some());
    assert!(foreign_word("file an issue, 2 lines suffice").is_none());
}

#[test]
fn a_file_that_does_not_say_what_it_is_is_found() {
    let faults = |path: &str, text: &str| without_first_line(&Source::new(path, text)).len();
    assert_eq!(faults("src/a.rs", "use b;\n//! late\n"), 1);
    assert_eq!(faults("src/a.rs", "//! A noun.\n"), 0);
    assert_eq!(faults("shaders/a.wgsl", "fn a() {}\n"), 1);
    assert_eq!(faults("shaders/a.wgsl", "// A noun.\n"), 0);
    assert_eq!(faults("scripts/a", "set -e\n"), 1);
    assert_eq!(faults("README.md", "anything\n"), 0);
}
