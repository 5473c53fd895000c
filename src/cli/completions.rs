//! `flockwork completions`: what a shell needs to complete the words of this program.

use super::Cli;
use super::console::data;
use super::failure::Failure;
use clap::CommandFactory;
use clap_complete::{Shell, generate};

/// Print completions for a shell
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The shell
    shell: Shell,
}

/// Prints the script.
pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let mut script = Vec::new();
    generate(args.shell, &mut Cli::command(), "flockwork", &mut script);
    data(&String::from_utf8_lossy(&script))
}
