//! The numbers the step reads: the only way from a [`Scenario`] to the engines, and the layout they share with WGSL.

use crate::rules::grid::CELLS_PER_AGENT;
use crate::rules::neighbourhood::radius2_of;
use crate::scenario::{Edge, Rule as ScenarioRule, Scenario, Species as ScenarioSpecies};
use bytemuck::{Pod, Zeroable};
use glam::{UVec3, Vec3};
use std::mem::offset_of;

/// Species a scenario may have: one bit each in the mask of flockmates.
pub const SPECIES_MAX: usize = 32;

/// Cells are never more than this, so that their starts fit a binding of 128 MiB on every adapter.
pub const CELLS_LIMIT: u32 = (1 << 25) - 1;

/// `edge` of [`Params`]: a torus.
pub const EDGE_PERIODIC: u32 = 0;
/// `edge` of [`Params`]: hard walls.
pub const EDGE_REFLECT: u32 = 1;
/// `edge` of [`Params`]: a pushing force outside.
pub const EDGE_SOFT: u32 = 2;
/// `edge` of [`Params`]: OpenSteer's sphere.
pub const EDGE_SPHERE_WRAP: u32 = 3;
/// `edge` of [`Params`]: none.
pub const EDGE_OPEN: u32 = 4;

/// A type that has the same bytes in WGSL.
pub trait WgslType {
    /// Its name in WGSL, as naga prints it.
    const WGSL: &'static str;
}

