//! Scenarios that are wrong: one clear error each, at the right line and column, naming the key.

use flockwork::Error;
use flockwork::scenario::{Overrides, SCENARIO_SIZE_MAX, from_text, load};

/// What is typed, where the fault is (`line:column`), and parts of what is said about it.
type Case = (&'static str, &'static str, &'static [&'static str]);

/// Wrong by grammar, keys, types, words and ranges: found by the schema.
const OF_FORM: &[Case] = &[
    ("", "1:1", &["the scenario is empty", "[[species]]"]),
    ("# nothing but a comment\n", "1:1", &["the scenario is empty"]),
    ("seed = 1\n", "1:1", &["at least one `[[species]]` is needed"]),
    ("species = []\n", "1:11", &["`species` must have 1 to 32 entries, not 0"]),
    ("seed = \n", "1:8", &["not TOML"]),
    ("seed\n", "1:5", &["not TOML", "`=`"]),
    ("seed = 1 2\n", "1:8", &["not TOML"]),
    ("[world\nedge = \"open\"\n", "1:7", &["not TOML"]),
    ("title = \"open\n", "1:14", &["not TOML"]),
    ("seed = 1\nseed = 2\n", "2:1", &["`seed` is given twice"]),
    ("[world]\nedge = \"open\"\n[world]\n", "3:2", &["`world` is given twice"]),
    ("sede = 1\n", "1:1", &["no key `sede`", "did you mean `seed`?", "dimensions"]),
    ("frobnicate = 1\n", "1:1", &["no key `frobnicate`", "it has title"]),
    ("\"a\\u0007\\nb\" = 1\n", "1:1", &["no key `a\\u{7}\\nb`"]),
    ("gravity = 9.81\n[[species]]\n", "1:1", &["no key `gravity`"]),
    ("count = 5\n", "1:1", &["no key `count`", "`[[species]]`"]),
    ("radius = 5\n", "1:1", &["no key `radius`", "`[world]`", "`[species.separation]`", "`[species.spawn]`"]),
    ("[world]\nedge = \"open\"\nseed = 3\n", "3:1", &["`world` has no key `seed`", "the top of the file"]),
    ("[world]\negde = \"open\"\n", "2:1", &["no key `egde`", "did you mean `edge`?"]),
    ("[world]\nmin = [0, 0, 0]\n", "1:1", &["`edge` is missing in `world`", "the way the world ends"]),
    ("[world]\nedge = \"opne\"\n", "2:8", &["`edge` must be", "not \"opne\"", "try `edge = \"open\"`"]),
    ("[world]\nedge = 3\n", "2:8", &["`edge` must be", "not a number"]),
    ("[world]\nedge = \"open\"\nmin = [0, 0]\nmax = 3\n", "4:7", &["`max` must be a list of numbers", "not a number"]),
    ("[world]\nedge = \"open\"\nmin = [0]\n", "3:7", &["`min` must have 2 to 3 entries, not 1"]),
    ("[world]\nedge = \"open\"\nmin = [0, 0, 0, 9]\n", "3:17", &["`min` must have 2 to 3 entries, not 4"]),
    ("[world]\nedge = \"open\"\nmin = [0, \"x\", 0]\n", "3:11", &["`min` must be a number, not text"]),
    ("[world]\nedge = \"open\"\nmin = [0, nan, 0]\n", "3:11", &["`min` must be a finite number"]),
    ("[world]\nedge = \"open\"\nmin = [0, -2e6, 0]\n", "3:11", &["`min`", "at least -1000000 and at most 1000000"]),
    ("[world]\nedge = \"soft\"\nstrength = -1\n", "3:12", &["`strength` must be at least 0"]),
    ("world = 3\n", "1:9", &["`world` must be a table, not a number"]),
    ("title = 3\n", "1:9", &["`title` must be text in quotes, not a number"]),
    ("seed = -1\n", "1:8", &["`seed` must be at least 0 and at most 4294967295", "try `seed = 1`"]),
    ("seed = 4294967296\n", "1:8", &["`seed` must be at least 0 and at most 4294967295"]),
    ("seed = 99999999999999999999999999999999999999999999\n", "1:8", &["`seed` must be at least 0"]),
    ("seed = 1.5\n", "1:8", &["`seed` must be a whole number", "try `seed = 2`"]),
    ("seed = nan\n", "1:8", &["`seed` must be a whole number", "infinite or NaN"]),
    ("seed = true\n", "1:8", &["`seed` must be a whole number, not a truth value"]),
    ("seed = 1979-05-27\n", "1:8", &["`seed` must be a whole number, not a date"]),
    ("seed = [1]\n", "1:8", &["`seed` must be a whole number, not a list"]),
    ("seed = {a = 1}\n", "1:8", &["`seed` must be a whole number, not a table"]),
    (
        "dt = 0\n",
        "1:6",
        &["`dt` must be at least 0.000001 and at most 1", "length of a step", "try `dt = 0.016666667`"],
    ),
    ("dt = 1.5\n", "1:6", &["`dt` must be at least 0.000001 and at most 1"]),
    ("dt = 1e-50\n", "1:6", &["`dt` must be at least 0.000001"]),
    ("dt = inf\n", "1:6", &["`dt` must be a finite number"]),
    ("dt = 1e999\n", "1:6", &["`dt` must be a finite number"]),
    ("dt = \"0.1\"\n", "1:6", &["`dt` must be a number, not text", "without quotes: `dt = 0.1`"]),
    ("dimensions = 4\n", "1:14", &["`dimensions` must be at least 2 and at most 3"]),
    ("dimensions = 2.0\n", "1:14", &["`dimensions` must be a whole number", "try `dimensions = 2`"]),
    ("[[obstacle]]\nshape = \"sphere\"\n", "1:3", &["`[[obstacle]]` is not in this version yet"]),
    ("[[target]]\nmotion = \"waypoints\"\n", "1:3", &["`[[target]]` is not in this version yet"]),
    ("[species]\nname = \"a\"\n", "1:1", &["`species` must be a list of tables, not a table", "`[[species]]`"]),
    ("[[species]]\ncount = 3\n", "1:1", &["`name` is missing in `species`"]),
    ("[[species]]\nname = \"\"\n", "2:8", &["`name` must have 1 to 64 letters, not 0"]),
    ("[[species]]\nname = \"a\"\ncount = 1e3\n", "3:9", &["`count` must be a whole number", "try `count = 1000`"]),
    (
        "[[species]]\nname = \"a\"\ncount = \"1000\"\n",
        "3:9",
        &["`count`", "not text", "without quotes: `count = 1000`"],
    ),
    ("[[species]]\nname = \"a\"\ncount = -5\n", "3:9", &["`count` must be at least 0"]),
    ("[[species]]\nname = \"a\"\ncuont = 5\n", "3:1", &["`species` has no key `cuont`", "did you mean `count`?"]),
    (
        "[[species]]\nname = \"a\"\nrules = \"parker\"\n",
        "3:9",
        &["`rules = \"parker\"` is not in this version yet", "\"opensteer\""],
    ),
    ("[[species]]\nname = \"a\"\nrules = \"flock_controller\"\n", "3:9", &["not in this version yet"]),
    ("[[species]]\nname = \"a\"\nrules = \"opensteeer\"\n", "3:9", &["try `rules = \"opensteer\"`"]),
    (
        "[[species]]\nname = \"a\"\nvariant = \"sorce\"\n",
        "3:11",
        &["\"reference\" or \"source\"", "try `variant = \"source\"`"],
    ),
    ("[[species]]\nname = \"a\"\nmass = 0\n", "3:8", &["`mass` must be at least 0.000001", "try `mass = 1.0`"]),
    ("[[species]]\nname = \"a\"\nbody_radius = -0.1\n", "3:15", &["`body_radius` must be at least 0"]),
    ("[[species]]\nname = \"a\"\nmax_speed = \"fast\"\n", "3:13", &["`max_speed` must be a number or \"none\""]),
    ("[[species]]\nname = \"a\"\nmax_speed = -1\n", "3:13", &["`max_speed` must be at least 0"]),
    (
        "[[species]]\nname = \"a\"\nmax_force = [1]\n",
        "3:13",
        &["`max_force` must be a number or one of its words, not a list"],
    ),
    ("[[species]]\nname = \"a\"\ndist_floor = 0\n", "3:14", &["`dist_floor` must be at least 0.000001"]),
    (
        "[[species]]\nname = \"a\"\n[species.separation]\nradius = -1.0\n",
        "4:10",
        &["`radius` must be at least 0", "this is the perception radius, in world units", "try `radius = 2.5`"],
    ),
    (
        "[[species]]\nname = \"a\"\n[species.separation]\nangle = 361\n",
        "4:9",
        &["`angle` must be at least 0 and at most 360"],
    ),
    (
        "[[species]]\nname = \"a\"\n[species.cohesion]\ncos_angle = -1.01\n",
        "4:13",
        &["`cos_angle` must be at least -1 and at most 1"],
    ),
    ("[[species]]\nname = \"a\"\n[species.alignment]\nweight = inf\n", "4:10", &["`weight` must be a finite number"]),
    (
        "[[species]]\nname = \"a\"\n[species.seperation]\nweight = 1\n",
        "3:10",
        &["no key `seperation`", "did you mean `separation`?"],
    ),
    (
        "[[species]]\nname = \"a\"\n[species.spawn]\nshape = \"bal\"\n",
        "4:9",
        &["`shape` must be", "try `shape = \"ball\"`"],
    ),
    (
        "[[species]]\nname = \"a\"\n[species.spawn]\nheading = \"randm\"\n",
        "4:11",
        &["`heading` must be a list of numbers or \"random\"", "try `heading = \"random\"`"],
    ),
    (
        "[[species]]\nname = \"a\"\n[species.spawn]\nagents = [{velocity = [0, 0, 0]}]\n",
        "4:11",
        &["`position` is missing in `agents`"],
    ),
    ("[[species]]\nname = \"a\"\n[species.spawn]\nagents = [3]\n", "4:11", &["`agents` must be a table, not a number"]),
    (
        "[[relation]]\nfrom = \"a\"\nto = \"b\"\ndoes = \"pursue\"\n",
        "4:8",
        &["`does = \"pursue\"` is not in this version yet", "\"flock\" or \"ignore\""],
    ),
    ("[[relation]]\nfrom = \"a\"\nto = \"b\"\n", "1:1", &["`does` is missing in `relation`"]),
];

