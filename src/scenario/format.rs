//! The format: what may be typed in a scenario file, one struct a table, one documented field a key.
//!
//! The JSON schema is derived from here, and the schema in turn is what checks a file, words its errors and makes the
//! reference page: a key's meaning, unit, range and default are written once, in this file. The first sentence of a key's
//! text is shown beside a wrong value, so it begins with "The". Relations between keys are checked in `meaning`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A scenario: a world and the flocks in it. Lengths are world units, times seconds.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(title = "Flockwork scenario", extend("required" = ["species"]))]
pub(super) struct Document {
    /// The name of the scenario, one line for people. Without it, the name of the file.
    pub(super) title: Option<String>,
    /// The purpose of the scenario, in a sentence or two.
    pub(super) description: Option<String>,
    /// The seed of every random number. The same scenario with the same seed gives the same bits.
    #[schemars(range(min = 0, max = 4294967295u32))]
    pub(super) seed: u32,
    /// The length of a step, in seconds. It is fixed: the frame rate never changes a trajectory.
    #[schemars(range(min = 0.000001, max = 1))]
    pub(super) dt: f64,
    /// The number of dimensions, 2 (the XY plane, z = 0) or 3.
    #[schemars(range(min = 2, max = 3))]
    pub(super) dimensions: u32,
    /// The space the flock lives in. Without it, a `sphere_wrap` world of radius 50 around the origin.
    pub(super) world: Option<World>,
    /// The list of the kinds of agents, one `[[species]]` each; ids are given out in this order.
    #[schemars(length(min = 1, max = 32))]
    pub(super) species: Vec<Species>,
    /// The list of who does what to whom, one `[[relation]]` each. Without it, each species flocks with itself and ignores
    /// the others.
    #[schemars(length(max = 1024))]
    pub(super) relation: Vec<Relation>,
}

impl Default for Document {
    fn default() -> Self {
        Self {
            title: None,
            description: None,
            seed: 1,
            dt: 0.016666667,
            dimensions: 3,
            world: None,
            species: Vec::new(),
            relation: Vec::new(),
        }
    }
}

/// The world: a box, or a sphere, and what happens at its edge.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct World {
    /// The lower corner of the box, in world units. Every edge but `sphere_wrap` needs it.
    pub(super) min: Option<Vector>,
    /// The upper corner of the box, in world units; above `min` on every axis.
    pub(super) max: Option<Vector>,
    /// The way the world ends.
    pub(super) edge: Edge,
    /// The force that pushes back who is outside a `soft` edge, on each axis. Without it, 10.
    #[schemars(range(min = 0, max = 1000000), example = 10.0)]
    pub(super) strength: Option<f64>,
    /// The centre of a `sphere_wrap` world, in world units. Without it, the origin.
    pub(super) centre: Option<Vector>,
    /// The radius of a `sphere_wrap` world, in world units.
    #[schemars(range(min = 0.001, max = 1000000), example = 50.0)]
    pub(super) radius: Option<f64>,
}

/// What happens at the edge of the world.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum Edge {
    /// Who leaves on one side enters on the other, and neighbours see each other through the seam.
    Periodic,
    /// Hard walls that turn the velocity inwards.
    Reflect,
    /// A force of `strength` pushes back whoever is outside.
    Soft,
    /// Who leaves the sphere is set back by one diameter.
    SphereWrap,
    /// No edge; the box only says where to look.
    Open,
}

/// A kind of agent.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(extend("required" = ["name"]))]
pub(super) struct Species {
    /// The name of the species; letters, digits, `_` and `-`, beginning with a letter.
    #[schemars(length(min = 1, max = 64))]
    pub(super) name: String,
    /// The number of agents at the start. It may be left out where a file or a list of agents says it.
    #[schemars(range(min = 0, max = 4294967295u32), example = 1000)]
    pub(super) count: Option<u32>,
    /// The set of flocking rules.
    pub(super) rules: Rules,
    /// The variant of the rules: right, or as published. For `opensteer` both give the same numbers.
    pub(super) variant: Variant,
    /// The radius of a body, in world units. Within three of them everybody is a neighbour, seen or not.
    #[schemars(range(min = 0, max = 1000000))]
    pub(super) body_radius: f64,
    /// The mass of an agent; acceleration is force by mass.
    #[schemars(range(min = 0.000001, max = 1000000))]
    pub(super) mass: f64,
    /// The least speed, in world units per second; slower agents are raised to it.
    #[schemars(range(min = 0, max = 1000000))]
    pub(super) min_speed: f64,
    /// The greatest speed, in world units per second, or "none".
    pub(super) max_speed: Limit,
    /// The greatest steering force, or "none".
    pub(super) max_force: Limit,
    /// The distance, in world units, below which separation grows no further.
    #[schemars(range(min = 0.000001, max = 1000000))]
    pub(super) dist_floor: f64,
    /// The rule to steer away from neighbours. Without its keys: weight 12, radius 5, cos_angle -0.707.
    pub(super) separation: Rule,
    /// The rule to steer towards the mean heading of neighbours. Without its keys: weight 8, radius 7.5, cos_angle 0.7.
    pub(super) alignment: Rule,
    /// The rule to steer towards the centre of neighbours. Without its keys: weight 8, radius 9, cos_angle -0.15.
    pub(super) cohesion: Rule,
    /// The way the agents start.
    pub(super) spawn: Spawn,
}

