// The numbers the step reads. Twin of src/params.rs; a test compares every member.

const SPECIES_MAX: u32 = 32u;

const EDGE_PERIODIC: u32 = 0u;
const EDGE_REFLECT: u32 = 1u;
const EDGE_SOFT: u32 = 2u;
const EDGE_SPHERE_WRAP: u32 = 3u;
const EDGE_OPEN: u32 = 4u;

struct Params {
    period: vec3f,
    agent_count: u32,
    world_min: vec3f,
    edge: u32,
    world_max: vec3f,
    dimensions: u32,
    sphere_centre: vec3f,
    sphere_radius: f32,
    dt: f32,
    soft_strength: f32,
    perception_radius: f32,
    cell_count_max: u32,
}

struct Rule {
    weight: f32,
    radius2: f32,
    cos_angle: f32,
    pad: f32,
}

struct Species {
    id_first: u32,
    id_end: u32,
    flocks_with: u32,
    perception2: f32,
    inverse_mass: f32,
    max_force: f32,
    min_speed: f32,
    max_speed: f32,
    core2: f32,
    dist_floor: f32,
    pad_a: u32,
    pad_b: u32,
    separation: Rule,
    alignment: Rule,
    cohesion: Rule,
}

struct Table {
    species: array<Species, SPECIES_MAX>,
}

struct Grid {
    min: vec3f,
    cell_count: u32,
    inverse_edge: vec3f,
    images: u32,
    cells: vec3u,
    wraps: u32,
    image: vec3f,
    pad_a: u32,
    edge: vec3f,
    horizon2: f32,
    reach: vec3u,
    pad_b: u32,
}
