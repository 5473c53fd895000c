//! The wish to stop: Ctrl-C or a request to terminate, kept until the run comes to a place where it can end well.

use super::failure::Failure;
use std::process;
use std::sync::atomic::{AtomicBool, Ordering};

/// 128 and the number of SIGINT, as shells have it.
pub(crate) const STOPPED: u8 = 130;

/// Set once somebody has asked.
static ASKED: AtomicBool = AtomicBool::new(false);

/// From here on a signal does not end the program but is found by [`asked`]; the second one ends it at once.
///
/// # Errors
/// [`Failure::Usage`] when the system lets nobody listen, which a sandbox may do.
pub(crate) fn listen() -> Result<(), Failure> {
    let handler = || {
        if ASKED.swap(true, Ordering::Relaxed) {
            process::exit(i32::from(STOPPED));
        }
    };
    ctrlc::set_handler(handler).map_err(|error| Failure::Usage(format!("cannot listen for Ctrl-C: {error}")))
}

/// Whether somebody has asked for the end.
pub(crate) fn asked() -> bool {
    ASKED.load(Ordering::Relaxed)
}
