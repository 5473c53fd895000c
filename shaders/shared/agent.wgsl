// The state of an agent, 16 bytes for its place and 16 for its motion. Twin of src/flock.rs.

struct Place {
    position: vec3f,
    id: u32,
}

struct Motion {
    forward: vec3f,
    speed: f32,
}
