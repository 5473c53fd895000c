//! The wish to stop: Ctrl-C or a request to terminate, kept until the run comes to a place where it can end well.

use super::failure::Failure;
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;
use std::io;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};

/// The exit code that was asked for; 0 until somebody asks.
static ASKED: OnceLock<Arc<AtomicUsize>> = OnceLock::new();

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

    fn number(self) -> i32 {
        match self {
            Self::Interrupt => SIGINT,
            Self::Terminate => SIGTERM,
        }
    }
}

/// From here on a signal does not end the program but is found by [`asked`]; the second one ends it at once.
///
/// # Errors
/// [`Failure::Usage`] when the system lets nobody listen, which a sandbox may do.
pub(crate) fn listen() -> Result<(), Failure> {
    let asked = ASKED.get_or_init(Arc::default);
    let once = Arc::new(AtomicBool::new(false));
    let hear = |signal: Signal| -> io::Result<()> {
        let code = signal.exit_code();
        // In this order: the first signal finds the flag down, and raises it for the second.
        flag::register_conditional_shutdown(signal.number(), i32::from(code), Arc::clone(&once))?;
        flag::register(signal.number(), Arc::clone(&once))?;
        flag::register_usize(signal.number(), Arc::clone(asked), usize::from(code))?;
        Ok(())
    };
    let heard = hear(Signal::Interrupt).and_then(|()| hear(Signal::Terminate));
    heard.map_err(|error| Failure::Usage(format!("cannot listen for Ctrl-C: {error}")))
}

/// A file larger than the user's limit is then an error of writing, which is reported, and not the end of the program.
#[cfg(unix)]
pub(crate) fn outlive_size_limits() {
    // Where a sandbox lets nobody listen the system's own way remains.
    let _ = flag::register(signal_hook::consts::SIGXFSZ, Arc::default());
}

/// Only Unix ends a program for the size of a file.
#[cfg(not(unix))]
pub(crate) fn outlive_size_limits() {}

/// Who has asked for the end, if anybody.
pub(crate) fn asked() -> Option<Signal> {
    let code = ASKED.get()?.load(Ordering::Relaxed);
    [Signal::Interrupt, Signal::Terminate].into_iter().find(|signal| usize::from(signal.exit_code()) == code)
}
