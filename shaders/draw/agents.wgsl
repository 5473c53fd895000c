// Agents: one mesh each, oriented and coloured from the engine's own rows.

struct Place {
    position: vec3f,
    id: u32,
}

struct Motion {
    forward: vec3f,
    speed: f32,
}

@group(0) @binding(1) var<storage, read> places: array<Place>;
@group(0) @binding(2) var<storage, read> motions: array<Motion>;

struct AgentPoint {
    @builtin(position) position: vec4f,
    @location(0) @interpolate(flat) colour: vec3f,
}

@vertex
fn agents_vertex(@builtin(vertex_index) vertex: u32, @builtin(instance_index) instance: u32) -> AgentPoint {
    let place = places[instance];
    let shape = body(place.position, place.id, motions[instance].forward);
    let first = vertex - vertex % 3u;
    let a = corner_at(shape, first);
    let b = corner_at(shape, first + 1u);
    let c = corner_at(shape, first + 2u);
    var corners = array<vec3f, 3>(a, b, c);
    var point: AgentPoint;
    point.position = view.clip_from_world * vec4f(corners[vertex % 3u], 1.0);
    point.colour = triangle_colour(shape, a, b, c);
    return point;
}

@fragment
fn agents_fragment(point: AgentPoint) -> @location(0) vec4f {
    return vec4f(point.colour, 1.0);
}
