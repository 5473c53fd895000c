// How a force moves an agent: limits, semi-implicit Euler, the edge of the world, the new heading.
// Twin of src/rules/motion.rs.

struct Advanced {
    position: vec3f,
    motion: Motion,
}

fn advance(params: Params, species: Species, position: vec3f, motion: Motion, steering: vec3f) -> Advanced {
    let force = limit(steering + pushed_in(params, position), species.max_force);
    let acceleration = force * species.inverse_mass;
    let wanted = motion.forward * motion.speed + acceleration * params.dt;
    let velocity = speed_limit(wanted, motion.forward, species.min_speed, species.max_speed);
    let moved = edge_of_world(params, position + velocity * params.dt, velocity);
    return Advanced(flush(moved.position), heading_of(moved.velocity, motion.forward));
}

fn pushed_in(params: Params, position: vec3f) -> vec3f {
    if !has_edge(params, EDGE_SOFT) {
        return vec3f();
    }
    return soft_bounds(position, params.world_min, params.world_max, params.soft_strength);
}

fn heading_of(velocity: vec3f, forward: vec3f) -> Motion {
    let speed = length3(velocity);
    if speed > EPS {
        return Motion(flush(velocity / speed), speed);
    }
    return Motion(forward, flush1(speed));
}
