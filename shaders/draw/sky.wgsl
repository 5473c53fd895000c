// Sky: one triangle over the whole picture, coloured by the line of sight of each pixel.

struct SkyPoint {
    @builtin(position) position: vec4f,
    @location(0) ray: vec3f,
}

@vertex
fn sky_vertex(@builtin(vertex_index) vertex: u32) -> SkyPoint {
    let x = select(-1.0, 3.0, vertex == 1u);
    let y = select(-1.0, 3.0, vertex == 2u);
    var point: SkyPoint;
    point.position = vec4f(x, y, 0.0, 1.0);
    point.ray = view.ahead_vignette.xyz + view.right_focal.xyz * x + view.above_span_min.xyz * y;
    return point;
}

@fragment
fn sky_fragment(point: SkyPoint) -> @location(0) vec4f {
    return vec4f(sky(point.ray / length(point.ray)), 1.0);
}
