// Limits of speed; the limit of a force is `limit` of vector.wgsl.
// Twin of src/rules/limits.rs.

fn speed_limit(velocity: vec3f, forward: vec3f, min_speed: f32, max_speed: f32) -> vec3f {
    let speed = length3(velocity);
    if speed > max_speed {
        return velocity * (max_speed / speed);
    }
    if speed < min_speed {
        if speed <= EPS {
            return forward * min_speed;
        }
        return velocity * (min_speed / speed);
    }
    return velocity;
}
