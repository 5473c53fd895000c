// Vector helpers: lengths, unit vectors, limits, displacements and the push direction of coincident agents.
// Twin of src/rules/vector.rs.

const EPS: f32 = 1e-6;
const EPS2: f32 = 1.0000001e-12;
const FLUSH: f32 = 1e-30;

fn dot3(a: vec3f, b: vec3f) -> f32 {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

fn length3(a: vec3f) -> f32 {
    return sqrt(dot3(a, a));
}

fn unit(a: vec3f) -> vec3f {
    let len = length3(a);
    if len > EPS {
        return a / len;
    }
    return vec3f();
}

fn limit(a: vec3f, most: f32) -> vec3f {
    let len = length3(a);
    if len > most {
        return a * (most / len);
    }
    return a;
}

fn perpendicular(a: vec3f, u: vec3f) -> vec3f {
    return a - u * dot3(a, u);
}

fn parallel_component(a: vec3f, u: vec3f) -> vec3f {
    return u * dot3(a, u);
}

fn interval_comparison(x: f32, lo: f32, hi: f32) -> i32 {
    if x < lo {
        return -1;
    }
    if x > hi {
        return 1;
    }
    return 0;
}

fn predict_position(position: vec3f, velocity: vec3f, time: f32) -> vec3f {
    return position + velocity * time;
}

fn minimum_image(d: f32, period: f32) -> f32 {
    if period > 0.0 {
        return d - period * floor(d / period + 0.5);
    }
    return d;
}

fn displacement(a: vec3f, b: vec3f, period: vec3f) -> vec3f {
    let d = b - a;
    return vec3f(minimum_image(d.x, period.x), minimum_image(d.y, period.y), minimum_image(d.z, period.z));
}

fn flush(a: vec3f) -> vec3f {
    return vec3f(flush1(a.x), flush1(a.y), flush1(a.z));
}

fn flush1(x: f32) -> f32 {
    return select(x, 0.0, abs(x) < FLUSH);
}

fn pair_direction(i: u32, j: u32, dimensions: u32) -> vec3f {
    let lo = min(i, j);
    let hi = max(i, j);
    var h = lo * 0x9E3779B1u + hi * 0x85EBCA77u + 0x165667B1u;
    h ^= h >> 15u;
    h *= 0x2C1B3C6Du;
    h ^= h >> 12u;
    h *= 0x297A2D39u;
    h ^= h >> 15u;
    var c = vec3f(f32(h & 1023u), f32((h >> 10u) & 1023u), f32((h >> 20u) & 1023u)) / 511.5 - 1.0;
    if dimensions == 2u {
        c.z = 0.0;
    }
    let e = c / length3(c);
    return select(-e, e, i > j);
}
