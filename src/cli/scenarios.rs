//! `flockwork scenarios`: the presets, to choose from and to copy.

use super::args::TalkArgs;
use super::console::{data, json};
use super::failure::Failure;
use flockwork::scenario::{Overrides, PresetInfo, load, preset_infos, presets};
use serde_json::json as value;

/// List the presets, or print one as a file to begin with
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// A preset whose text is printed
    name: Option<String>,
    #[command(flatten)]
    talk: TalkArgs,
}

/// Lists or prints.
pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let infos = preset_infos()?;
    let Some(name) = &args.name else {
        return if args.talk.json { json(&infos) } else { data(&list(&infos)) };
    };
    let found = infos.iter().zip(presets()).find(|(info, _)| info.name == name);
    match found {
        Some((info, preset)) if args.talk.json => {
            let mut info = value!(info);
            info["text"] = value!(preset.text);
            json(&info)
        }
        Some((_, preset)) => data(preset.text),
        None => {
            // The scenario reader names the nearest preset; a file is none.
            load(name, &Overrides::default())?;
            Err(Failure::Usage(format!("{name} is a file; presets have names without `/` and `.toml`")))
        }
    }
}

fn list(infos: &[PresetInfo]) -> String {
    let width = infos.iter().map(|info| info.name.len()).max().unwrap_or(0);
    let line = |info: &PresetInfo| {
        let PresetInfo { name, title, count, dimensions } = info;
        format!("{name:width$}  {count:>8} agents, {dimensions}D  {title}")
    };
    infos.iter().map(line).collect::<Vec<_>>().join("\n")
}
