//! A tree: what was typed, each key and value with its place, so that every later complaint can point at it.

use super::report::{At, Fault, Texts, shown};
use serde_json::json;
use toml::de::{DeArray, DeTable, DeValue};

/// A value and where it stands.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub(super) at: At,
    pub(super) value: Value,
}

/// A TOML value.
#[derive(Clone, Debug)]
pub(super) enum Value {
    Text(String),
    /// Numbers too large for the type end at its limit, far outside every range.
    Integer(i128),
    Float(f64),
    Boolean(bool),
    /// A date or a time of day; no key takes one.
    Date,
    Array(Vec<Node>),
    /// In the order of the file.
    Table(Vec<Entry>),
}

/// One `key = value`.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub(super) key: String,
    pub(super) key_at: At,
    pub(super) node: Node,
}

/// Reads a whole document.
pub(super) fn parse(texts: &Texts, index: usize) -> Result<Node, Fault> {
    let at = |span| At { text: index, span };
    match DeTable::parse(texts.text(index)) {
        Ok(table) => Ok(from_table(table.get_ref(), &At { text: index, span: 0..0 })),
        Err(error) => Err(grammar_fault(&error, texts, at(error.span().unwrap_or(0..0)))),
    }
}

/// Reads one value that begins `offset` bytes into its text; `None` when it is no TOML value.
pub(super) fn parse_value(index: usize, text: &str, offset: usize) -> Option<Node> {
    let value = DeValue::parse(text.get(offset..)?).ok()?;
    let mut node = from_value(value.get_ref(), At { text: index, span: value.span() });
    shift(&mut node, offset);
    Some(node)
}

impl Node {
    /// The node at a dotted path such as `species.0.spawn.centre`; `None` when nothing was typed there.
    pub(super) fn find(&self, path: &str) -> Option<&Node> {
        path.split('.').try_fold(self, |node, step| match &node.value {
            Value::Table(entries) => entries.iter().find(|entry| entry.key == step).map(|entry| &entry.node),
            Value::Array(items) => items.get(step.parse::<usize>().ok()?),
            _ => None,
        })
    }

    /// Where the value at a path stands, or else the nearest table around it.
    pub(super) fn at(&self, path: &str) -> At {
        let mut path = path;
        loop {
            if let Some(node) = self.find(path) {
                return node.at.clone();
            }
            match path.rsplit_once('.') {
                Some((parent, _)) => path = parent,
                None => return self.at.clone(),
            }
        }
    }

    /// Where the key at a path stands, or else the nearest table around it.
    pub(super) fn key_at(&self, path: &str) -> At {
        let (parent, key) = path.rsplit_once('.').unwrap_or(("", path));
        let table = if parent.is_empty() { Some(self) } else { self.find(parent) };
        match table.map(|node| &node.value) {
            Some(Value::Table(entries)) => entries
                .iter()
                .find(|entry| entry.key == key)
                .map_or_else(|| self.at(path), |entry| entry.key_at.clone()),
            _ => self.at(path),
        }
    }

    /// The same without places; only for a tree without dates and with finite numbers.
    pub(super) fn to_json(&self) -> serde_json::Value {
        match &self.value {
            Value::Text(text) => json!(text),
            Value::Integer(number) => {
                i64::try_from(*number).map_or_else(|_| json!(*number as f64), |small| json!(small))
            }
            Value::Float(number) => json!(number),
            Value::Boolean(truth) => json!(truth),
            Value::Date => serde_json::Value::Null,
            Value::Array(items) => items.iter().map(Node::to_json).collect(),
            Value::Table(entries) => {
                serde_json::Value::Object(entries.iter().map(|e| (e.key.clone(), e.node.to_json())).collect())
            }
        }
    }
}

fn grammar_fault(error: &toml::de::Error, texts: &Texts, at: At) -> Fault {
    let typed = texts.slice(&at).trim();
    let message = error.message().trim_end_matches(", expected literal string");
    if message.contains("duplicate key") {
        return Fault::new(format!("`{}` is given twice", shown(typed)), &at)
            .label("the second one")
            .help("keep one of them; `[[species]]` with two brackets begins a further species");
    }
    Fault::new(format!("this is not TOML: {message}"), &at)
        .help("a line is a `key = value`, a `[table]` or a `# comment`")
}

fn from_table(table: &DeTable<'_>, at: &At) -> Node {
    let mut entries: Vec<Entry> = table
        .iter()
        .map(|(key, value)| {
            let node_at = At { text: at.text, span: value.span() };
            Entry {
                key: key.get_ref().to_string(),
                key_at: At { text: at.text, span: key.span() },
                node: from_value(value.get_ref(), node_at),
            }
        })
        .collect();
    // The parser sorts keys by name; complaints come in the order of the file.
    entries.sort_by_key(|entry| entry.key_at.span.start);
    Node { at: at.clone(), value: Value::Table(entries) }
}

fn from_array(array: &DeArray<'_>, at: &At) -> Vec<Node> {
    array.iter().map(|item| from_value(item.get_ref(), At { text: at.text, span: item.span() })).collect()
}

fn from_value(value: &DeValue<'_>, at: At) -> Node {
    let value = match value {
        DeValue::String(text) => Value::Text(text.to_string()),
        DeValue::Integer(number) => Value::Integer(integer(number.as_str(), number.radix())),
        // What the grammar lets through parses; NaN would be refused like every other number that is not finite.
        DeValue::Float(number) => Value::Float(number.as_str().parse().unwrap_or(f64::NAN)),
        DeValue::Boolean(truth) => Value::Boolean(*truth),
        DeValue::Datetime(_) => Value::Date,
        DeValue::Array(array) => Value::Array(from_array(array, &at)),
        DeValue::Table(table) => return from_table(table, &at),
    };
    Node { at, value }
}

fn integer(digits: &str, radix: u32) -> i128 {
    let limit = if digits.starts_with('-') { i128::MIN } else { i128::MAX };
    i128::from_str_radix(digits, radix).unwrap_or(limit)
}

fn shift(node: &mut Node, offset: usize) {
    let moved = |at: &mut At| at.span = at.span.start + offset..at.span.end + offset;
    moved(&mut node.at);
    match &mut node.value {
        Value::Array(items) => items.iter_mut().for_each(|item| shift(item, offset)),
        Value::Table(entries) => {
            for entry in entries {
                moved(&mut entry.key_at);
                shift(&mut entry.node, offset);
            }
        }
        _ => {}
    }
}
