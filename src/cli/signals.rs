//! The wish to stop: Ctrl-C or a request to terminate, kept until the run comes to a place where it can end well.

use super::failure::Failure;
use std::process;
use std::sync::atomic::{AtomicBool, Ordering};

/// Set once somebody has asked.
static ASKED: AtomicBool = AtomicBool::new(false);

/// Who asked for the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Signal {
    /// Ctrl-C.
    Interrupt,
    /// A system or a scheduler that shuts the program down.
    Terminate,
}

impl Signal {
    /// 128 and the number of the signal, as shells have it.
    pub(crate) fn exit_code(self) -> u8 {
        match self {
            Self::Interrupt => 130,
            Self::Terminate => 143,
        }
    }
}

/// From here on a signal does not end the program but is found by [`asked`]; the second one ends it at once.
///
/// # Errors
/// [`Failure::Usage`] when the system lets nobody listen, which a sandbox may do.
pub(crate) fn listen() -> Result<(), Failure> {
    let handler = || {
        if ASKED.swap(true, Ordering::Relaxed) {
            process::exit(i32::from(Signal::Interrupt.exit_code()));
        }
    };
    ctrlc::set_handler(handler).map_err(|error| Failure::Usage(format!("cannot listen for Ctrl-C: {error}")))
}

/// Whether somebody has asked for the end.
pub(crate) fn asked() -> Option<Signal> {
    ASKED.load(Ordering::Relaxed).then_some(Signal::Interrupt)
}
