// What the walk over neighbours asks of the rules: what an agent gathers, from whom, and what it makes of that. The loops
// know this file alone; each rule has a file of its own. Twin of src/rules/flocking.rs.

struct Sums {
    separation: vec3f,
    separation_count: u32,
    alignment: vec3f,
    alignment_count: u32,
    cohesion: vec3f,
    cohesion_count: u32,
}

struct Viewer {
    forward: vec3f,
    id: u32,
    dimensions: u32,
}

struct Other {
    forward: vec3f,
    id: u32,
    offset: vec3f,
    distance2: f32,
}

fn accumulate(sums: ptr<function, Sums>, viewer: Viewer, species: Species, other: Other) {
    opensteer_accumulate(sums, viewer, species, other);
}

fn force(sums: Sums, forward: vec3f, species: Species) -> vec3f {
    return opensteer_force(sums, forward, species);
}
