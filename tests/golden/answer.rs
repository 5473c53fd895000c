//! An answer and its judgement: what a side says for each field, and how that compares with what is expected.

use crate::case::{Case, Tolerance};
use glam::Vec3;
use serde_json::Value;
use std::fmt;

/// What a function gives for one field.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Answer {
    Integer(i64),
    Integers(Vec<i64>),
    Boolean(bool),
    Number(f64),
    Vector(Vec<f64>),
}

impl From<Vec3> for Answer {
    fn from(vector: Vec3) -> Self {
        Self::Vector(vector.to_array().map(f64::from).to_vec())
    }
}

/// The answers of one case, by field.
pub(crate) type Answers = Vec<(&'static str, Answer)>;

/// A field that is not as expected.
#[derive(Clone, Debug)]
pub(crate) struct Fault {
    case: String,
    field: String,
    got: String,
    expected: String,
    /// Difference over what is allowed; infinite where there is no difference to speak of.
    excess: f64,
}

impl fmt::Display for Fault {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { case, field, got, expected, excess } = self;
        write!(out, "{case} {field}: got {got}, expected {expected} ({excess:.3} of what is allowed)")
    }
}

/// What was compared so far, and what was wrong.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tally {
    pub(crate) cases: usize,
    pub(crate) fields: usize,
    /// The greatest difference over what is allowed, among the fields that passed.
    pub(crate) closest: f64,
    pub(crate) faults: Vec<Fault>,
}

impl Tally {
    /// Compares every expected field of a case with its answer.
    pub(crate) fn judge(&mut self, case: &Case, answers: &Answers) {
        self.cases += 1;
        if case.expected.is_empty() {
            self.note(&case.id, "(no field)", "nothing to compare", "at least one field", f64::INFINITY);
        }
        for (field, expected) in &case.expected {
            self.fields += 1;
            let answer = answers.iter().find(|(name, _)| name == field).map(|(_, answer)| answer);
            let excess = answer.map_or(f64::INFINITY, |answer| excess(answer, expected, case.tolerance));
            let got = answer.map_or("no answer".to_owned(), |answer| format!("{answer:?}"));
            self.judged(&case.id, field, &got, &expected.to_string(), excess);
        }
    }

    /// Takes note of one comparison: `excess` is the difference over what is allowed, and NaN fails.
    pub(crate) fn judged(&mut self, case: &str, field: &str, got: &str, expected: &str, excess: f64) {
        if excess <= 1.0 {
            self.closest = self.closest.max(excess);
        } else {
            self.note(case, field, got, expected, excess);
        }
    }

    /// Adds another tally.
    pub(crate) fn add(&mut self, other: &Self) {
        self.cases += other.cases;
        self.fields += other.fields;
        self.closest = self.closest.max(other.closest);
        self.faults.extend_from_slice(&other.faults);
    }

    /// Fails with the worst fault, if there is one, or when nothing was compared.
    pub(crate) fn expect_none_wrong(&self, what: &str) {
        assert!(self.cases > 0 && self.fields > 0, "{what}: nothing was compared");
        println!("{what}: {self}");
        let worst = self.faults.iter().max_by(|a, b| a.excess.total_cmp(&b.excess));
        if let Some(worst) = worst {
            let others: String = self.faults.iter().take(10).map(|fault| format!("\n    {fault}")).collect();
            panic!(
                "{what}: {} of {} fields are wrong, worst {worst}; the first of them{others}",
                self.faults.len(),
                self.fields
            );
        }
    }

    fn note(&mut self, case: &str, field: &str, got: &str, expected: &str, excess: f64) {
        self.faults.push(Fault {
            case: case.to_owned(),
            field: field.to_owned(),
            got: got.to_owned(),
            expected: expected.to_owned(),
            excess: if excess.is_nan() { f64::INFINITY } else { excess },
        });
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { cases, fields, closest, .. } = self;
        write!(
            out,
            "{cases} cases, {fields} fields compared; the closest used {:.1} % of its tolerance",
            closest * 100.0
        )
    }
}

/// Difference over what is allowed: at most 1 passes. Integers, lists of them and booleans are right or wrong.
fn excess(answer: &Answer, expected: &Value, tolerance: Tolerance) -> f64 {
    let exactly = |equal: bool| if equal { 0.0 } else { f64::INFINITY };
    match answer {
        Answer::Integer(got) => exactly(expected.as_i64() == Some(*got)),
        Answer::Integers(got) => exactly(integers(expected).as_ref() == Some(got)),
        Answer::Boolean(got) => exactly(expected.as_bool() == Some(*got)),
        Answer::Number(got) => expected.as_f64().map_or(f64::INFINITY, |e| numbers_excess(&[*got], &[e], tolerance)),
        Answer::Vector(got) => numbers(expected).map_or(f64::INFINITY, |e| numbers_excess(got, &e, tolerance)),
    }
}