macro_rules! wgsl_type {
    ($($rust:ty = $wgsl:literal),* $(,)?) => { $(impl WgslType for $rust { const WGSL: &'static str = $wgsl; })* };
}
wgsl_type!(
    u32 = "u32",
    f32 = "f32",
    Vec3 = "vec3<f32>",
    UVec3 = "vec3<u32>",
    [Species; SPECIES_MAX] = "array<Species>"
);

/// One member of a struct that Rust and WGSL share.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Member {
    /// Name in Rust and in WGSL.
    pub name: &'static str,
    /// Bytes from the start of the struct.
    pub offset: usize,
    /// WGSL type.
    pub wgsl: &'static str,
}

/// Declares a struct that goes to the GPU as it is, with its table of members for the layout test.
macro_rules! gpu_struct {
    ($(#[$meta:meta])* pub struct $name:ident { $($(#[$doc:meta])* pub $field:ident: $type:ty,)* }) => {
        $(#[$meta])*
        #[repr(C)]
        #[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
        pub struct $name { $($(#[$doc])* pub $field: $type,)* }

        impl WgslType for $name { const WGSL: &'static str = stringify!($name); }

        impl $name {
            /// Its members, in order.
            pub const MEMBERS: &[Member] = &[
                $(Member { name: stringify!($field), offset: offset_of!($name, $field), wgsl: <$type as WgslType>::WGSL },)*
            ];
        }
    };
}

gpu_struct! {
    /// What holds for the whole flock.
    pub struct Params {
        /// Length of the world on each periodic axis, 0 on the others.
        pub period: Vec3,
        /// Agents in the flock.
        pub agent_count: u32,
        /// Lower corner of the world.
        pub world_min: Vec3,
        /// One of the `EDGE_` constants.
        pub edge: u32,
        /// Upper corner of the world.
        pub world_max: Vec3,
        /// 2 or 3.
        pub dimensions: u32,
        /// Centre of the sphere of a `sphere_wrap` world.
        pub sphere_centre: Vec3,
        /// Its radius.
        pub sphere_radius: f32,
        /// Seconds a step.
        pub dt: f32,
        /// Force that pushes back, on each axis, whoever is outside a `soft` world.
        pub soft_strength: f32,
        /// No neighbour of any rule of any species is farther than this.
        pub perception_radius: f32,
        /// The grid is made coarser rather than have more cells.
        pub cell_count_max: u32,
    }
}

gpu_struct! {
    /// One flocking rule of one species.
    pub struct Rule {
        /// Factor of the rule's unit vector in the force.
        pub weight: f32,
        /// Square of the perception radius.
        pub radius2: f32,
        /// Cosine of half the cone; at most -1: all round.
        pub cos_angle: f32,
        /// Keeps the span a multiple of 16 bytes.
        pub pad: f32,
    }
}

gpu_struct! {
    /// One species.
    pub struct Species {
        /// Its agents are the ids from here ...
        pub id_first: u32,
        /// ... up to but without this one.
        pub id_end: u32,
        /// Bit j: species j are flockmates.
        pub flocks_with: u32,
        /// Square of the largest distance at which any rule of this species can see anybody.
        pub perception2: f32,
        /// 1 / mass.
        pub inverse_mass: f32,
        /// Longer forces are cut to it.
        pub max_force: f32,
        /// Lower speeds are raised to it.
        pub min_speed: f32,
        /// Higher speeds are cut to it.
        pub max_speed: f32,
        /// Square of the distance under which everybody is a neighbour.
        pub core2: f32,
        /// Smaller distances count as this in the falloff of separation.
        pub dist_floor: f32,
        /// Keeps the rules on multiples of 16 bytes.
        pub pad_a: u32,
        /// Keeps the rules on multiples of 16 bytes.
        pub pad_b: u32,
        /// Away from neighbours.
        pub separation: Rule,
        /// Towards the mean heading of neighbours.
        pub alignment: Rule,
        /// Towards the centre of neighbours.
        pub cohesion: Rule,
    }
}

gpu_struct! {
    /// The table buffer: everything of which there may be several.
    pub struct Table {
        /// In id order.
        pub species: [Species; SPECIES_MAX],
    }
}

gpu_struct! {
    /// The grid of one step.
    pub struct Grid {
        /// Corner of cell 0.
        pub min: Vec3,
        /// Product of `cells`.
        pub cell_count: u32,
        /// Cells per world unit, on each axis.
        pub inverse_edge: Vec3,
        /// 1 when some `image` is not 0.
        pub images: u32,
        /// Cells on each axis.
        pub cells: UVec3,
        /// Bit a: axis a is periodic and its cells wrap.
        pub wraps: u32,
        /// Period of each axis that is periodic but too short for cells, so that each pair needs its minimum image; else 0.
        pub image: Vec3,
        /// Keeps the next vector on a multiple of 16 bytes.
        pub pad_a: u32,
        /// Edge of a cell on each axis; 0 where all places are the same.
        pub edge: Vec3,
        /// Square of a distance that no neighbour exceeds, rounding included.
        pub horizon2: f32,
        /// Cells to look at on each side of one's own, on each axis.
        pub reach: UVec3,
        /// Keeps the span a multiple of 16 bytes.
        pub pad_b: u32,
    }
}

/// Which rules any species uses; the others are not even compiled into the GPU's pipelines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Switches {
    /// Some species separates.
    pub separation: bool,
    /// Some species aligns.
    pub alignment: bool,
    /// Some species coheres.
    pub cohesion: bool,
    /// Some rule has a cone of vision, or some species a core.
    pub cones: bool,
    /// Somebody does not flock with everybody.
    pub masked: bool,
}

impl Switches {
    /// Whether anybody looks at neighbours.
    pub fn neighbours(self) -> bool {
        self.separation || self.alignment || self.cohesion
    }
}

/// Everything an engine needs to know of a scenario.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// What holds for the whole flock.
    pub params: Params,
    /// What there may be several of.
    pub table: Table,
    /// Which rules are on.
    pub switches: Switches,
}

impl Plan {
    /// The numbers of a scenario.
    pub fn new(scenario: &Scenario) -> Self {
        // Places after the last species end at the largest id, so that no search goes past it.
        let nobody = Species { id_first: u32::MAX, id_end: u32::MAX, ..Species::default() };
        let mut table = Table { species: [nobody; SPECIES_MAX] };
        let ranges = scenario.id_ranges();
        for (index, species) in scenario.species.iter().enumerate().take(SPECIES_MAX) {
            table.species[index] = species_params(species, ranges[index], scenario.flocks_with[index]);
        }
        let rules_on =
            |rule: fn(&ScenarioSpecies) -> ScenarioRule| scenario.species.iter().any(|s| rule(s).weight != 0.0);
        let everybody = u32::MAX >> (SPECIES_MAX - scenario.species.len().clamp(1, SPECIES_MAX));
        let switches = Switches {
            separation: rules_on(|s| s.separation),
            alignment: rules_on(|s| s.alignment),
            cohesion: rules_on(|s| s.cohesion),
            cones: scenario.species.iter().any(looks_ahead),
            masked: scenario.flocks_with.iter().any(|mask| mask & everybody != everybody),
        };
        Self { params: params(scenario), table, switches }
    }
}

impl Params {
    /// Cells that the grid of any step can have at most: in a torus those of the radius over the whole of it, or as many as
    /// finer ones may be.
    pub fn cells_most(&self) -> u32 {
        let torus = if self.dimensions == 2 { self.period.truncate().min_element() } else { self.period.min_element() };
        if !(torus > 0.0) {
            return self.cell_count_max;
        }
        // One more on each axis, since an axis that nobody sees across ends in a cell that is not whole.
        let sides = self.period.as_dvec3() / f64::from(self.perception_radius);
        let of_radius = sides.to_array().map(|side| if side > 0.0 { side.floor() + 1.0 } else { 1.0 });
        // What f32 rounds is less than this.
        let finer = f64::from(self.agent_count) * f64::from(CELLS_PER_AGENT) * (1.0 + 1e-6);
        let most = of_radius.into_iter().product::<f64>().max(finer).max(1.0);
        most.min(f64::from(self.cell_count_max)) as u32
    }
}

fn params(scenario: &Scenario) -> Params {
    let world = scenario.world;
    let agent_count = scenario.agent_count();
    let mut params = Params {
        agent_count,
        world_min: world.min,
        world_max: world.max,
        dimensions: scenario.dimensions.count(),
        dt: scenario.dt,
        perception_radius: scenario.species.iter().filter_map(perception_radius).fold(0.0, f32::max),
        cell_count_max: agent_count.saturating_mul(4).clamp(4096, CELLS_LIMIT),
        ..Params::default()
    };
    match world.edge {
        Edge::Periodic => {
            params.edge = EDGE_PERIODIC;
            params.period = world.max - world.min;
        }
        Edge::Reflect => params.edge = EDGE_REFLECT,
        Edge::Soft { strength } => {
            params.edge = EDGE_SOFT;
            params.soft_strength = strength;
        }
        Edge::SphereWrap { centre, radius } => {
            params.edge = EDGE_SPHERE_WRAP;
            params.sphere_centre = centre;
            params.sphere_radius = radius;
        }
        Edge::Open => params.edge = EDGE_OPEN,
    }
    params
}

fn species_params(species: &ScenarioSpecies, (id_first, id_end): (u32, u32), flocks_with: u32) -> Species {
    let rule =
        |r: ScenarioRule| Rule { weight: r.weight, radius2: radius2_of(r.radius), cos_angle: r.cos_angle, pad: 0.0 };
    let perception = perception_radius(species).unwrap_or(0.0);
    let core = core_radius(species);
    Species {
        id_first,
        id_end,
        flocks_with,
        perception2: perception * perception,
        inverse_mass: 1.0 / species.mass,
        max_force: species.max_force.unwrap_or(f32::MAX),
        min_speed: species.min_speed,
        max_speed: species.max_speed.unwrap_or(f32::MAX),
        core2: core * core,
        dist_floor: species.dist_floor,
        separation: rule(species.separation),
        alignment: rule(species.alignment),
        cohesion: rule(species.cohesion),
        ..Species::default()
    }
}

/// The farthest that a species sees by any of its rules; `None` when all of them are off.
pub fn perception_radius(species: &ScenarioSpecies) -> Option<f32> {
    let rules = [species.separation, species.alignment, species.cohesion];
    let farthest = rules.iter().filter(|rule| rule.weight != 0.0).map(|rule| rule.radius).reduce(f32::max)?;
    Some(farthest.max(core_radius(species)))
}

/// Whether a rule that is on has a cone, or the species a core: a neighbour is then not just who is near enough.
fn looks_ahead(species: &ScenarioSpecies) -> bool {
    let rules = [species.separation, species.alignment, species.cohesion];
    core_radius(species) > 0.0 || rules.iter().any(|rule| rule.weight != 0.0 && rule.cos_angle > -1.0)
}

/// Everybody nearer than three body radii is a neighbour, cone or not (OpenSteer).
pub fn core_radius(species: &ScenarioSpecies) -> f32 {
    3.0 * species.body_radius
}
