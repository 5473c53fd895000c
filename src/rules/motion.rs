//! How a force moves an agent: limits, semi-implicit Euler, the edge of the world, the new heading.

use super::limits::speed_limit;
use super::space::{edge_of_world, soft_bounds};
use super::vector::{EPS, flush, flush1, length3, limit};
use crate::flock::Motion;
use crate::params::{EDGE_SOFT, Params, Species};
use glam::Vec3;

/// An agent after a step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Advanced {
    /// World units.
    pub position: Vec3,
    /// Heading and speed.
    pub motion: Motion,
}

/// Moves an agent by one step under the force of its rules.
pub fn advance(params: &Params, species: &Species, position: Vec3, motion: Motion, steering: Vec3) -> Advanced {
    let force = limit(steering + pushed_in(params, position), species.max_force);
    let acceleration = force * species.inverse_mass;
    let wanted = motion.forward * motion.speed + acceleration * params.dt;
    let velocity = speed_limit(wanted, motion.forward, species.min_speed, species.max_speed);
    let moved = edge_of_world(params, position + velocity * params.dt, velocity);
    Advanced { position: flush(moved.position), motion: heading_of(moved.velocity, motion.forward) }
}

/// The push of a soft edge; zero in other worlds.
pub fn pushed_in(params: &Params, position: Vec3) -> Vec3 {
    if params.edge != EDGE_SOFT {
        return Vec3::ZERO;
    }
    soft_bounds(position, params.world_min, params.world_max, params.soft_strength)
}

/// Heading and speed of a velocity; who is at rest keeps the old heading.
pub fn heading_of(velocity: Vec3, forward: Vec3) -> Motion {
    let speed = length3(velocity);
    if speed > EPS {
        return Motion { forward: flush(velocity / speed), speed };
    }
    Motion { forward, speed: flush1(speed) }
}
