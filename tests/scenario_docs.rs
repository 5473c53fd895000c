//! The reference page of the scenario file, made from the schema.

use flockwork::scenario::{presets, schema};
use serde_json::Value;
use std::fmt::Write;

const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/scenario.md");

/// The tables in the order of the page: how they are written, what they are called in the schema.
const TABLES: [(&str, &str); 6] = [
    ("[world]", "World"),
    ("[[species]]", "Species"),
    ("[species.separation], [species.alignment], [species.cohesion]", "Rule"),
    ("[species.spawn]", "Spawn"),
    ("agents = [{ ... }] in [species.spawn]", "Agent"),
    ("[[relation]]", "Relation"),
];

const HEAD: &str = "# The scenario file

A scenario is a TOML file. `flockwork check FILE` says whether it is right; `flockwork schema` prints its JSON schema, from
which editors complete and check (and from which the tables below are made). `flockwork scenarios NAME` prints a preset, each
of which is a commented example.

The shortest scenario is a species with a name and a count; everything else has a default, and the defaults are the numbers
of OpenSteer's Boids plug-in:

```toml
[[species]]
name = \"bird\"
count = 200
```

Lengths are world units, times seconds, angles degrees. A vector is three numbers, or two where `dimensions = 2`. Numbers
are kept as 32-bit floats; what is smaller than 1e-30 becomes 0. A file holds at most 4 MiB.

";

const TAIL: &str = "## What is checked beyond the tables

- On every axis in use `max` is above `min`, and nothing starts or stands farther than 1,000,000 from the origin.
- A world reaches at most 1,048,576 (2^20) times the smallest perception radius in use: beyond, 32-bit numbers lose it.
- `min_speed` is at most `max_speed`; `angle` and `cos_angle` exclude each other; species differ in name.
- Keys that an edge or a shape would not read are refused: `strength` belongs to `soft`, `centre` and `radius` to
  `sphere_wrap`, `min` and `max` to the others; a `ball` has `centre` and `radius`, a `box` `min` and `max`, a `shell`
  `centre`, `radius_min` and `radius_max`, a `lattice` `centre` and `spacing`, a `point` `centre`, each of them `heading` and
  `speed`; a `file` has `path` and `agents` has `agents`, whose velocities say the rest.
- All species together have at most 4,294,967,295 agents; an engine may take fewer, and then says how many.

## Changes from the command line

`--set key.path=value` changes one key: `world.edge=open`, `species.0.count=50` (counted from 0), `species.starling.count=50`
(by name), `species.count=50` where there is one species, `world.min.1=-5`. The value is TOML, or a bare word for text. It is
checked like the file. `--seed S` replaces the seed. `--count N` replaces the number of agents; several species keep their
shares, by largest remainder.

## How a flock starts

Ids are given out in the order of the species. Place and heading of an agent depend on the seed, its id and its species'
shape alone (in a lattice also on the count), so with one species `--count` does not move the agents that remain, and a flock
starts with the same bits on every platform. Random places are uniform in volume (in two dimensions in area), random headings uniform on the sphere (the
circle). A lattice is the smallest cube (square) that holds the count, x running fastest. In a `periodic` world starts are
wrapped into the box; elsewhere they stay where the shape puts them, also outside.

## Not in this version yet

`rules = \"parker\"` and `\"flock_controller\"`, `does = \"avoid\"`, `\"evade\"`, `\"pursue\"` and `\"follow\"`, `[[obstacle]]` and
`[[target]]` are refused with a message that says so.
";

fn page() -> String {
    let schema: Value = serde_json::from_str(&schema()).expect("the schema is JSON");
    let mut page = HEAD.to_owned();
    table(&mut page, "Top of the file", &schema, &schema);
    for (title, name) in TABLES {
        table(&mut page, &format!("`{title}`"), &schema["$defs"][name], &schema);
    }
    page + TAIL
}

