//! Reading: from what was typed on the command line to a checked [`Scenario`].

use super::conform::conform;
use super::format::Document;
use super::meaning::{self, Context};
use super::presets::{PRESETS, Preset};
use super::report::{Fault, Texts, listed, nearest, shown};
use super::set::{Overrides, set};
use super::{Dimensions, Scenario, tree};
use crate::error::Error;
use std::io::Read;
use std::path::Path;

/// Largest scenario file that is read, in bytes. Larger flocks of explicit agents belong in a CSV file.
pub const SCENARIO_SIZE_MAX: u64 = 4 << 20;

/// Reads the scenario that `source` names, as typed on the command line: a file when it holds a `/` or ends in `.toml`, else
/// a preset.
///
/// # Errors
/// [`Error::Scenario`] with one fault: an unknown preset, a file that cannot be read, or the first thing wrong in it, with
/// line, column, key, what is allowed and the nearest valid key.
///
/// ```
/// use flockwork::scenario::{Overrides, load};
/// let overrides = Overrides { set: vec!["dt=0.02".into()], count: Some(100), seed: Some(7) };
/// let scenario = load("murmuration", &overrides)?;
/// assert_eq!((scenario.agent_count(), scenario.seed, scenario.dt), (100, 7, 0.02));
/// # Ok::<(), flockwork::Error>(())
/// ```
pub fn load(source: &str, overrides: &Overrides) -> Result<Scenario, Error> {
    let is_file = source.contains('/') || source.contains(std::path::MAIN_SEPARATOR) || source.ends_with(".toml");
    if !is_file {
        let preset = PRESETS.iter().find(|preset| preset.name == source).ok_or_else(|| unknown_preset(source))?;
        return from_preset(preset, overrides);
    }
    let path = Path::new(source);
    let text = read_text(path, SCENARIO_SIZE_MAX).map_err(|why| {
        Fault::nowhere(format!("cannot read the scenario {}: {why}", shown(source))).into_error(&Texts::default())
    })?;
    let folder = path.parent().unwrap_or(Path::new(""));
    read(source, &text, folder, overrides)
}

/// Reads a scenario from its text; `name` stands for the file in errors. Other files are found from the working folder.
///
/// # Errors
/// [`Error::Scenario`] as for [`load`].
pub fn from_text(name: &str, text: &str, overrides: &Overrides) -> Result<Scenario, Error> {
    if text.len() as u64 > SCENARIO_SIZE_MAX {
        let fault =
            Fault::nowhere(format!("cannot read the scenario {}: {}", shown(name), too_large(SCENARIO_SIZE_MAX)));
        return Err(fault.into_error(&Texts::default()));
    }
    read(name, without_mark(text), Path::new(""), overrides)
}

/// Reads a preset.
pub(super) fn from_preset(preset: &Preset, overrides: &Overrides) -> Result<Scenario, Error> {
    read(&format!("scenarios/{}.toml", preset.name), preset.text, Path::new(""), overrides)
}

/// The text of a file, or why there is none.
pub(super) fn read_text(path: &Path, size_max: u64) -> Result<String, String> {
    let file = std::fs::File::open(path).map_err(|error| error.to_string())?;
    let mut bytes = Vec::new();
    // One byte beyond the limit tells a file at it from a larger one, whatever the system says its size is.
    file.take(size_max + 1).read_to_end(&mut bytes).map_err(|error| error.to_string())?;
    if bytes.len() as u64 > size_max {
        return Err(too_large(size_max));
    }
    let text = String::from_utf8(bytes).map_err(|error| {
        let valid = error.utf8_error().valid_up_to();
        let line = error.as_bytes()[..valid].iter().filter(|&&byte| byte == b'\n').count() + 1;
        format!("it is not UTF-8 text: line {line}, byte {valid} of the file")
    })?;
    Ok(without_mark(&text).to_owned())
}

/// Some editors begin a file with a byte order mark.
fn without_mark(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

fn too_large(size_max: u64) -> String {
    format!(
        "it is larger than {size_max} bytes; explicit agents may stand in a CSV file of their own, with `shape = \"file\"`"
    )
}

fn unknown_preset(source: &str) -> Error {
    let names = || PRESETS.iter().map(|preset| preset.name);
    let near = nearest(source, names()).map_or(String::new(), |near| format!("; did you mean `{near}`?"));
    let fault = Fault::nowhere(format!("there is no preset `{}`{near}", shown(source)))
        .help(format!("presets: {}. A file is meant by a name with `/` or `.toml` in it", listed(names(), "and")));
    fault.into_error(&Texts::default())
}

fn read(name: &str, text: &str, folder: &Path, overrides: &Overrides) -> Result<Scenario, Error> {
    let mut texts = Texts::default();
    texts.add(name.to_owned(), text.to_owned());
    interpret(name, folder, overrides, &mut texts).map_err(|fault| fault.into_error(&texts))
}

fn interpret(name: &str, folder: &Path, overrides: &Overrides, texts: &mut Texts) -> Result<Scenario, Fault> {
    let mut tree = tree::parse(texts, 0)?;
    overrides.set.iter().try_for_each(|argument| set(&mut tree, texts, argument))?;
    conform(&tree)?;
    let document: Document = serde_json::from_value(tree.to_json())
        .map_err(|error| Fault::new(format!("the scenario is not of the right form: {error}"), &tree.at))?;
    let stem = Path::new(name).file_stem().map_or_else(|| name.to_owned(), |stem| stem.to_string_lossy().into_owned());
    let dimensions = if document.dimensions == 2 { Dimensions::Two } else { Dimensions::Three };
    let context = Context { tree: &tree, folder, dimensions, name: &stem };
    meaning::scenario(&document, &context, overrides, texts)
}
