//! The program: parse, run, print one error, exit code.

mod cli;

use clap::Parser;
use std::process::ExitCode;

fn main() -> ExitCode {
    cli::bug::guard(|| {
        let typed = cli::Cli::parse();
        cli::signals::outlive_size_limits();
        // Silent unless RUST_LOG asks for more.
        env_logger::Builder::new().filter_level(log::LevelFilter::Off).parse_default_env().init();
        match cli::run(typed) {
            Ok(()) => ExitCode::SUCCESS,
            Err(failure) => {
                if let Some(message) = failure.message() {
                    cli::console::complain(&message);
                }
                ExitCode::from(failure.exit_code())
            }
        }
    })
}
