//! A bug of ours: a panic becomes one line that asks for a report, and exit code 70.

use super::console::complain;
use std::panic::{self, PanicHookInfo, UnwindSafe};
use std::process::ExitCode;

/// The exit code of a bug of ours, `EX_SOFTWARE` of sysexits.
const BUG: u8 = 70;

/// Runs the program; a panic anywhere in it is reported and becomes the exit code.
///
/// The stack unwinds, so that half-written files are removed on the way.
pub(crate) fn guard(program: impl FnOnce() -> ExitCode + UnwindSafe) -> ExitCode {
    panic::set_hook(Box::new(|info| complain(&report(info))));
    panic::catch_unwind(program).unwrap_or(ExitCode::from(BUG))
}

fn report(info: &PanicHookInfo<'_>) -> String {
    let what = info.payload_as_str().unwrap_or("no message").replace('\n', " ");
    let place = info.location().map_or_else(String::new, |place| format!(" at {place}"));
    format!(
        "this is a bug in flockwork {}: {what}{place}. Please report this line with the command you typed and the \
         scenario; RUST_LOG=debug tells more",
        env!("CARGO_PKG_VERSION")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_becomes_exit_code_70_and_other_ends_stay() {
        assert_eq!(guard(|| panic!("on purpose")), ExitCode::from(70));
        assert_eq!(guard(|| ExitCode::from(3)), ExitCode::from(3));
        let _ = panic::take_hook();
    }
}
