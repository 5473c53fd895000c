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
        zenith: rgb(0x26345c),
        middle: rgb(0xb07a92),
        horizon: rgb(0xf6b478),
        ground: rgb(0x5a3f56),
        sun: vec3(-0.80, 0.02, -0.60).normalize(),
        glow: rgb(0xffc878) * 0.55,
        sun_light: rgb(0xffb060) * 1.6,
        sky_light: rgb(0x9ca8d8) * 1.1,
        ground_light: rgb(0xa07060) * 0.5,
        edge: rgb(0xfff0dc),
        edge_strength: 0.2,
        fog: 0.62,
        vignette: 0.5,
        tints: [0x2c272e, 0x7a261c, 0x1e4a52, 0x5c4a1a, 0x4a2c5c, 0x2c502c].map(rgb),
    }
}

fn deep() -> Palette {
    Palette {
        zenith: rgb(0x9ae4e0),
        middle: rgb(0x2a92ae),
        horizon: rgb(0x146488),
        ground: rgb(0x041c34),
        sun: vec3(-0.45, 0.80, -0.40).normalize(),
        glow: rgb(0xc8fff0) * 0.35,
        sun_light: rgb(0xe8fff8) * 1.5,
        sky_light: rgb(0xa8e4ec) * 1.2,
        ground_light: rgb(0x2a7094),
        edge: rgb(0xc8f4ff),
        edge_strength: 0.16,
        fog: 0.7,
        vignette: 0.6,
        tints: [0xc4d4d8, 0xf09a5a, 0xf2d46a, 0x8ab8f0, 0xe07a9a, 0x8ad88a].map(rgb),
    }
}

fn plan() -> Palette {
    let paper = rgb(0xf5f0e6);
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
        edge: rgb(0x5a5048),
        edge_strength: 0.35,
        fog: 0.0,
        vignette: 0.0,
        tints: [0x234b7a, 0xc84a32, 0x3f7a4a, 0x8a52a0, 0xb8861e, 0x1f8086].map(rgb),
    }
}

/// A colour as people write it, 0xRRGGBB in sRGB, in linear light.
fn rgb(hex: u32) -> Vec3 {
    let [_, red, green, blue] = hex.to_be_bytes();
    vec3(decode(red), decode(green), decode(blue))
}
