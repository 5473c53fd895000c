//! What a scenario means, after every check: the worlds, species and starts that the rest of the program trusts.
//!
//! The way there: `load` reads the text, `tree` keeps every key with its place, `set` lays the command line over it,
//! `conform` compares it with the `schema` that is derived from `format`, and `meaning` (with `world`, `species`, `starts`,
//! `csv` and `count`) checks what keys say together. A fault is drawn by `report` under the line it stands in.

mod conform;
mod count;
mod csv;
mod density;
mod format;
mod load;
mod meaning;
mod presets;
mod report;
mod schema;
mod set;
mod species;
mod starts;
mod tree;
mod world;

pub use density::load_at_density;
pub use load::{SCENARIO_SIZE_MAX, from_text, load};
pub use presets::{DEFAULT_PRESET, Preset, PresetInfo, preset_infos, presets};
pub use schema::schema;
pub use set::Overrides;
pub(crate) use starts::lattice_side;

use glam::Vec3;

/// A checked scenario. Lengths are world units, times seconds, angles kept as cosines.
#[derive(Clone, Debug, PartialEq)]
pub struct Scenario {
    /// One line for people.
    pub title: String,
    /// Seed of every random number.
    pub seed: u32,
    /// Length of a step in seconds, greater than 0.
    pub dt: f32,
    /// Two (the XY plane, z = 0) or three.
    pub dimensions: Dimensions,
    /// The space the flock lives in.
    pub world: World,
    /// In the order of the file; ids are given out in this order, so species follows from an id's range.
    pub species: Vec<Species>,
    /// Who flocks with whom: bit `j` of `flocks_with[i]` is set when species `i` takes species `j` for flockmates.
    pub flocks_with: Vec<u32>,
}

/// Two or three dimensions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dimensions {
    /// The XY plane, z = 0, up is +Z.
    Two,
    /// All of space, up is +Y.
    Three,
}

impl Dimensions {
    /// 2 or 3.
    pub fn count(self) -> u32 {
        match self {
            Self::Two => 2,
            Self::Three => 3,
        }
    }

    /// Where an agent at rest heads: forward at identity.
    pub fn heading_at_rest(self) -> Vec3 {
        match self {
            Self::Two => Vec3::X,
            Self::Three => Vec3::Z,
        }
    }
}

/// The box of the world, and what happens at its edge. A `sphere_wrap` world has the box around its sphere.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct World {
    /// Lower corner; z is 0 in two dimensions.
    pub min: Vec3,
    /// Upper corner; z is 0 in two dimensions.
    pub max: Vec3,
    /// What happens at the edge.
    pub edge: Edge,
}

/// What happens at the edge of the world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Edge {
    /// A torus: who leaves on one side enters on the other, and neighbours are seen through the seam.
    Periodic,
    /// Hard walls that turn the velocity inwards.
    Reflect,
    /// A force of this strength pushes back, on each axis, whoever is outside.
    Soft {
        /// Force.
        strength: f32,
    },
    /// Who leaves the sphere is set back by one diameter (OpenSteer).
    SphereWrap {
        /// Centre of the sphere.
        centre: Vec3,
        /// Radius of the sphere.
        radius: f32,
    },
    /// No edge.
    Open,
}

/// One kind of agent.
#[derive(Clone, Debug, PartialEq)]
pub struct Species {
    /// Unique in the scenario.
    pub name: String,
    /// Agents of this kind at the start.
    pub count: u32,
    /// Radius of the body; three of them are the core in which everybody is a neighbour.
    pub body_radius: f32,
    /// Greater than 0.
    pub mass: f32,
    /// Speeds below are raised to it; 0 for none.
    pub min_speed: f32,
    /// Speeds above are cut to it; `None` for no limit.
    pub max_speed: Option<f32>,
    /// Forces above are cut to it; `None` for no limit.
    pub max_force: Option<f32>,
    /// Distances below count as this in the falloff of separation.
    pub dist_floor: f32,
    /// Steer away from neighbours.
    pub separation: Rule,
    /// Steer towards the mean heading of neighbours.
    pub alignment: Rule,
    /// Steer towards the centre of neighbours.
    pub cohesion: Rule,
    /// How the agents start.
    pub spawn: Spawn,
}

/// One flocking rule of the `opensteer` set: a weight and the neighbourhood it sees.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Rule {
    /// 0 switches the rule off.
    pub weight: f32,
    /// Perception radius; equal is inside.
    pub radius: f32,
    /// Cosine of half the cone; strict; at most -1 means all round.
    pub cos_angle: f32,
}

/// How the agents of one species start.
#[derive(Clone, Debug, PartialEq)]
pub struct Spawn {
    /// Where.
    pub shape: Shape,
    /// Which way; not read for explicit agents.
    pub heading: Heading,
    /// Speed at the start; not read for explicit agents.
    pub speed: f32,
}

/// Where the agents of one species start.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// Uniform in a box.
    Box {
        /// Lower corner.
        min: Vec3,
        /// Upper corner.
        max: Vec3,
    },
    /// Uniform in a ball (a disc in two dimensions).
    Ball {
        /// Centre.
        centre: Vec3,
        /// Radius.
        radius: f32,
    },
    /// Uniform between two radii.
    Shell {
        /// Centre.
        centre: Vec3,
        /// Inner radius.
        radius_min: f32,
        /// Outer radius.
        radius_max: f32,
    },
    /// Rows, columns and layers at equal spacing around a centre, the smallest cube (square) that holds the count.
    Lattice {
        /// Centre.
        centre: Vec3,
        /// Distance of next agents.
        spacing: f32,
    },
    /// Everybody at one point.
    Point {
        /// The point.
        centre: Vec3,
    },
    /// One row an agent, given inline or read from a file.
    Agents(Vec<Start>),
}

/// One explicit start.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Start {
    /// Place.
    pub position: Vec3,
    /// Velocity; its direction is the heading.
    pub velocity: Vec3,
}

/// Which way the agents of one species start.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Heading {
    /// Each its own random way.
    Random,
    /// All along one unit vector.
    Along(Vec3),
}

impl Scenario {
    /// Agents of all species.
    pub fn agent_count(&self) -> u32 {
        self.species.iter().map(|species| species.count).sum()
    }

    /// The species of each id range, in order: `(first id, one past the last id)`.
    pub fn id_ranges(&self) -> Vec<(u32, u32)> {
        let mut end = 0;
        self.species
            .iter()
            .map(|species| {
                let first = end;
                end += species.count;
                (first, end)
            })
            .collect()
    }
}
