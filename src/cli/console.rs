//! The console: data on stdout, talk on stderr.

use super::failure::Failure;
use std::io::{self, ErrorKind, IsTerminal, Write};

/// How much is said, and where.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Console {
    /// Only errors are said.
    pub(crate) quiet: bool,
    /// Stdout is for one JSON value.
    pub(crate) json: bool,
}

impl Console {
    /// One line of talk.
    pub(crate) fn say(self, text: &str) {
        if !self.quiet {
            talk(text);
        }
    }

    /// Whether a moving bar is welcome: never in a file, a pipe, or beside machine-readable output.
    pub(crate) fn shows_progress(self) -> bool {
        !self.quiet && !self.json && io::stderr().is_terminal()
    }
}

/// The one error of a run that failed.
pub(crate) fn complain(message: &str) {
    talk(&format!("error: {message}"));
}

/// Text for people or programs to read on; it ends with a line end.
///
/// # Errors
/// [`Failure::StdoutClosed`] when the reader has gone, [`Failure::Stdout`] when the disk behind it is full.
pub(crate) fn data(text: &str) -> Result<(), Failure> {
    let mut stdout = io::stdout().lock();
    let end = if text.ends_with('\n') { "" } else { "\n" };
    let written = write!(stdout, "{text}{end}").and_then(|()| stdout.flush());
    written.map_err(|error| match error.kind() {
        ErrorKind::BrokenPipe => Failure::StdoutClosed,
        _ => Failure::Stdout(error),
    })
}

/// A value as indented JSON on stdout.
///
/// # Errors
/// As for [`data`].
pub(crate) fn json(value: &impl serde::Serialize) -> Result<(), Failure> {
    data(&to_json(value))
}

/// A value as indented JSON.
pub(crate) fn to_json(value: &impl serde::Serialize) -> String {
    match serde_json::to_string_pretty(value) {
        Ok(text) => text,
        Err(error) => unreachable!("plain numbers, text and lists always have a JSON form: {error}"),
    }
}

/// A closed stderr is no reason to fail: there is nobody to tell.
fn talk(text: &str) {
    let _ = writeln!(io::stderr().lock(), "{text}");
}
