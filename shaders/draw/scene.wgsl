// The scene: its uniform, light and colour, and the shape of one agent. Twin of src/render/shade.rs and basis.rs.

const TAU = 6.2831855;
const BEATS_PER_SECOND = 2.4;
const COMPONENT_MIN = 1e-36;
const COMPONENT_MAX = 1e37;
const SINE_SQUARED_MIN = 1e-4;
const KINDS_MAX = 32u;

struct View {
    clip_from_world: mat4x4f,
    eye_near: vec4f,
    right_focal: vec4f,
    above_span_min: vec4f,
    ahead_vignette: vec4f,
    up_lift: vec4f,
    rest_seconds: vec4f,
    bend_span: vec4f,
    zenith: vec4f,
    middle: vec4f,
    horizon: vec4f,
    ground: vec4f,
    sun: vec4f,
    glow: vec4f,
    sun_light: vec4f,
    sky_light: vec4f,
    ground_light: vec4f,
    edge: vec4f,
    fog: vec4f,
    size: vec4f,
    kinds: array<vec4f, 32>,
    id_ends: array<vec4u, 8>,
    corners: array<vec4f, 48>,
}

@group(0) @binding(0) var<uniform> view: View;

struct Body {
    position: vec3f,
    axes: mat3x3f,
    bend: vec3f,
    tint: vec3f,
}

fn sky(ray: vec3f) -> vec3f {
    let height = dot(ray, view.up_lift.xyz);
    let middle = mix(view.horizon.xyz, view.middle.xyz, smooth_share(height * 3.6));
    let upper = mix(middle, view.zenith.xyz, smooth_share(height * 1.7 - 0.18));
    let colour = mix(upper, view.ground.xyz, smooth_share(-height * 2.2));
    let near_sun = max(dot(ray, view.sun.xyz), 0.0);
    let near4 = near_sun * near_sun * near_sun * near_sun;
    let near16 = near4 * near4 * near4 * near4;
    let near64 = near16 * near16 * near16 * near16;
    let corner = 1.0 - view.ahead_vignette.w * (1.0 - dot(ray, view.ahead_vignette.xyz));
    return (colour + view.glow.xyz * (0.22 * near4 + 0.3 * near16 + 0.48 * near64)) * corner;
}

fn fog_share(offset: vec3f) -> f32 {
    let depth = dot(offset, view.ahead_vignette.xyz);
    return clamp((depth - view.fog.x) * view.fog.y, 0.0, 1.0) * view.fog.z;
}

fn lit(normal: vec3f, tint: vec3f, offset: vec3f) -> vec3f {
    let share = 0.5 + 0.5 * dot(normal, view.up_lift.xyz);
    let light = mix(view.ground_light.xyz, view.sky_light.xyz, share)
        + view.sun_light.xyz * max(dot(normal, view.sun.xyz), 0.0);
    return mix(tint * light, sky(offset / length(offset)), fog_share(offset));
}

fn kind_of(id: u32) -> u32 {
    for (var kind = 0u; kind < KINDS_MAX - 1u; kind += 1u) {
        if id < view.id_ends[kind / 4u][kind % 4u] {
            return kind;
        }
    }
    return KINDS_MAX - 1u;
}

// Columns side, up and forward of a body; finite and orthonormal for any heading.
fn body_basis(forward: vec3f, up: vec3f, rest: vec3f) -> mat3x3f {
    let ahead = heading(forward, rest);
    var side = cross(up, ahead);
    if dot(side, side) < SINE_SQUARED_MIN {
        side = cross(other_axis(rest, ahead), ahead);
    }
    side = side / length(side);
    return mat3x3f(side, cross(ahead, side), ahead);
}

fn heading(forward: vec3f, rest: vec3f) -> vec3f {
    let largest = max(max(abs(forward.x), abs(forward.y)), abs(forward.z));
    if !(largest > COMPONENT_MIN && largest < COMPONENT_MAX) {
        return rest;
    }
    let scaled = forward / largest;
    return scaled / length(scaled);
}

fn other_axis(rest: vec3f, ahead: vec3f) -> vec3f {
    let across = cross(rest, ahead);
    return select(rest, rest.zxy, dot(across, across) < SINE_SQUARED_MIN);
}

// The body of an agent, from its rows alone: nothing depends on where in memory they lie.
fn body(position: vec3f, id: u32, forward: vec3f) -> Body {
    let chance = f32(pcg(id) >> 8u) / 16777216.0;
    let up = view.up_lift.xyz;
    let lifted = position + up * (view.up_lift.w * chance);
    let depth = dot(lifted - view.eye_near.xyz, view.ahead_vignette.xyz);
    let kind = view.kinds[kind_of(id)];
    let size = max(kind.w, view.above_span_min.w * depth / (view.right_focal.w * view.bend_span.w));
    let beats = chance + view.rest_seconds.w * BEATS_PER_SECOND * (0.85 + 0.3 * chance);
    let bend = view.bend_span.xyz * sin((beats - floor(beats)) * TAU);
    return Body(lifted, body_basis(forward, up, view.rest_seconds.xyz) * size, bend, kind.xyz);
}

fn corner_at(shape: Body, index: u32) -> vec3f {
    let corner = view.corners[index];
    return shape.position + shape.axes * (corner.xyz + shape.bend * corner.w);
}

fn triangle_colour(shape: Body, a: vec3f, b: vec3f, c: vec3f) -> vec3f {
    let offset = shape.position - view.eye_near.xyz;
    let across = cross(b - a, c - a);
    let facing = select(across, -across, dot(across, offset) > 0.0);
    return lit(facing / max(length(facing), 1e-30), shape.tint, offset);
}

fn smooth_share(share: f32) -> f32 {
    let x = clamp(share, 0.0, 1.0);
    return x * x * (3.0 - 2.0 * x);
}

fn pcg(x: u32) -> u32 {
    let s = x * 747796405u + 2891336453u;
    let w = ((s >> ((s >> 28u) + 4u)) ^ s) * 277803737u;
    return (w >> 22u) ^ w;
}
