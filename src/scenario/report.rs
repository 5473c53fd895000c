//! Faults: what is wrong with a scenario, where, and what would work, drawn under the offending line.

use crate::error::Error;
use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};
use std::ops::Range;

/// A place in one of the texts a scenario was read from.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct At {
    /// Index into [`Texts`].
    pub(super) text: usize,
    /// Bytes.
    pub(super) span: Range<usize>,
}

/// The texts a scenario was read from: the file, then each command-line argument that changed it.
#[derive(Debug, Default)]
pub(super) struct Texts(Vec<(String, String)>);

impl Texts {
    /// Keeps one more text and gives its index.
    pub(super) fn add(&mut self, name: String, text: String) -> usize {
        self.0.push((name, text));
        self.0.len() - 1
    }

    /// A whole text.
    pub(super) fn text(&self, index: usize) -> &str {
        self.get(index).1
    }

    /// Name and text; empty ones for an index nobody gave out.
    fn get(&self, index: usize) -> (&str, &str) {
        self.0.get(index).map_or(("", ""), |(name, text)| (name, text))
    }

    /// The bytes of a place, as text.
    pub(super) fn slice(&self, at: &At) -> &str {
        self.text(at.text).get(at.span.clone()).unwrap_or("")
    }
}

/// One thing wrong with a scenario.
#[derive(Debug)]
pub(super) struct Fault {
    title: String,
    at: Option<At>,
    label: String,
    help: Option<String>,
}

impl Fault {
    /// A fault with no place, such as a file that cannot be read.
    pub(super) fn nowhere(title: impl Into<String>) -> Self {
        Self { title: title.into(), at: None, label: String::new(), help: None }
    }

    /// A fault of the text at this place.
    pub(super) fn new(title: impl Into<String>, at: &At) -> Self {
        Self { at: Some(at.clone()), ..Self::nowhere(title) }
    }

    /// Adds what stands beside the marks.
    pub(super) fn label(mut self, label: impl Into<String>) -> Self {
        self.label = label.into();
        self
    }

    /// Adds what would work.
    pub(super) fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// The error a user sees. It begins with the message, since whoever prints it writes `error: ` before.
    pub(super) fn into_error(self, texts: &Texts) -> Error {
        let mut group = annotate_snippets::Group::with_title(Level::ERROR.primary_title(self.title));
        if let Some(at) = &self.at {
            let (name, text) = texts.get(at.text);
            let line = Line::around(text, &at.span);
            let mark = AnnotationKind::Primary.span(line.span).label(self.label);
            group = group.element(Snippet::source(line.text).line_start(line.number).path(name).annotation(mark));
        }
        if let Some(help) = self.help {
            group = group.element(Level::HELP.message(help));
        }
        Error::Scenario(close_up(&Renderer::plain().render(&[group])))
    }
}

/// The drawing without its leading word, trailing blanks, and the empty line before the help.
fn close_up(drawn: &str) -> String {
    let lines: Vec<&str> = drawn.strip_prefix("error: ").unwrap_or(drawn).lines().map(str::trim_end).collect();
    let is_help = |line: &str| line.trim_start().starts_with("= help:");
    let kept = lines.iter().enumerate().filter(|&(index, line)| {
        let before_help = lines.get(index + 1).is_some_and(|next| is_help(next));
        !(before_help && line.trim() == "|")
    });
    kept.map(|(_, line)| *line).collect::<Vec<_>>().join("\n")
}

/// The one line that a fault shows; a span over several lines is cut to its first.
struct Line<'a> {
    number: usize,
    text: &'a str,
    span: Range<usize>,
}

impl<'a> Line<'a> {
    fn around(text: &'a str, span: &Range<usize>) -> Self {
        let offset = boundary(text, span.start);
        let start = text[..offset].rfind('\n').map_or(0, |newline| newline + 1);
        let end = text[offset..].find('\n').map_or(text.len(), |newline| offset + newline);
        let line = text[start..end].trim_end_matches('\r');
        let from = (offset - start).min(line.len());
        let to = (boundary(text, span.end).max(offset) - start).clamp(from, line.len());
        let number = text[..start].matches('\n').count() + 1;
        Self { number, text: line, span: from..to }
    }
}

/// The nearest character boundary at or below an offset.
fn boundary(text: &str, offset: usize) -> usize {
    (0..=offset.min(text.len())).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0)
}

/// A key or word as it may be shown in a message: no control characters, not endless.
pub(super) fn shown(word: &str) -> String {
    const LONGEST: usize = 60;
    let clean: String = word.chars().take(LONGEST).flat_map(char::escape_debug).collect();
    if word.chars().nth(LONGEST).is_some() { clean + "..." } else { clean }
}

/// The candidate most like a word, if one is like it at all.
pub(super) fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    const ALIKE: f64 = 0.6;
    let word: String = word.to_lowercase().chars().take(100).collect();
    let likeness = |candidate: &str| {
        // Two measures: transposed letters in short words, a common beginning in long ones.
        strsim::normalized_damerau_levenshtein(&word, candidate).max(strsim::jaro_winkler(&word, candidate) - 0.15)
    };
    candidates
        .into_iter()
        .map(|candidate| (likeness(&candidate.to_lowercase()), candidate))
        .filter(|&(score, _)| score >= ALIKE)
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, candidate)| candidate)
}

/// Words as people list them: `a`, `b` or `c`.
pub(super) fn listed<'a>(words: impl IntoIterator<Item = &'a str>, joint: &str) -> String {
    let words: Vec<&str> = words.into_iter().collect();
    match words.split_last() {
        None => String::new(),
        Some((last, [])) => (*last).to_owned(),
        Some((last, rest)) => format!("{} {joint} {last}", rest.join(", ")),
    }
}
