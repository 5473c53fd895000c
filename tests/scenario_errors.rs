//! Scenarios that are wrong: one clear error each, at the right line and column, naming the key.

mod scenario_cases;

use flockwork::Error;
use flockwork::scenario::{Overrides, SCENARIO_SIZE_MAX, from_text, load};
use scenario_cases::{Case, OF_FORM, OF_MEANING, OF_OVERRIDES, ONE};

fn text_of(result: Result<flockwork::Scenario, Error>, case: &str) -> String {
    match result {
        Err(Error::Scenario(text)) => text,
        other => panic!("{case:?} should be a fault of the scenario, not {other:?}"),
    }
}

/// What is amiss with an error that should be one, at this place, say these things and be drawn under its line.
fn amiss(text: &str, file: &str, (typed, place, parts): &Case) -> Option<String> {
    let mut complaints = Vec::new();
    let mut need = |holds: bool, what: String| {
        if !holds {
            complaints.push(what);
        }
    };
    need(text.contains(&format!("--> {file}:{place}\n")), format!("points at {place}"));
    parts.iter().for_each(|part| need(text.contains(part), format!("says {part}")));
    need(text.matches("-->").count() == 1, "is one error".to_owned());
    need(!text.starts_with("error"), "begins with its message".to_owned());
    need(text.contains('^') && !text.contains('\u{1b}'), "is drawn without colour".to_owned());
    need(!text.contains("this is \n") && !text.contains("``"), "has no hole in its words".to_owned());
    (!complaints.is_empty()).then(|| format!("{typed:?} should be one that {}:\n{text}\n", complaints.join(", ")))
}

fn assert_all_right(failures: &[String]) {
    assert!(failures.is_empty(), "{} cases fail\n{}", failures.len(), failures.join("\n"));
}

#[test]
fn a_scenario_of_the_wrong_form_is_one_error_at_its_key() {
    let failure = |case: &Case| {
        let text = text_of(from_text("flock.toml", case.0, &Overrides::default()), case.0);
        amiss(&text, "flock.toml", case)
    };
    assert_all_right(&OF_FORM.iter().filter_map(failure).collect::<Vec<_>>());
}

#[test]
fn an_impossible_scenario_is_one_error_at_its_key() {
    assert!(from_text("flock.toml", ONE, &Overrides::default()).is_ok(), "what the cases build on is right");
    let failure = |case: &Case| {
        let text = text_of(from_text("flock.toml", &format!("{ONE}{}", case.0), &Overrides::default()), case.0);
        amiss(&text, "flock.toml", case)
    };
    assert_all_right(&OF_MEANING.iter().filter_map(failure).collect::<Vec<_>>());
}

#[test]
fn a_wrong_override_is_one_error_that_points_into_the_argument() {
    let failure = |case: &Case| {
        let overrides = Overrides { set: vec![case.0.to_owned()], ..Overrides::default() };
        amiss(&text_of(load("opensteer", &overrides), case.0), "--set", case)
    };
    assert_all_right(&OF_OVERRIDES.iter().filter_map(failure).collect::<Vec<_>>());
}

#[test]
fn an_override_of_the_edge_forgets_the_keys_of_the_old_one_and_asks_for_those_of_the_new_one() {
    let overrides = Overrides { set: vec!["world.edge=soft".to_owned()], ..Overrides::default() };
    let text = text_of(load("opensteer", &overrides), "world.edge=soft");
    assert!(text.contains("`min` is missing in `world`") && !text.contains("centre"), "{text}");
}

#[test]
fn the_table_is_long_and_its_cases_differ() {
    let typed: std::collections::HashSet<&str> =
        OF_FORM.iter().chain(OF_MEANING).chain(OF_OVERRIDES).map(|case| case.0).collect();
    assert_eq!(typed.len(), OF_FORM.len() + OF_MEANING.len() + OF_OVERRIDES.len());
    assert!(typed.len() >= 60);
}

#[test]
fn an_error_looks_like_a_compilers() {
    let text = "[[species]]\nname = \"bird\"\ncount = 10\n[species.separation]\nradius = -1.0\n";
    let error = text_of(from_text("flock.toml", text, &Overrides::default()), text);
    assert_eq!(
        format!("error: {error}"),
        "error: `radius` must be at least 0 and at most 1000000\n \
         --> flock.toml:5:10\n  \
         |\n\
         5 | radius = -1.0\n  \
         |          ^^^^ this is the perception radius, in world units\n  \
         = help: try `radius = 2.5`"
    );
}

