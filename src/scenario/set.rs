//! Overrides: what the command line changes in a scenario, laid over the typed tree before it is checked.

use super::report::{At, Fault, Texts, listed, nearest, shown};
use super::tree::{Entry, Node, Value, parse_value};

/// Parts in the longest path that means anything, `species.0.spawn.agents.0.position.0`, and a few more.
const STEPS_MAX: usize = 10;

/// What the command line changes in a scenario.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Overrides {
    /// Each `key.path=value`: a path such as `world.edge`, `species.0.count`, `species.starling.count`, or
    /// `species.count` where there is one species; a TOML value, or a bare word for text.
    pub set: Vec<String>,
    /// Agents of all species together; several species keep their shares.
    pub count: Option<u32>,
    /// Seed in place of the scenario's.
    pub seed: Option<u32>,
}

/// Lays one `key.path=value` over a document.
pub(super) fn set(document: &mut Node, texts: &mut Texts, argument: &str) -> Result<(), Fault> {
    let index = texts.add("--set".to_owned(), argument.to_owned());
    let at = |span| At { text: index, span };
    let Some((path, text)) = argument.split_once('=') else {
        return Err(Fault::new("`--set` needs a key and a value", &at(0..argument.len())).help("try `--set seed=7`"));
    };
    let offset = path.len() + 1;
    let value = parse_value(index, argument, offset).or_else(|| bare_word(text, at(offset..argument.len())));
    let Some(value) = value else {
        return Err(Fault::new("the value after `=` is neither TOML nor a bare word", &at(offset..argument.len()))
            .help("numbers, \"text\", true, false and [lists] are written as in the scenario file"));
    };
    let steps = steps(path, &at);
    if steps.len() > STEPS_MAX {
        return Err(Fault::new("no key lies that deep", &at(0..path.len())).help("try `--set world.edge=open`"));
    }
    if let Some((_, empty)) = steps.iter().find(|(step, _)| step.is_empty()) {
        return Err(Fault::new("a part of the key is empty", empty).help("try `--set world.edge=open`"));
    }
    place(document, &steps, value)
}

/// The parts of a dotted path, each with its place.
fn steps<'a>(path: &'a str, at: &impl Fn(std::ops::Range<usize>) -> At) -> Vec<(&'a str, At)> {
    let mut start = 0;
    path.split('.')
        .map(|step| {
            let begin = start;
            start += step.len() + 1;
            (step.trim(), at(begin..begin + step.len()))
        })
        .collect()
}

fn bare_word(text: &str, at: At) -> Option<Node> {
    let text = text.trim();
    // What begins like another kind of value is a mistake in it, not a word.
    let begins_otherwise =
        text.starts_with(['[', '{', '"', '\'', '+', '-', '=', '#']) || text.starts_with(|c: char| c.is_ascii_digit());
    (!text.is_empty() && !begins_otherwise).then(|| Node { at, value: Value::Text(text.to_owned()) })
}

fn place(node: &mut Node, steps: &[(&str, At)], value: Node) -> Result<(), Fault> {
    let [(step, step_at), rest @ ..] = steps else {
        *node = value;
        return Ok(());
    };
    match &mut node.value {
        Value::Table(entries) => {
            let found = entries.iter().position(|entry| entry.key == *step);
            let index = found.unwrap_or_else(|| {
                let table = Node { at: step_at.clone(), value: Value::Table(Vec::new()) };
                entries.push(Entry { key: (*step).to_owned(), key_at: step_at.clone(), node: table });
                entries.len() - 1
            });
            let word = match &value.value {
                Value::Text(word) if rest.is_empty() => Some(word.clone()),
                _ => None,
            };
            if rest.is_empty() {
                entries[index].key_at = step_at.clone();
            }
            place(&mut entries[index].node, rest, value)?;
            if let Some(word) = word {
                forget_unread(entries, step, &word);
            }
            Ok(())
        }
        Value::Array(items) => {
            let (index, consumed) = item(items, step, step_at)?;
            place(&mut items[index], if consumed { rest } else { steps }, value)
        }
        _ => Err(Fault::new(format!("there is no key `{}` inside a single value", shown(step)), step_at)),
    }
}

/// Which entry of a list a step means, and whether the step is used up by saying so.
fn item(items: &[Node], step: &str, at: &At) -> Result<(usize, bool), Fault> {
    let name_of = |item: &Node| match item.find("name").map(|node| &node.value) {
        Some(Value::Text(name)) => Some(name.clone()),
        _ => None,
    };
    let names: Vec<String> = items.iter().filter_map(name_of).collect();
    if let Ok(index) = step.parse::<usize>() {
        if index < items.len() {
            return Ok((index, true));
        }
        return Err(Fault::new(
            format!("there is no entry {}; entries: {}, counted from 0", shown(step), items.len()),
            at,
        )
        .help(named(&names)));
    }
    if let Some(index) = items.iter().position(|item| name_of(item).as_deref() == Some(step)) {
        return Ok((index, true));
    }
    if let [Node { value: Value::Table(_), .. }] = items {
        return Ok((0, false));
    }
    let fault = Fault::new(format!("no entry is named `{}`", shown(step)), at);
    let fault = match nearest(step, names.iter().map(String::as_str)) {
        Some(near) => fault.label(format!("did you mean `{near}`?")),
        None => fault,
    };
    Err(fault.help(named(&names)))
}

/// How the entries of a list are meant.
fn named(names: &[String]) -> String {
    if names.is_empty() {
        return "give the place of an entry, counted from 0".to_owned();
    }
    format!("name one of {}, or give its place, counted from 0", listed(names.iter().map(String::as_str), "and"))
}

/// Another edge, or another shape, does not read the keys that the file wrote for the one it replaces.
fn forget_unread(entries: &mut Vec<Entry>, choice: &str, word: &str) {
    const EDGE: &[&str] = &["min", "max", "strength", "centre", "radius"];
    const SHAPE: &[&str] = &[
        "min",
        "max",
        "centre",
        "radius",
        "radius_min",
        "radius_max",
        "spacing",
        "path",
        "agents",
        "heading",
        "speed",
    ];
    let (all, read): (_, &[&str]) = match (choice, word) {
        ("edge", "periodic" | "reflect" | "open") => (EDGE, &["min", "max"]),
        ("edge", "soft") => (EDGE, &["min", "max", "strength"]),
        ("edge", "sphere_wrap") => (EDGE, &["centre", "radius"]),
        ("shape", "box") => (SHAPE, &["min", "max", "heading", "speed"]),
        ("shape", "ball") => (SHAPE, &["centre", "radius", "heading", "speed"]),
        ("shape", "shell") => (SHAPE, &["centre", "radius_min", "radius_max", "heading", "speed"]),
        ("shape", "lattice") => (SHAPE, &["centre", "spacing", "heading", "speed"]),
        ("shape", "point") => (SHAPE, &["centre", "heading", "speed"]),
        ("shape", "file") => (SHAPE, &["path"]),
        ("shape", "agents") => (SHAPE, &["agents"]),
        _ => return,
    };
    entries.retain(|entry| {
        let written_in_file = entry.key_at.text == 0;
        !written_in_file || !all.contains(&entry.key.as_str()) || read.contains(&entry.key.as_str())
    });
}