/// A scenario of one species that is right as far as it goes; what follows begins at line 4.
const ONE: &str = "[[species]]\nname = \"bird\"\ncount = 10\n";

/// Of the right form, but impossible: appended to [`ONE`].
const OF_MEANING: &[Case] = &[
    ("[[species]]\nname = \"bird\"\ncount = 1\n", "5:8", &["two species have the name \"bird\""]),
    ("[[species]]\nname = \"a b\"\ncount = 1\n", "5:8", &["`name` must begin with a letter", "\"a b\""]),
    ("[[species]]\nname = \"7\"\ncount = 1\n", "5:8", &["`name` must begin with a letter"]),
    ("[[species]]\nname = \"fish\"\n", "4:1", &["`count` is missing in `species`"]),
    ("[[species]]\nname = \"fish\"\ncount = 4294967290\n", "6:9", &["at most 4294967295 agents, not 4294967300"]),
    ("min_speed = 10.0\n", "4:13", &["`min_speed` must be at most `max_speed`", "max_speed is 9"]),
    ("min_speed = 3\nmax_speed = 2\n", "4:13", &["`min_speed` must be at most `max_speed`"]),
    ("[species.separation]\nangle = 90\ncos_angle = 0.5\n", "6:1", &["`angle` and `cos_angle` say the same thing"]),
    ("[world]\nedge = \"soft\"\nmax = [1, 1, 1]\n", "4:1", &["`min` is missing in `world`"]),
    ("[world]\nedge = \"soft\"\nmin = [1, 1, 1]\n", "4:1", &["`max` is missing in `world`"]),
    (
        "[world]\nedge = \"soft\"\nmin = [1, 1, 1]\nmax = [5, 0, 5]\n",
        "7:7",
        &["`max` must be greater than `min`", "on y, max is 0 and min is 1"],
    ),
    (
        "[world]\nedge = \"open\"\nmin = [0, 0, 0]\nmax = [5, 5, 0]\n",
        "7:7",
        &["`max` must be greater than `min`", "on z", "`dimensions = 2`"],
    ),
    ("[world]\nedge = \"open\"\nmin = [1, 0, 0]\nmax = [1.00000001, 5, 5]\n", "7:7", &["on x, max is 1 and min is 1"]),
    (
        "[world]\nedge = \"open\"\nmin = [0, 0]\nmax = [5, 5]\n",
        "6:7",
        &["`min` must have three numbers in three dimensions"],
    ),
    ("[world]\nedge = \"sphere_wrap\"\n", "4:1", &["`radius` is missing in `world`"]),
    (
        "[world]\nedge = \"sphere_wrap\"\nradius = 5\nmin = [0, 0, 0]\n",
        "7:1",
        &["`edge = \"sphere_wrap\"` has no `min`", "centre and radius"],
    ),
    (
        "[world]\nedge = \"sphere_wrap\"\nradius = 10\ncentre = [999999, 0, 0]\n",
        "6:10",
        &["within 1000000 of the origin"],
    ),
    ("[world]\nedge = \"periodic\"\nstrength = 3\n", "6:1", &["`edge = \"periodic\"` has no `strength`"]),
    ("[world]\nedge = \"soft\"\nradius = 3\n", "6:1", &["`edge = \"soft\"` has no `radius`"]),
    ("[species.separation]\nradius = 1e-5\n", "5:10", &["`radius` is too small for a world this large"]),
    (
        "[species.spawn]\nspacing = 1\n",
        "5:1",
        &["`shape = \"ball\"` has no `spacing`", "centre, radius, heading and speed"],
    ),
    ("[species.spawn]\nshape = \"lattice\"\n", "4:1", &["`spacing` is missing in `spawn`"]),
    (
        "[species.spawn]\nshape = \"lattice\"\nspacing = 1e6\ncentre = [1, 0, 0]\n",
        "4:1",
        &["must stay within 1000000 of the origin"],
    ),
    ("[species.spawn]\nshape = \"shell\"\nradius_min = 3\n", "4:1", &["`radius_max` is missing in `spawn`"]),
    (
        "[species.spawn]\nshape = \"shell\"\nradius_min = 3\nradius_max = 2\n",
        "7:14",
        &["`radius_max` must be at least `radius_min`"],
    ),
    (
        "[species.spawn]\nshape = \"box\"\nmin = [0, 0, 0]\nmax = [1, -1, 1]\n",
        "7:7",
        &["`max` must be at least `min`", "on y"],
    ),
    (
        "[species.spawn]\nshape = \"ball\"\nradius = 1e6\ncentre = [1, 0, 0]\n",
        "4:1",
        &["must stay within 1000000 of the origin"],
    ),
    ("[species.spawn]\nheading = [0, 0, 0]\n", "5:11", &["`heading` must not be zero"]),
    ("[species.spawn]\nshape = \"agents\"\n", "4:1", &["`agents` is missing in `spawn`"]),
    ("[species.spawn]\nshape = \"agents\"\nspeed = 1\n", "6:1", &["`shape = \"agents\"` has no `speed`"]),
    (
        "[species.spawn]\nshape = \"agents\"\nagents = [{position = [0, 0, 0]}]\n",
        "3:9",
        &["`count` must be 1, the number of agents listed, not 10"],
    ),
    (
        "[species.spawn]\nshape = \"agents\"\nagents = [{position = [0, 0]}]\n",
        "6:23",
        &["`position` must have three numbers"],
    ),
    ("[species.spawn]\nshape = \"file\"\n", "4:1", &["`path` is missing in `spawn`"]),
    (
        "[species.spawn]\nshape = \"file\"\npath = \"no/such.csv\"\n",
        "6:8",
        &["cannot read the agents from no/such.csv"],
    ),
    (
        "[[relation]]\nfrom = \"bird\"\nto = \"brid\"\ndoes = \"flock\"\n",
        "6:6",
        &["`to` names no species: \"brid\"", "did you mean \"bird\"?"],
    ),
    (
        "[[relation]]\nfrom = \"bird\"\nto = \"bird\"\ndoes = \"flock\"\n[[relation]]\nfrom = \"bird\"\nto = \"bird\"\ndoes = \"ignore\"\n",
        "8:1",
        &["from `bird` to `bird` is given twice"],
    ),
];

