// The edge of the world: torus, walls, pushing force, OpenSteer's sphere.
// Twin of src/rules/space.rs.

// One of the EDGE_ constants where a pipeline is made for one world, so that the code of the others is dropped.
override EDGE: u32 = 0xFFFFFFFFu;

struct Moved {
    position: vec3f,
    velocity: vec3f,
}

fn edge_of_world(params: Params, position: vec3f, velocity: vec3f) -> Moved {
    if has_edge(params, EDGE_PERIODIC) {
        return Moved(wrap_periodic(position, params.world_min, params.period), velocity);
    }
    if has_edge(params, EDGE_REFLECT) {
        return reflect_box(position, velocity, params.world_min, params.world_max);
    }
    if has_edge(params, EDGE_SPHERE_WRAP) {
        return Moved(sphere_wrap(position, params.sphere_centre, params.sphere_radius), velocity);
    }
    return Moved(position, velocity);
}

fn has_edge(params: Params, edge: u32) -> bool {
    return select(EDGE, params.edge, EDGE == 0xFFFFFFFFu) == edge;
}

fn wrap_periodic(position: vec3f, min: vec3f, period: vec3f) -> vec3f {
    return vec3f(
        wrap_axis(position.x, min.x, period.x),
        wrap_axis(position.y, min.y, period.y),
        wrap_axis(position.z, min.z, period.z),
    );
}

fn wrap_axis(x: f32, min: f32, period: f32) -> f32 {
    if !(period > 0.0) {
        return x;
    }
    let wrapped = x - period * floor((x - min) / period);
    if wrapped >= min + period || wrapped < min {
        return min;
    }
    return wrapped;
}

fn reflect_box(position: vec3f, velocity: vec3f, min: vec3f, max: vec3f) -> Moved {
    let x = reflect_axis(position.x, velocity.x, min.x, max.x);
    let y = reflect_axis(position.y, velocity.y, min.y, max.y);
    let z = reflect_axis(position.z, velocity.z, min.z, max.z);
    return Moved(vec3f(x.position, y.position, z.position), vec3f(x.velocity, y.velocity, z.velocity));
}

struct MovedAxis {
    position: f32,
    velocity: f32,
}

fn reflect_axis(x: f32, v: f32, lo: f32, hi: f32) -> MovedAxis {
    if x < lo {
        let mirrored = lo + (lo - x);
        return MovedAxis(select(mirrored, hi, mirrored > hi), abs(v));
    }
    if x > hi {
        let mirrored = hi - (x - hi);
        return MovedAxis(select(mirrored, lo, mirrored < lo), -abs(v));
    }
    return MovedAxis(x, v);
}

fn sphere_wrap(position: vec3f, centre: vec3f, radius: f32) -> vec3f {
    let out = position - centre;
    if length3(out) > radius {
        return position - unit(out) * (2.0 * radius);
    }
    return position;
}

fn soft_bounds(position: vec3f, min: vec3f, max: vec3f, strength: f32) -> vec3f {
    return vec3f(
        soft_axis(position.x, min.x, max.x, strength),
        soft_axis(position.y, min.y, max.y, strength),
        soft_axis(position.z, min.z, max.z, strength),
    );
}

fn soft_axis(x: f32, lo: f32, hi: f32, strength: f32) -> f32 {
    if x < lo {
        return strength;
    }
    if x > hi {
        return -strength;
    }
    return 0.0;
}
