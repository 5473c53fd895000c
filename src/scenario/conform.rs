//! Conformity: a typed tree against the schema, so that wrong keys, types, words and numbers are found where they stand.

use super::report::{At, Fault, listed, nearest, shown};
use super::schema::{alternatives, keys, meaning, resolve, root, tables, words};
use super::tree::{Entry, Node, Value};
use serde_json::Value as Schema;

/// Words of the format that stand for things to come.
const LATER: [&str; 8] = ["parker", "flock_controller", "avoid", "evade", "pursue", "follow", "obstacle", "target"];

/// Checks a whole document; the first fault in the order of the file.
pub(super) fn conform(document: &Node) -> Result<(), Fault> {
    if matches!(&document.value, Value::Table(entries) if entries.is_empty()) {
        return Err(Fault::new("the scenario is empty; at least one `[[species]]` is needed", &document.at)
            .help("the shortest scenario is `[[species]]`, `name = \"bird\"` and `count = 200`, each on its line"));
    }
    value(document, root(), &Key { name: "the scenario", table: "", property: root() })
}

/// The key whose value is looked at.
struct Key<'a> {
    name: &'a str,
    /// The table it stands in, as a dotted path.
    table: &'a str,
    /// Its schema before references are followed, which holds its text.
    property: &'a Schema,
}

impl Key<'_> {
    /// What it means: "this is the ...".
    fn about(&self) -> String {
        meaning(self.property)
    }
}

fn value(node: &Node, schema: &Schema, key: &Key<'_>) -> Result<(), Fault> {
    if let Value::Text(text) = &node.value
        && !words(schema).is_empty()
    {
        return word(node, text, schema, key);
    }
    let Some(choice) = alternatives(schema).into_iter().find(|choice| fits(&node.value, choice)) else {
        return Err(wrong_type(node, schema, key));
    };
    match &node.value {
        Value::Table(entries) => table(node, entries, choice, key),
        Value::Array(items) => array(node, items, choice, key),
        Value::Text(text) => length(node, text, choice, key),
        Value::Integer(number) => range(node, *number as f64, choice, key),
        Value::Float(number) => range(node, *number, choice, key),
        Value::Boolean(_) | Value::Date => Ok(()),
    }
}

fn fits(value: &Value, choice: &Schema) -> bool {
    let kind = choice["type"].as_str().unwrap_or("");
    match value {
        Value::Text(_) => kind == "string",
        Value::Integer(_) => kind == "integer" || kind == "number",
        Value::Float(_) => kind == "number",
        Value::Boolean(_) => kind == "boolean",
        Value::Date => false,
        Value::Array(_) => kind == "array",
        Value::Table(_) => kind == "object",
    }
}

fn word(node: &Node, text: &str, schema: &Schema, key: &Key<'_>) -> Result<(), Fault> {
    let allowed = words(schema);
    if allowed.contains(&text) {
        return Ok(());
    }
    let others = alternatives(schema).into_iter().filter(|choice| choice["type"] != "string").map(kind);
    let quoted: Vec<String> = allowed.iter().map(|word| format!("\"{word}\"")).collect();
    let choice = listed(others.chain(quoted.iter().map(String::as_str)), "or");
    if LATER.contains(&text) {
        return Err(Fault::new(format!("`{} = \"{text}\"` is not in this version yet", key.name), &node.at)
            .label(key.about())
            .help(format!("there is {choice}")));
    }
    let fault =
        Fault::new(format!("`{}` must be {choice}, not \"{}\"", key.name, shown(text)), &node.at).label(key.about());
    Err(match nearest(text, allowed) {
        Some(near) => fault.help(format!("try `{} = \"{near}\"`", key.name)),
        None => fault,
    })
}

fn wrong_type(node: &Node, schema: &Schema, key: &Key<'_>) -> Fault {
    let wanted = listed(alternatives(schema).into_iter().map(kind), "or");
    let got = match &node.value {
        Value::Text(_) => "text",
        Value::Integer(_) | Value::Float(_) => "a number",
        Value::Boolean(_) => "a truth value",
        Value::Date => "a date",
        Value::Array(_) => "a list",
        Value::Table(_) => "a table",
    };
    let fault = |got| Fault::new(format!("`{}` must be {wanted}, not {got}", key.name), &node.at).label(key.about());
    match &node.value {
        Value::Float(number) if wanted.starts_with("a whole number") && !number.is_finite() => fault("infinite or NaN"),
        Value::Float(number) if wanted.starts_with("a whole number") => {
            let fault = fault("one with a point or exponent");
            fault.help(format!("try `{} = {}`", key.name, number.round().clamp(0.0, u32::MAX.into())))
        }
        Value::Text(text) if wanted.contains("number") && text.trim().parse::<f64>().is_ok_and(f64::is_finite) => {
            fault(got).help(format!("without quotes: `{} = {}`", key.name, shown(text.trim())))
        }
        Value::Table(_) if wanted.contains("list of tables") => {
            fault(got).help(format!("two brackets: `[[{}]]`", key.name))
        }
        _ => fault(got),
    }
}

fn kind(choice: &Schema) -> &str {
    match choice["type"].as_str().unwrap_or("") {
        "string" if choice.get("const").is_some() || choice.get("enum").is_some() => "one of its words",
        "string" => "text in quotes",
        "integer" => "a whole number",
        "number" => "a number",
        "boolean" => "true or false",
        "array" if resolve(&choice["items"])["type"] == "object" => "a list of tables",
        "array" => "a list of numbers",
        _ => "a table",
    }
}