impl Default for Species {
    fn default() -> Self {
        Self {
            name: String::new(),
            count: None,
            rules: Rules::Opensteer,
            variant: Variant::Reference,
            body_radius: 0.5,
            mass: 1.0,
            min_speed: 0.0,
            max_speed: Limit::Number(9.0),
            max_force: Limit::Number(27.0),
            dist_floor: 0.001,
            separation: Rule::default(),
            alignment: Rule::default(),
            cohesion: Rule::default(),
            spawn: Spawn::default(),
        }
    }
}

/// A set of flocking rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum Rules {
    /// Separation, alignment and cohesion as forces of unit length, each with its own radius and cone.
    Opensteer,
}

/// A variant of the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum Variant {
    /// The right behaviour.
    Reference,
    /// As published, defects included where they are finite.
    Source,
}

/// A limit that may be absent.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
#[serde(untagged)]
pub(super) enum Limit {
    /// The limit.
    Number(#[schemars(range(min = 0, max = 1000000))] f64),
    /// No limit.
    Word(Unlimited),
}

/// The word for no limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum Unlimited {
    /// No limit.
    None,
}

/// One flocking rule and whom it sees.
#[derive(Clone, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Rule {
    /// The weight of this rule in the steering force; 0 switches it off.
    #[schemars(range(min = -1000000, max = 1000000), example = 8.0)]
    pub(super) weight: Option<f64>,
    /// The perception radius, in world units; a neighbour exactly at it is seen.
    #[schemars(range(min = 0, max = 1000000), example = 2.5)]
    pub(super) radius: Option<f64>,
    /// The full angle of the cone of sight around the heading, in degrees; 360 sees all round.
    #[schemars(range(min = 0, max = 360), example = 270.0)]
    pub(super) angle: Option<f64>,
    /// The cosine of half the cone of sight, in place of `angle`; -1 sees all round.
    #[schemars(range(min = -1, max = 1), example = -0.7)]
    pub(super) cos_angle: Option<f64>,
}

/// How the agents of a species start.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Spawn {
    /// The shape the agents fill at the start.
    pub(super) shape: ShapeWord,
    /// The centre of a ball, shell, lattice or point, in world units. Without it, the centre of the world.
    pub(super) centre: Option<Vector>,
    /// The radius of a ball (in two dimensions a disc), in world units. Without it, 20.
    #[schemars(range(min = 0, max = 1000000), example = 20.0)]
    pub(super) radius: Option<f64>,
    /// The inner radius of a shell, in world units.
    #[schemars(range(min = 0, max = 1000000), example = 10.0)]
    pub(super) radius_min: Option<f64>,
    /// The outer radius of a shell, in world units.
    #[schemars(range(min = 0, max = 1000000), example = 20.0)]
    pub(super) radius_max: Option<f64>,
    /// The lower corner of a box, in world units. Without it, that of the world.
    pub(super) min: Option<Vector>,
    /// The upper corner of a box, in world units. Without it, that of the world.
    pub(super) max: Option<Vector>,
    /// The distance between neighbours of a lattice, in world units.
    #[schemars(range(min = 0.000001, max = 1000000), example = 1.0)]
    pub(super) spacing: Option<f64>,
    /// The path of a CSV file with one agent a row, relative to the scenario file. Its header names the columns: `x,y,z`, or
    /// `x,y` in two dimensions, and `vx,vy,vz`, or `vx,vy`, unless all start at rest.
    pub(super) path: Option<String>,
    /// The agents one by one, in id order.
    pub(super) agents: Option<Vec<Agent>>,
    /// The heading at the start: "random", each its own way, or one direction for all.
    pub(super) heading: Option<Heading>,
    /// The speed at the start, in world units per second. Without it, 0.3 of `max_speed` (2.7 where that is "none"), but at
    /// least `min_speed`.
    #[schemars(range(min = 0, max = 1000000), example = 2.7)]
    pub(super) speed: Option<f64>,
}

impl Default for Spawn {
    fn default() -> Self {
        Self {
            shape: ShapeWord::Ball,
            centre: None,
            radius: None,
            radius_min: None,
            radius_max: None,
            min: None,
            max: None,
            spacing: None,
            path: None,
            agents: None,
            heading: None,
            speed: None,
        }
    }
}

/// Where the agents start.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum ShapeWord {
    /// Uniform between `min` and `max`.
    Box,
    /// Uniform within `radius` of `centre`.
    Ball,
    /// Uniform between `radius_min` and `radius_max` of `centre`.
    Shell,
    /// Rows, columns and layers `spacing` apart around `centre`.
    Lattice,
    /// Everybody at `centre`.
    Point,
    /// As the CSV file at `path` says.
    File,
    /// As the list `agents` says.
    Agents,
}

/// One agent at the start.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Agent {
    /// The place of the agent, in world units.
    pub(super) position: Vector,
    /// The velocity of the agent, in world units per second. Without it, at rest.
    pub(super) velocity: Option<Vector>,
}

/// A heading at the start.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(untagged)]
pub(super) enum Heading {
    /// Each its own.
    Word(RandomWord),
    /// One direction for all; its length does not matter.
    Along(Vector),
}

/// The word for a random heading.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum RandomWord {
    /// Uniform on the sphere, in two dimensions on the circle.
    Random,
}

/// Three numbers, or two in two dimensions.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
pub(super) struct Vector(
    #[schemars(length(min = 2, max = 3), inner(range(min = -1000000, max = 1000000)))] pub(super) Vec<f64>,
);

/// What the agents of one species do to those of another.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Relation {
    /// The species that acts.
    pub(super) from: String,
    /// The species it acts on.
    pub(super) to: String,
    /// The thing done.
    pub(super) does: Does,
}

/// What one species does to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum Does {
    /// Take them for flockmates.
    Flock,
    /// Not see them.
    Ignore,
}
