//! `flockwork adapters`: what could compute and draw here.

use super::args::TalkArgs;
use super::console::{data, json};
use super::failure::Failure;
use flockwork::gpu::adapter::{AdapterReport, list};

/// List the adapters that could compute and draw
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    talk: TalkArgs,
}

/// Lists, in the order in which they are tried.
pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let found = list();
    if found.is_empty() {
        args.talk.console().say(
            "no adapter was found. The cpu engine needs none. A driver brings one: the package mesa-vulkan-drivers has a \
             software one; WGPU_BACKEND and VK_DRIVER_FILES say where to look",
        );
    }
    if args.talk.json {
        json(&found)
    } else if found.is_empty() {
        Ok(())
    } else {
        data(&found.iter().map(AdapterReport::to_string).collect::<Vec<_>>().join("\n"))
    }
}
