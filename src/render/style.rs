//! The style of a picture: sky, light, fog and tints, as one block of colours.

use super::mesh::{self, Mesh};
use super::picture::decode;
use crate::scenario::{Dimensions, Scenario};
use glam::{Vec3, vec3};

/// Words in a species' name that make it a fish.
const FISH: [&str; 9] = ["fish", "herring", "sardine", "anchovy", "minnow", "tuna", "mackerel", "shark", "school"];

/// Below this projected span in pixels a bird is drawn with few triangles.
const NEAR_SPAN_PIXELS: f32 = 7.0;

/// How a scenario looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// Birds against a warm evening sky.
    Dusk,
    /// Fish under water, lit from above.
    Deep,
    /// Darts on paper, seen from above: the style of two dimensions.
    Plan,
}

/// Colours in linear light, directions as unit vectors.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Palette {
    /// Straight up.
    pub zenith: Vec3,
    /// Between zenith and horizon.
    pub middle: Vec3,
    /// Level.
    pub horizon: Vec3,
    /// Straight down.
    pub ground: Vec3,
    /// Towards the sun.
    pub sun: Vec3,
    /// The glow of the sky around the sun.
    pub glow: Vec3,
    /// What the sun adds on a surface that faces it.
    pub sun_light: Vec3,
    /// Light on a surface that faces up.
    pub sky_light: Vec3,
    /// Light on a surface that faces down.
    pub ground_light: Vec3,
    /// The world's edges.
    pub edge: Vec3,
    /// How far the edges stand out from the sky, 0 to 1.
    pub edge_strength: f32,
    /// How much of the sky's colour the farthest agents take, 0 to 1.
    pub fog: f32,
    /// How much darker the corners are.
    pub vignette: f32,
    /// Species by species, then from the start again.
    pub tints: [Vec3; 6],
}

impl Style {
    /// The style that suits a scenario: plan in two dimensions, deep for fish, else dusk.
    pub fn of(scenario: &Scenario) -> Self {
        let fish = |name: &str| FISH.iter().any(|word| name.to_lowercase().contains(word));
        match scenario.dimensions {
            Dimensions::Two => Self::Plan,
            Dimensions::Three if scenario.species.iter().any(|species| fish(&species.name)) => Self::Deep,
            Dimensions::Three => Self::Dusk,
        }
    }

    /// The mesh of an agent whose bird would span this many pixels.
    pub fn mesh(self, span_pixels: f32) -> Mesh {
        match self {
            Self::Dusk if span_pixels < NEAR_SPAN_PIXELS => mesh::far_bird(),
            Self::Dusk => mesh::bird(),
            Self::Deep => mesh::fish(),
            Self::Plan => mesh::dart(),
        }
    }

    /// Which way, and how far in mesh units, a flap moves a wing tip, or a tail beat a tail.
    pub fn bend(self) -> Vec3 {
        match self {
            Self::Dusk => vec3(0.0, 0.75, 0.0),
            Self::Deep => vec3(0.22, 0.0, 0.0),
            Self::Plan => Vec3::ZERO,
        }
    }

    /// Its colours.
    pub fn palette(self) -> Palette {
        match self {
            Self::Dusk => dusk(),
            Self::Deep => deep(),
            Self::Plan => plan(),
        }
    }
}

fn dusk() -> Palette {
    Palette {
        zenith: rgb(0x26_34_5c),
        middle: rgb(0xb0_7a_92),
        horizon: rgb(0xf6_b4_78),
        ground: rgb(0x5a_3f_56),
        sun: vec3(-0.80, 0.02, -0.60).normalize(),
        glow: rgb(0xff_c8_78) * 0.55,
        sun_light: rgb(0xff_b0_60) * 1.6,
        sky_light: rgb(0x9c_a8_d8) * 1.1,
        ground_light: rgb(0xa0_70_60) * 0.5,
        edge: rgb(0xff_f0_dc),
        edge_strength: 0.2,
        fog: 0.62,
        vignette: 0.5,
        tints: [0x2c_27_2e, 0x7a_26_1c, 0x1e_4a_52, 0x5c_4a_1a, 0x4a_2c_5c, 0x2c_50_2c].map(rgb),
    }
}

fn deep() -> Palette {
    Palette {
        zenith: rgb(0x9a_e4_e0),
        middle: rgb(0x2a_92_ae),
        horizon: rgb(0x14_64_88),
        ground: rgb(0x04_1c_34),
        sun: vec3(-0.45, 0.80, -0.40).normalize(),
        glow: rgb(0xc8_ff_f0) * 0.35,
        sun_light: rgb(0xe8_ff_f8) * 1.5,
        sky_light: rgb(0xa8_e4_ec) * 1.2,
        ground_light: rgb(0x2a_70_94),
        edge: rgb(0xc8_f4_ff),
        edge_strength: 0.16,
        fog: 0.7,
        vignette: 0.6,
        tints: [0xc4_d4_d8, 0xf0_9a_5a, 0xf2_d4_6a, 0x8a_b8_f0, 0xe0_7a_9a, 0x8a_d8_8a].map(rgb),
    }
}

fn plan() -> Palette {
    let paper = rgb(0xf5_f0_e6);
    Palette {
        zenith: paper,
        middle: paper,
        horizon: paper,
        ground: paper,
        sun: vec3(-0.62, 0.62, 0.48).normalize(),
        glow: Vec3::ZERO,
        sun_light: Vec3::splat(1.1),
        sky_light: Vec3::splat(0.42),
        ground_light: Vec3::splat(0.2),
        edge: rgb(0x5a_50_48),
        edge_strength: 0.35,
        fog: 0.0,
        vignette: 0.0,
        tints: [0x23_4b_7a, 0xc8_4a_32, 0x3f_7a_4a, 0x8a_52_a0, 0xb8_86_1e, 0x1f_80_86].map(rgb),
    }
}

/// A colour as people write it, 0xRRGGBB in sRGB, in linear light.
fn rgb(hex: u32) -> Vec3 {
    let [_, red, green, blue] = hex.to_be_bytes();
    vec3(decode(red), decode(green), decode(blue))
}
