//! `check`, `schema`, `scenarios`, `adapters`: what there is, for people and for programs.

use crate::{json, names, output, refused, stderr, stdout};
use serde_json::Value;
use std::fs;

const PRESETS: [&str; 4] = ["murmuration", "school", "flatland", "opensteer"];

#[test]
fn scenarios_lists_the_presets_for_people_and_as_json() {
    let home = tempfile::tempdir().unwrap();
    let list = stdout(&output(home.path(), &["scenarios"]));
    let listed: Vec<_> = list.lines().filter_map(|line| line.split_whitespace().next()).collect();
    assert_eq!(listed, PRESETS);
    let list = json(home.path(), &["scenarios", "--json"]);
    let named: Vec<_> = list.as_array().unwrap().iter().map(|preset| preset["name"].as_str().unwrap()).collect();
    assert_eq!(named, PRESETS);
}

#[test]
fn the_text_of_a_preset_is_a_scenario_that_means_the_same() {
    let home = tempfile::tempdir().unwrap();
    let text = stdout(&output(home.path(), &["scenarios", "school"]));
    fs::write(home.path().join("mine.toml"), &text).unwrap();
    let check = |source: &str| json(home.path(), &["check", source, "--json"]);
    assert_eq!(check("mine.toml"), check("school"));
    assert_eq!(json(home.path(), &["scenarios", "school", "--json"])["text"], text);
    let unknown = refused(home.path(), &["scenarios", "skool"], 2);
    assert!(unknown.contains("`school`"), "{unknown}");
    refused(home.path(), &["scenarios", "mine.toml"], 2);
}

#[test]
fn check_tells_what_a_scenario_means_and_writes_nothing() {
    let home = tempfile::tempdir().unwrap();
    for preset in PRESETS {
        let done = output(home.path(), &["check", preset, "--count", "500"]);
        assert_eq!(done.status.code(), Some(0), "{preset}: {}", stderr(&done));
        assert!(stdout(&done).contains("500") && stdout(&done).contains("neighbours"), "{}", stdout(&done));
    }
    let meaning = json(home.path(), &["check", "flatland", "--count", "500", "--seed", "9", "--json"]);
    assert_eq!((&meaning["count"], &meaning["seed"], &meaning["dimensions"]), (&500.into(), &9.into(), &2.into()));
    let quiet = output(home.path(), &["check", "flatland", "--quiet"]);
    assert_eq!((quiet.status.code(), quiet.stdout.len(), quiet.stderr.len()), (Some(0), 0, 0));
    refused(home.path(), &["check", "flatland", "--set", "world.edge=cliff"], 2);
    assert!(names(home.path()).is_empty());
}

#[test]
fn the_schema_is_a_json_schema_with_the_keys_of_the_format() {
    let home = tempfile::tempdir().unwrap();
    let schema: Value = serde_json::from_slice(&output(home.path(), &["schema"]).stdout).unwrap();
    for key in ["title", "seed", "dt", "dimensions", "world", "species"] {
        assert!(schema["properties"][key].is_object(), "{key} is missing");
    }
}

#[test]
fn no_adapter_is_an_empty_list_with_a_word_on_what_to_install() {
    let home = tempfile::tempdir().unwrap();
    let none = output(home.path(), &["adapters"]);
    assert_eq!((none.status.code(), none.stdout.len()), (Some(0), 0));
    assert!(stderr(&none).contains("mesa-vulkan-drivers"), "{}", stderr(&none));
    assert_eq!(json(home.path(), &["adapters", "--json"]), Value::Array(Vec::new()));
}
