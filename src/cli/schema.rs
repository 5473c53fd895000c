//! `flockwork schema`: the format of scenarios, for editors.

use super::console::data;
use super::failure::Failure;

/// Print the JSON schema of scenario files, for editors
#[derive(Debug, clap::Args)]
pub(super) struct Args {}

/// Prints the schema.
pub(super) fn run(Args {}: &Args) -> Result<(), Failure> {
    data(&flockwork::scenario::schema())
}