/// `--set` arguments that are wrong for the preset `opensteer`; the column counts within the argument.
const OF_OVERRIDES: &[Case] = &[
    ("dt", "1:1", &["`--set` needs a key and a value"]),
    ("dt=", "1:4", &["neither TOML nor a bare word"]),
    ("dt=nan", "1:4", &["`dt` must be a finite number"]),
    ("dt=[0.1", "1:4", &["neither TOML nor a bare word"]),
    ("=3", "1:1", &["a part of the key is empty"]),
    ("world..edge=open", "1:7", &["a part of the key is empty"]),
    ("wrold.edge=open", "1:1", &["no key `wrold`", "did you mean `world`?"]),
    ("world.edge=opne", "1:12", &["`edge` must be", "try `edge = \"open\"`"]),
    ("species.cuont=5", "1:9", &["`species` has no key `cuont`", "did you mean `count`?"]),
    ("species.0.count=-5", "1:17", &["`count` must be at least 0"]),
    ("species.boid.count=many", "1:20", &["`count` must be a whole number, not text"]),
    ("species.7.count=5", "1:9", &["there is no entry 7", "boid"]),
    ("species.boid.separation.radius=-1", "1:32", &["`radius` must be at least 0", "perception radius"]),
    ("seed.low=3", "1:6", &["no key `low` inside a single value"]),
    ("a.a.a.a.a.a.a.a.a.a.a.a=1", "1:1", &["no key lies that deep"]),
];

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
fn an_override_that_leaves_a_key_of_the_file_without_meaning_points_at_that_key() {
    let overrides = Overrides { set: vec!["world.edge=soft".to_owned()], ..Overrides::default() };
    let text = text_of(load("opensteer", &overrides), "world.edge=soft");
    assert!(
        text.contains("`edge = \"soft\"` has no `centre`") && text.contains("scenarios/opensteer.toml:11:1"),
        "{text}"
    );
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
