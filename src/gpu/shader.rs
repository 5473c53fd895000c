//! The shader texts, compiled in, and how a pass is put together: by concatenation, nothing else.

use super::layout::Pass;

macro_rules! sources {
    ($($name:literal),* $(,)?) => { &[$(($name, include_str!(concat!("../../shaders/", $name, ".wgsl")))),*] };
}

/// Every shader file of the step: its path in `shaders/` without the ending, and its text.
pub const SOURCES: &[(&str, &str)] = sources![
    "shared/params",
    "shared/agent",
    "shared/schedule",
    "shared/dispatch",
    "shared/vector",
    "shared/random",
    "shared/axis",
    "shared/grid",
    "shared/span",
    "shared/species",
    "shared/neighbourhood",
    "shared/flocking",
    "shared/opensteer",
    "shared/together",
    "shared/limits",
    "shared/space",
    "shared/motion",
    "bounds",
    "grid",
    "count",
    "scan",
    "place",
    "steer",
    "groups",
    "integrate",
];

/// The text of one file; empty when there is none of that name, which the tests rule out.
pub fn source(name: &str) -> &'static str {
    SOURCES.iter().find(|(known, _)| *known == name).map_or("", |(_, text)| text)
}

/// The whole text of a pass: the shared files it names, then its own.
pub fn compose(pass: &Pass) -> String {
    let mut text = shared_text(pass.shared);
    text.push_str(source(pass.file));
    text
}

/// The text of some shared files, in this order.
pub fn shared_text(shared: &[&str]) -> String {
    shared.iter().map(|name| source(&format!("shared/{name}"))).collect::<Vec<_>>().concat()
}