fn table(page: &mut String, title: &str, table: &Value, schema: &Value) {
    let required: Vec<&str> = table["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    write!(page, "## {title}\n\n| key | value | default | meaning |\n|---|---|---|---|\n").expect("a string takes all");
    for (name, key) in table["properties"].as_object().expect("a table has keys") {
        let default = match &key["default"] {
            _ if required.contains(&name.as_str()) => "needed".to_owned(),
            Value::Null => String::new(),
            value => format!("`{value}`"),
        };
        let meaning = key["description"].as_str().unwrap_or_default().replace('\n', " ");
        writeln!(page, "| `{name}` | {} | {default} | {meaning} |", values(key, schema)).expect("a string takes all");
    }
    let words = table["properties"].as_object().into_iter().flatten().flat_map(|(_, key)| word_meanings(key, schema));
    let words: Vec<String> = words.collect();
    if !words.is_empty() {
        write!(page, "\n{}\n", words.join("\n")).expect("a string takes all");
    }
    page.push('\n');
}

fn resolve<'a>(key: &'a Value, schema: &'a Value) -> &'a Value {
    match key["$ref"].as_str().and_then(|path| path.strip_prefix("#/$defs/")) {
        Some(name) => &schema["$defs"][name],
        None => key,
    }
}

/// What may stand after the equals sign.
fn values(key: &Value, schema: &Value) -> String {
    let key = resolve(key, schema);
    if let Some(choices) = key["anyOf"].as_array().or_else(|| key["oneOf"].as_array()) {
        return choices.iter().map(|choice| values(choice, schema)).collect::<Vec<_>>().join(", ");
    }
    let plain = |bound: &Value| bound.to_string().trim_end_matches(".0").to_owned();
    let range = || format!("{} to {}", plain(&key["minimum"]), plain(&key["maximum"]));
    match key["type"].as_str().unwrap_or_default() {
        "string" => key["const"].as_str().map_or("text".to_owned(), |word| format!("`\"{word}\"`")),
        "integer" => format!("whole number, {}", range()),
        "number" => format!("number, {}", range()),
        "array" if resolve(&key["items"], schema)["type"] == "number" => "vector".to_owned(),
        "array" => "tables".to_owned(),
        _ => "table".to_owned(),
    }
}

/// One line for each word of a key that has several.
fn word_meanings(key: &Value, schema: &Value) -> Vec<String> {
    let words = resolve(key, schema)["oneOf"].as_array().map(Vec::as_slice).unwrap_or_default();
    let line =
        |word: &Value| Some(format!("- `{}`: {}", word["const"], word["description"].as_str()?.replace('\n', " ")));
    words.iter().filter_map(line).collect()
}

#[test]
fn the_reference_page_says_what_the_schema_says() {
    if std::env::var_os("FLOCKWORK_WRITE_DOCS").is_some() {
        std::fs::write(PAGE, page()).expect("docs/ can be written");
    }
    let written = std::fs::read_to_string(PAGE).unwrap_or_default();
    assert!(
        written == page(),
        "docs/scenario.md is not what the schema says; write it anew with `FLOCKWORK_WRITE_DOCS=1 cargo test --test scenario_docs`"
    );
}

#[test]
fn the_page_knows_every_table_of_the_schema() {
    let schema: Value = serde_json::from_str(&schema()).unwrap();
    for (name, definition) in schema["$defs"].as_object().unwrap() {
        let on_page = TABLES.iter().any(|(_, table)| table == name);
        assert_eq!(on_page, definition["type"] == "object", "{name}");
    }
}

#[test]
fn the_presets_show_most_keys() {
    let text: String = presets().iter().map(|preset| preset.text).collect();
    for key in [
        "title",
        "description",
        "seed",
        "dt",
        "dimensions",
        "edge",
        "strength",
        "min",
        "max",
        "centre",
        "radius",
        "name",
    ] {
        assert!(text.contains(&format!("\n{key} = ")), "no preset shows `{key}`");
    }
}