fn range(node: &Node, number: f64, choice: &Schema, key: &Key<'_>) -> Result<(), Fault> {
    let least = choice["minimum"].as_f64().unwrap_or(f64::MIN);
    let most = choice["maximum"].as_f64().unwrap_or(f64::MAX);
    if least <= number && number <= most {
        return Ok(());
    }
    let title = if number.is_finite() {
        format!("`{}` must be at least {least} and at most {most}", key.name)
    } else {
        format!("`{}` must be a finite number, at least {least} and at most {most}", key.name)
    };
    let fault = Fault::new(title, &node.at).label(key.about());
    let example = choice["examples"][0].as_f64().or_else(|| choice["default"].as_f64());
    Err(match example {
        Some(example) => fault.help(format!("try `{} = {}`", key.name, typed(example, choice))),
        None => fault,
    })
}

/// A number as it would be typed: a float keeps its point.
fn typed(number: f64, choice: &Schema) -> String {
    if choice["type"] == "integer" { format!("{number}") } else { format!("{number:?}") }
}

fn length(node: &Node, text: &str, choice: &Schema, key: &Key<'_>) -> Result<(), Fault> {
    let count = text.chars().count() as u64;
    let least = choice["minLength"].as_u64().unwrap_or(0);
    let most = choice["maxLength"].as_u64().unwrap_or(u64::MAX);
    if (least..=most).contains(&count) {
        return Ok(());
    }
    Err(Fault::new(format!("`{}` must have {least} to {most} letters, not {count}", key.name), &node.at)
        .label(key.about()))
}

fn array(node: &Node, items: &[Node], choice: &Schema, key: &Key<'_>) -> Result<(), Fault> {
    let count = items.len() as u64;
    let least = choice["minItems"].as_u64().unwrap_or(0);
    let most = choice["maxItems"].as_u64().unwrap_or(u64::MAX);
    if !(least..=most).contains(&count) {
        let wanted = if most == u64::MAX { format!("at least {least}") } else { format!("{least} to {most}") };
        let at = items.get(usize::try_from(most).unwrap_or(usize::MAX)).map_or(&node.at, |surplus| &surplus.at);
        return Err(
            Fault::new(format!("`{}` must have {wanted} entries, not {count}", key.name), at).label(key.about())
        );
    }
    items.iter().try_for_each(|item| value(item, &choice["items"], key))
}

fn table(node: &Node, entries: &[Entry], choice: &Schema, key: &Key<'_>) -> Result<(), Fault> {
    for entry in entries {
        let Some(property) = choice["properties"].get(&entry.key) else {
            return Err(unknown_key(entry, choice, key));
        };
        let path = if key.table.is_empty() { entry.key.clone() } else { format!("{}.{}", key.table, entry.key) };
        value(&entry.node, property, &Key { name: &entry.key, table: &path, property })?;
    }
    let required = choice["required"].as_array().into_iter().flatten().filter_map(Schema::as_str);
    match required.into_iter().find(|&name| !entries.iter().any(|entry| entry.key == name)) {
        Some(name) => Err(missing_key(&node.at, name, choice, key)),
        None => Ok(()),
    }
}

fn missing_key(at: &At, name: &str, choice: &Schema, key: &Key<'_>) -> Fault {
    let about = meaning(&choice["properties"][name]);
    if key.table.is_empty() {
        return Fault::new(format!("at least one `[[{name}]]` is needed"), at)
            .help(format!("add `[[{name}]]`, with a name and a count"));
    }
    let fault = Fault::new(format!("`{name}` is missing in `{}`", key.name), at).label(format!("it needs `{name}`"));
    if about.is_empty() { fault } else { fault.help(about) }
}

fn unknown_key(entry: &Entry, choice: &Schema, key: &Key<'_>) -> Fault {
    let typed = shown(&entry.key);
    let known = keys(choice);
    let place = if key.table.is_empty() { "a scenario".to_owned() } else { format!("`{}`", key.table) };
    if key.table.is_empty() && LATER.contains(&entry.key.as_str()) {
        return Fault::new(format!("`[[{typed}]]` is not in this version yet"), &entry.key_at)
            .help(format!("there is {}", listed(known, "and")));
    }
    let fault = Fault::new(format!("{place} has no key `{typed}`"), &entry.key_at);
    let elsewhere: Vec<String> =
        tables()
            .into_iter()
            .filter(|(_, other)| keys(other).contains(&entry.key.as_str()))
            .map(|(name, _)| {
                if name.is_empty() { "the top of the file, before every table".to_owned() } else { format!("`{name}`") }
            })
            .collect();
    if let Some(near) = nearest(&entry.key, known.iter().copied()).filter(|_| elsewhere.is_empty()) {
        fault.label(format!("did you mean `{near}`?")).help(format!("it has {}", listed(known, "and")))
    } else if elsewhere.is_empty() {
        fault.label("unknown").help(format!("it has {}", listed(known, "and")))
    } else {
        let homes = listed(elsewhere.iter().map(String::as_str), "or");
        fault.label("this key stands in another table").help(format!("`{typed}` belongs to {homes}"))
    }
}
