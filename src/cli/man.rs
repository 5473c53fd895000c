//! `flockwork man`: manual pages.

use super::Cli;
use super::console::data;
use super::failure::Failure;
use clap::CommandFactory;
use clap_mangen::Man;

/// Print a manual page in roff
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// A verb with a page of its own, such as run
    verb: Option<String>,
}

/// Prints the page.
pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let mut command = Cli::command();
    command.build();
    if let Some(verb) = &args.verb {
        let found = command.find_subcommand(verb).cloned();
        command = found.ok_or_else(|| Failure::Usage(format!("there is no verb `{verb}`; see flockwork --help")))?;
    }
    let mut page = Vec::new();
    match Man::new(command).render(&mut page) {
        Ok(()) => data(&String::from_utf8_lossy(&page)),
        Err(error) => unreachable!("writing to memory never fails: {error}"),
    }
}
