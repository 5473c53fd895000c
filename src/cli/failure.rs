//! The failure: what ended the program before its work was done, and the exit code that says so.

use super::signals::Signal;
use flockwork::Error;
use std::io;

/// Why the program ends with something other than success.
#[derive(Debug)]
pub(crate) enum Failure {
    /// What was typed cannot be done.
    Usage(String),
    /// The library refused, or the machine did.
    Library(Error),
    /// Stdout could not be written.
    Stdout(io::Error),
    /// The reader of stdout has seen enough.
    StdoutClosed,
    /// A comparison found a difference.
    Different(String),
    /// A measurement holds what no right run has.
    Invalid(String),
    /// Somebody stopped the run; its files are closed and all is said.
    Stopped(Signal),
}

impl Failure {
    /// What `main` prints; `None` where nothing is left to say.
    pub(crate) fn message(&self) -> Option<String> {
        match self {
            Self::Usage(message) | Self::Different(message) | Self::Invalid(message) => Some(message.clone()),
            Self::Library(error) => Some(error.to_string()),
            Self::Stdout(error) => Some(format!("cannot write to stdout: {error}")),
            Self::StdoutClosed | Self::Stopped(_) => None,
        }
    }

    /// 0, 2, 3, 4, 5, 70, 130 or 143, as `--help` lists them.
    pub(crate) fn exit_code(&self) -> u8 {
        match self {
            Self::StdoutClosed => 0,
            Self::Usage(_) => 2,
            Self::Library(error) => code_of(error),
            Self::Stdout(_) => 4,
            Self::Different(_) => 5,
            Self::Invalid(_) => 70,
            Self::Stopped(signal) => signal.exit_code(),
        }
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Self::Library(error)
    }
}

fn code_of(error: &Error) -> u8 {
    match error {
        Error::Scenario(_) | Error::Flock(_) | Error::Input { .. } | Error::Snapshot { .. } => 2,
        Error::Limit(_) | Error::Adapter(_) | Error::DeviceLost { .. } => 3,
        Error::Output { .. } | Error::Exists(_) => 4,
        // A kind of error that this table was not told of.
        _ => 70,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_kind_of_failure_has_the_code_of_the_contract() {
        let lost = Error::DeviceLost { steps_done: 3, reason: "gone".into() };
        let full = Error::Output { path: "x".into(), source: io::ErrorKind::StorageFull.into() };
        let cases = [
            (Failure::Usage("x".into()), 2),
            (Error::Scenario("x".into()).into(), 2),
            (Error::Adapter("x".into()).into(), 3),
            (Error::Limit("x".into()).into(), 3),
            (lost.into(), 3),
            (full.into(), 4),
            (Error::Exists("x".into()).into(), 4),
            (Failure::Stdout(io::ErrorKind::StorageFull.into()), 4),
            (Failure::Different("x".into()), 5),
            (Failure::Invalid("x".into()), 70),
            (Failure::StdoutClosed, 0),
            (Failure::Stopped(Signal::Interrupt), 130),
            (Failure::Stopped(Signal::Terminate), 143),
        ];
        for (failure, code) in cases {
            assert_eq!(failure.exit_code(), code, "{failure:?}");
            let silent = matches!(failure, Failure::StdoutClosed | Failure::Stopped(_));
            assert_eq!(failure.message().is_none(), silent, "{failure:?}");
        }
    }
}