/// The greatest difference of all components over what the greatest expected component allows.
pub(crate) fn numbers_excess(got: &[f64], expected: &[f64], tolerance: Tolerance) -> f64 {
    if got.len() != expected.len() {
        return f64::INFINITY;
    }
    // `f64::max` would drop a NaN.
    let greatest = |values: &mut dyn Iterator<Item = f64>| values.fold(0.0, |most, x| if x <= most { most } else { x });
    let difference = greatest(&mut got.iter().zip(expected).map(|(g, e)| (g - e).abs()));
    let size = greatest(&mut expected.iter().map(|e| e.abs()));
    let allowed = tolerance.abs + tolerance.rel * size;
    if got.iter().any(|g| !g.is_finite()) { f64::NAN } else { difference / allowed }
}

fn numbers(value: &Value) -> Option<Vec<f64>> {
    value.as_array()?.iter().map(Value::as_f64).collect()
}

fn integers(value: &Value) -> Option<Vec<i64>> {
    value.as_array()?.iter().map(Value::as_i64).collect()
}

#[test]
fn a_wrong_value_is_reported() {
    let case = |expected: Value| {
        let tol = serde_json::json!({"abs": 1e-5, "rel": 1e-4});
        Case::read(&serde_json::json!({"id": "c", "inputs": {}, "params": {}, "expected": expected, "tol": tol}))
    };
    let faults = |expected: Value, answers: &[(&'static str, Answer)]| {
        let mut tally = Tally::default();
        tally.judge(&case(expected), &answers.to_vec());
        tally.faults.len()
    };
    let vector = |x: f64| [("v", Answer::Vector(vec![x, 0.0, -2.0]))];
    let expected = || serde_json::json!({"v": [1.0, 0.0, -2.0]});
    assert_eq!(faults(expected(), &vector(1.0)), 0);
    assert_eq!(faults(expected(), &vector(1.000_209)), 0, "the greatest component sets what is allowed");
    assert_eq!(faults(expected(), &vector(1.000_211)), 1);
    assert_eq!(faults(expected(), &vector(f64::NAN)), 1);
    assert_eq!(faults(expected(), &vector(f64::INFINITY)), 1);
    assert_eq!(faults(expected(), &[("v", Answer::Vector(vec![1.0, 0.0]))]), 1, "a component is missing");
    assert_eq!(faults(expected(), &[("w", Answer::Boolean(true))]), 1, "a field is missing");
    assert_eq!(faults(expected(), &[("v", Answer::Integer(1))]), 1);
    assert_eq!(faults(serde_json::json!({}), &vector(1.0)), 1, "nothing is compared");
    assert_eq!(faults(serde_json::json!({"n": 3}), &[("n", Answer::Integer(3))]), 0);
    assert_eq!(faults(serde_json::json!({"n": 3}), &[("n", Answer::Integer(4))]), 1);
    assert_eq!(faults(serde_json::json!({"n": 3.00001}), &[("n", Answer::Integer(3))]), 1, "integers are exact");
    assert_eq!(faults(serde_json::json!({"h": [1, 2]}), &[("h", Answer::Integers(vec![1, 3]))]), 1);
    assert_eq!(faults(serde_json::json!({"inside": true}), &[("inside", Answer::Boolean(false))]), 1);
    assert_eq!(faults(serde_json::json!({"x": 2.0}), &[("x", Answer::Number(2.0002))]), 0);
    assert_eq!(faults(serde_json::json!({"x": 2.0}), &[("x", Answer::Number(f64::NAN))]), 1);
}

#[test]
fn the_worst_of_several_faults_is_named_first() {
    let mut tally = Tally::default();
    for (case, excess) in [("a", 2.0), ("b", 30.0), ("c", 0.5)] {
        (tally.cases, tally.fields) = (tally.cases + 1, tally.fields + 1);
        tally.judged(case, "v", "1", "2", excess);
    }
    let text = *std::panic::catch_unwind(|| tally.expect_none_wrong("test")).unwrap_err().downcast::<String>().unwrap();
    assert!(text.contains("2 of 3 fields are wrong, worst b v: got 1, expected 2 (30.000"), "{text}");
}