#[test]
fn the_33rd_species_is_refused_where_it_begins() {
    let text: String = (0..33).map(|index| format!("[[species]]\nname = \"s{index}\"\ncount = 1\n")).collect();
    let error = text_of(from_text("flock.toml", &text, &Overrides::default()), "33 species");
    assert!(
        error.contains("`species` must have 1 to 32 entries, not 33") && error.contains("flock.toml:97:1"),
        "{error}"
    );
    let text: String = (0..32).map(|index| format!("[[species]]\nname = \"s{index}\"\ncount = 1\n")).collect();
    assert!(from_text("flock.toml", &text, &Overrides::default()).is_ok());
}

#[test]
fn a_flat_world_has_no_z() {
    let flat = "dimensions = 2\n[world]\nedge = \"open\"\nmin = [0, 0, 0]\nmax = [9, 9, 1]\n[[species]]\nname = \"a\"\ncount = 1\n";
    let error = text_of(from_text("flock.toml", flat, &Overrides::default()), flat);
    assert!(error.contains("z of `max` must be 0 in two dimensions") && error.contains("flock.toml:5:7"), "{error}");
    assert!(from_text("flock.toml", &flat.replace("9, 1]", "9, 0]"), &Overrides::default()).is_ok());
}

#[test]
fn files_that_are_no_scenario_are_refused_with_the_reason() {
    let folder = tempfile::tempdir().unwrap();
    let cases: [(&str, Vec<u8>, &str); 3] = [
        ("bytes.toml", b"seed = 1\ntitle = \"\xff\"\n".to_vec(), "not UTF-8 text: line 2"),
        ("large.toml", vec![b'#'; 10 << 20], "larger than 4194304 bytes"),
        ("zero.toml", vec![0; 10], "not TOML"),
    ];
    for (name, bytes, part) in cases {
        let path = folder.path().join(name);
        std::fs::write(&path, bytes).unwrap();
        let error = text_of(load(path.to_str().unwrap(), &Overrides::default()), name);
        assert!(error.contains(part) && error.contains(name), "{error}");
    }
    let missing = text_of(load("no/such/file.toml", &Overrides::default()), "a missing file");
    assert!(missing.contains("cannot read the scenario no/such/file.toml: "), "{missing}");
    let folder_itself = text_of(load(&format!("{}/", folder.path().display()), &Overrides::default()), "a folder");
    assert!(folder_itself.contains("cannot read the scenario"), "{folder_itself}");
    let long = "#".repeat(SCENARIO_SIZE_MAX as usize + 1);
    assert!(text_of(from_text("long", &long, &Overrides::default()), "long").contains("larger than"));
}

#[test]
fn an_unknown_preset_names_the_nearest_and_all() {
    let error = text_of(load("murmeration", &Overrides::default()), "murmeration");
    assert!(error.contains("no preset `murmeration`; did you mean `murmuration`?"), "{error}");
    assert!(error.contains("presets: murmuration, school, flatland and opensteer"), "{error}");
    let error = text_of(load("zzz", &Overrides::default()), "zzz");
    assert!(!error.contains("did you mean"), "{error}");
}

#[test]
fn a_bad_row_of_a_csv_file_is_shown() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("starts.csv"), "x,y,z\n1,2,3\n4,five,6\n").unwrap();
    let scenario = "[[species]]\nname = \"a\"\n[species.spawn]\nshape = \"file\"\npath = \"starts.csv\"\n";
    let path = folder.path().join("flock.toml");
    std::fs::write(&path, scenario).unwrap();
    let error = text_of(load(path.to_str().unwrap(), &Overrides::default()), "starts.csv");
    assert!(
        error.contains("`five` is not a number") && error.contains("starts.csv:3:3") && error.contains("4,five,6"),
        "{error}"
    );
}

#[test]
fn another_count_for_explicit_agents_points_at_the_argument() {
    let text = "[[species]]\nname = \"a\"\n[species.spawn]\nshape = \"agents\"\nagents = [{position = [0, 0, 0]}]\n";
    let with = |count| from_text("flock.toml", text, &Overrides { count: Some(count), ..Overrides::default() });
    let error = text_of(with(5), "--count 5");
    assert!(
        error.contains("starts as 1 explicit agents; it cannot have 5") && error.contains("--> --count:1:9"),
        "{error}"
    );
    assert_eq!(with(1).unwrap().agent_count(), 1);
}
