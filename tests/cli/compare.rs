//! `compare`: a verdict, an exit code, and the worst agents.

use crate::{json, output, refused, stderr, stdout};
use serde_json::json as value;

/// A comparison of the engines with these further words.
fn compare<'a>(left: &'a str, right: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    let common = ["compare", "opensteer", "--steps", "5", "--left", left, "--right", right];
    [&common, more].concat()
}

#[test]
fn an_engine_equals_itself_to_the_bit() {
    let home = tempfile::tempdir().unwrap();
    let report = json(home.path(), &compare("cpu", "cpu", &["--json"]));
    let verdict = (&report["equal"], &report["level"], &report["steps"], &report["differing"]);
    assert_eq!(verdict, (&value!(true), &value!("bits"), &value!(5), &value!(0)));
    assert_eq!(report["worst"], value!([]));
    let text = output(home.path(), &compare("cpu", "cpu", &[]));
    assert!(stdout(&text).contains("cpu and cpu are equal"), "{}", stdout(&text));
}

#[test]
fn beside_reference_the_level_is_rounding_and_the_engines_agree() {
    let home = tempfile::tempdir().unwrap();
    let report = json(home.path(), &compare("reference", "cpu", &["--json"]));
    assert_eq!((&report["equal"], &report["level"]), (&value!(true), &value!("rounding")));
}

#[test]
fn a_difference_is_code_5_and_names_the_worst_agent() {
    let home = tempfile::tempdir().unwrap();
    let found = output(home.path(), &compare("reference", "cpu", &["--level", "bits"]));
    assert_eq!(found.status.code(), Some(5), "{}", stderr(&found));
    assert!(stdout(&found).contains("DIFFERENT") && stdout(&found).contains("agent "), "{}", stdout(&found));
    let text = stderr(&found);
    assert!(text.contains("error: reference and cpu differ") && text.contains("worst: agent "), "{text}");
    let report = output(home.path(), &compare("reference", "cpu", &["--level", "bits", "--json"]));
    let report: serde_json::Value = serde_json::from_slice(&report.stdout).unwrap();
    assert_eq!(report["equal"], value!(false));
    let worst = &report["worst"][0];
    assert!(worst["agent"].is_u64() && worst["left_bits"] != worst["right_bits"], "{worst}");
    let quiet = output(home.path(), &compare("reference", "cpu", &["--level", "bits", "--quiet"]));
    assert_eq!((quiet.status.code(), stderr(&quiet).lines().count()), (Some(5), 1));
}

#[test]
fn sides_that_do_not_exist_are_refused() {
    let home = tempfile::tempdir().unwrap();
    refused(home.path(), &compare("cpu", "cuda", &[]), 2);
    refused(home.path(), &compare("cpu:llvmpipe", "cpu", &[]), 2);
    refused(home.path(), &compare("cpu", "cpu", &["--level", "roughly"]), 2);
    refused(home.path(), &["compare", "opensteer", "--steps", "1", "--left", "cpu"], 2);
    let none = refused(home.path(), &compare("cpu", "gpu", &[]), 3);
    assert!(none.contains("no adapter"), "{none}");
}
