//! The schema: the JSON schema of a scenario file, derived from the format, and questions put to it.

use super::format::Document;
use serde_json::{Map, Value, json};
use std::sync::LazyLock;

/// The JSON schema (draft 2020-12) of a scenario file, for editors; the keys' texts give meaning, unit and default.
pub fn schema() -> String {
    // A schema is made of strings and numbers, which always print.
    serde_json::to_string_pretty(root()).unwrap_or_default()
}

/// The schema, made once.
pub(super) fn root() -> &'static Value {
    static ROOT: LazyLock<Value> = LazyLock::new(|| {
        let mut schema = schemars::schema_for!(Document).to_value();
        tidy(&mut schema);
        schema
    });
    &ROOT
}

/// A schema with its reference followed.
pub(super) fn resolve(schema: &Value) -> &Value {
    let name = schema["$ref"].as_str().and_then(|path| path.strip_prefix("#/$defs/"));
    name.map_or(schema, |name| &root()["$defs"][name])
}

/// The schemas any of which will do; one that offers no choice stands alone.
pub(super) fn alternatives(schema: &Value) -> Vec<&Value> {
    let schema = resolve(schema);
    match schema["anyOf"].as_array().or_else(|| schema["oneOf"].as_array()) {
        Some(choices) => choices.iter().flat_map(alternatives).collect(),
        None => vec![schema],
    }
}

/// The words a schema allows.
pub(super) fn words(schema: &Value) -> Vec<&str> {
    alternatives(schema)
        .into_iter()
        .flat_map(|choice| {
            let listed = choice["enum"].as_array().map(Vec::as_slice).unwrap_or_default();
            listed.iter().chain(choice.get("const")).filter_map(Value::as_str)
        })
        .collect()
}

/// The keys of a table.
pub(super) fn keys(schema: &Value) -> Vec<&str> {
    resolve(schema)["properties"].as_object().into_iter().flat_map(Map::keys).map(String::as_str).collect()
}

/// What a key means: "this is the ...", from the first clause of its text.
pub(super) fn meaning(property: &Value) -> String {
    let text = property["description"].as_str().unwrap_or("");
    let text = text.replace('\n', " ");
    let first =
        text.split(". ").next().and_then(|sentence| sentence.split(';').next()).unwrap_or("").trim_end_matches('.');
    first.strip_prefix("The ").map_or_else(String::new, |rest| format!("this is the {rest}"))
}

/// Every table of the format: how it is written, and its schema, in the order of the format.
pub(super) fn tables() -> Vec<(String, &'static Value)> {
    let mut found = vec![(String::new(), root())];
    collect(root(), "", &mut found);
    found
}

fn collect(table: &'static Value, path: &str, found: &mut Vec<(String, &'static Value)>) {
    for (key, property) in resolve(table)["properties"].as_object().into_iter().flatten() {
        let inner = resolve(property);
        let (inner, brackets) = if inner["type"] == "array" { (resolve(&inner["items"]), 2) } else { (inner, 1) };
        let Some(inner) = alternatives(inner).into_iter().find(|choice| choice["properties"].is_object()) else {
            continue;
        };
        let path = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
        found.push((format!("{}{path}{}", "[".repeat(brackets), "]".repeat(brackets)), inner));
        collect(inner, &path, found);
    }
}

/// Takes `null` out, which TOML has not, and the names of machine types, which say nothing to people.
fn tidy(value: &mut Value) {
    match value {
        Value::Object(map) => {
            // The default of a table is that of its keys.
            if map.get("default").is_some_and(|default| default.is_null() || default.is_object() || default.is_array())
            {
                map.remove("default");
            }
            if map.get("format").is_some_and(Value::is_string) {
                map.remove("format");
            }
            if let Some(Value::Array(types)) = map.get_mut("type") {
                types.retain(|kind| kind != "null");
                if let [one] = types.as_slice() {
                    let one = one.clone();
                    map.insert("type".to_owned(), one);
                }
            }
            if let Some(Value::Array(choices)) = map.get_mut("anyOf") {
                choices.retain(|choice| choice != &json!({ "type": "null" }));
                if let [Value::Object(one)] = choices.as_slice() {
                    let one = one.clone();
                    map.remove("anyOf");
                    map.extend(one);
                }
            }
            map.values_mut().for_each(tidy);
        }
        Value::Array(items) => items.iter_mut().for_each(tidy),
        _ => {}
    }
}
