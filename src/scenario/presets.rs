//! The presets: scenarios shipped inside the program, each a commented example of the format.

use super::load::from_preset;
use super::set::Overrides;
use crate::error::Error;
use serde::Serialize;

/// The preset that runs when none is named.
pub const DEFAULT_PRESET: &str = "murmuration";

/// A scenario shipped inside the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Preset {
    /// The name typed on the command line.
    pub name: &'static str,
    /// The scenario file.
    pub text: &'static str,
}

pub(super) const PRESETS: [Preset; 4] = [
    Preset { name: "murmuration", text: include_str!("../../scenarios/murmuration.toml") },
    Preset { name: "school", text: include_str!("../../scenarios/school.toml") },
    Preset { name: "flatland", text: include_str!("../../scenarios/flatland.toml") },
    Preset { name: "opensteer", text: include_str!("../../scenarios/opensteer.toml") },
];

/// All presets, the default one first.
pub fn presets() -> &'static [Preset] {
    &PRESETS
}

/// What a list of presets says about one of them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PresetInfo {
    /// The name typed on the command line.
    pub name: &'static str,
    /// One line for people.
    pub title: String,
    /// Agents of all species.
    pub count: u32,
    /// 2 or 3.
    pub dimensions: u32,
}

/// A list of all presets, the default one first.
///
/// # Errors
/// [`Error::Scenario`] never, since the presets are tested; the checks that could fail run all the same.
pub fn preset_infos() -> Result<Vec<PresetInfo>, Error> {
    let info = |preset: &Preset| {
        let scenario = from_preset(preset, &Overrides::default())?;
        Ok(PresetInfo {
            name: preset.name,
            count: scenario.agent_count(),
            dimensions: scenario.dimensions.count(),
            title: scenario.title,
        })
    };
    PRESETS.iter().map(info).collect()
}
