//! A golden case: its inputs and parameters by name, what is expected of it, and how closely.

use glam::Vec3;
use serde_json::{Map, Value};

/// How far an answer may be from what is expected: `abs + rel * max|expected|`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tolerance {
    pub(crate) abs: f64,
    pub(crate) rel: f64,
}

/// One case of one file.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    pub(crate) id: String,
    pub(crate) expected: Map<String, Value>,
    pub(crate) tolerance: Tolerance,
    given: Given,
}

impl Case {
    /// The case in a file's list.
    pub(crate) fn read(value: &Value) -> Self {
        let id = value["id"].as_str().expect("a case without an id").to_owned();
        let object = |name: &str| value[name].as_object().cloned().unwrap_or_else(|| panic!("{id}: no {name}"));
        let number = |name: &str| value["tol"][name].as_f64().unwrap_or_else(|| panic!("{id}: no tol.{name}"));
        let mut fields = object("params");
        fields.extend(object("inputs"));
        Self {
            expected: object("expected"),
            tolerance: Tolerance { abs: number("abs"), rel: number("rel") },
            given: Given { owner: id.clone(), fields },
            id,
        }
    }

    /// What is given, inputs before parameters of the same name.
    pub(crate) fn given(&self) -> &Given {
        &self.given
    }
}

/// Named values of a case, of one agent in a case, or of a flock.
#[derive(Clone, Debug)]
pub(crate) struct Given {
    owner: String,
    fields: Map<String, Value>,
}

impl Given {
    /// The fields of a JSON object; the owner's name is for messages.
    pub(crate) fn new(owner: &str, value: &Value) -> Self {
        let fields = value.as_object().unwrap_or_else(|| panic!("{owner}: not an object")).clone();
        Self { owner: owner.to_owned(), fields }
    }

    /// A number; `None` when it is absent or null.
    pub(crate) fn number(&self, name: &str) -> Option<f32> {
        self.value(name).map(|value| value.as_f64().unwrap_or_else(|| self.wrong(name, "a number")) as f32)
    }

    /// A vector; `None` when it is absent or null.
    pub(crate) fn vector(&self, name: &str) -> Option<Vec3> {
        self.value(name).map(|value| vector(value).unwrap_or_else(|| self.wrong(name, "three numbers")))
    }

    /// An unsigned integer of 32 bits; `None` when it is absent or null.
    pub(crate) fn integer(&self, name: &str) -> Option<u32> {
        let read = |value: &Value| value.as_u64().and_then(|wide| u32::try_from(wide).ok());
        self.value(name).map(|value| read(value).unwrap_or_else(|| self.wrong(name, "an unsigned integer")))
    }

    /// A text that must be there.
    pub(crate) fn text(&self, name: &str) -> &str {
        self.value(name).and_then(Value::as_str).unwrap_or_else(|| self.wrong(name, "a text"))
    }

    /// A number that must be there.
    pub(crate) fn need_number(&self, name: &str) -> f32 {
        self.number(name).unwrap_or_else(|| self.wrong(name, "a number"))
    }

    /// A vector that must be there.
    pub(crate) fn need_vector(&self, name: &str) -> Vec3 {
        self.vector(name).unwrap_or_else(|| self.wrong(name, "three numbers"))
    }

    /// An integer that must be there.
    pub(crate) fn need_integer(&self, name: &str) -> u32 {
        self.integer(name).unwrap_or_else(|| self.wrong(name, "an unsigned integer"))
    }

    /// An object that must be there.
    pub(crate) fn object(&self, name: &str) -> Given {
        Given::new(&format!("{}.{name}", self.owner), self.value(name).unwrap_or(&Value::Null))
    }

    /// A list of objects that must be there.
    pub(crate) fn list(&self, name: &str) -> Vec<Given> {
        let list = self.value(name).and_then(Value::as_array).unwrap_or_else(|| self.wrong(name, "a list"));
        list.iter().map(|value| Given::new(&format!("{}.{name}", self.owner), value)).collect()
    }

    /// 2 or 3; three where nothing is said.
    pub(crate) fn dimensions(&self) -> u32 {
        self.integer("dim").unwrap_or(3)
    }

    fn value(&self, name: &str) -> Option<&Value> {
        self.fields.get(name).filter(|value| !value.is_null())
    }

    fn wrong<T>(&self, name: &str, wanted: &str) -> T {
        panic!("{}: {name} must be {wanted}, and is {:?}", self.owner, self.fields.get(name))
    }
}

/// Three numbers.
pub(crate) fn vector(value: &Value) -> Option<Vec3> {
    let numbers: Vec<f32> = value.as_array()?.iter().map(|x| x.as_f64().map(|x| x as f32)).collect::<Option<_>>()?;
    <[f32; 3]>::try_from(numbers).ok().map(Vec3::from)
}
