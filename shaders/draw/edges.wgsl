// Edges of the world: short lines of even width in the picture, faint against the sky behind them.

@group(0) @binding(1) var<storage, read> segments: array<vec4f>;

struct EdgePoint {
    @builtin(position) position: vec4f,
    @location(0) @interpolate(flat) colour: vec3f,
}

@vertex
fn edges_vertex(@builtin(vertex_index) vertex: u32, @builtin(instance_index) instance: u32) -> EdgePoint {
    let start = segments[2u * instance].xyz;
    let end = segments[2u * instance + 1u].xyz;
    let clip_start = view.clip_from_world * vec4f(start, 1.0);
    let clip_end = view.clip_from_world * vec4f(end, 1.0);
    var point: EdgePoint;
    point.colour = edge_colour((start + end) * 0.5);
    // A part behind the camera becomes a point, which covers nothing.
    point.position = vec4f(0.0, 0.0, 0.0, 1.0);
    if clip_start.w < view.eye_near.w || clip_end.w < view.eye_near.w {
        return point;
    }
    let at_end = vertex == 1u || vertex == 2u || vertex == 4u;
    let to_right = vertex == 2u || vertex == 4u || vertex == 5u;
    let along = (clip_end.xy / clip_end.w - clip_start.xy / clip_start.w) * view.size.xy;
    let across = vec2f(-along.y, along.x) / max(length(along), 1e-6);
    let clip = select(clip_start, clip_end, at_end);
    let shift = across * (select(-0.5, 0.5, to_right) * view.fog.w) / view.size.xy * 2.0;
    point.position = vec4f(clip.xy + shift * clip.w, clip.zw);
    return point;
}

fn edge_colour(at: vec3f) -> vec3f {
    let offset = at - view.eye_near.xyz;
    return mix(sky(offset / length(offset)), view.edge.xyz, view.edge.w * (1.0 - fog_share(offset)));
}

@fragment
fn edges_fragment(point: EdgePoint) -> @location(0) vec4f {
    return vec4f(point.colour, 1.0);
}
