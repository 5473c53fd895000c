//! How a force moves an agent: limits, semi-implicit Euler, the edge of the world, the new heading.

use super::limits::speed_limit;
use super::space::{edge_of_world, has_edge, soft_bounds};
use super::vector::{EPS, flush, flush1, length3, limit};
use crate::number::{Number, Vector};
use crate::params::{EDGE_SOFT, Params, Species};
use glam::Vec3;

/// What a species says of the motion of its agents.
#[derive(Clone, Copy, Debug)]
pub struct Limits<N> {
    /// 1 / mass.
    pub inverse_mass: N,
    /// Longer forces are cut to it.
    pub max_force: N,
    /// Lower speeds are raised to it.
    pub min_speed: N,
    /// Higher speeds are cut to it.
    pub max_speed: N,
}

impl<N> Limits<N> {
    /// The numbers of each lane's species.
    #[inline(always)]
    pub fn new(number: impl Fn(fn(&Species) -> f32) -> N) -> Self {
        Self {
            inverse_mass: number(|species| species.inverse_mass),
            max_force: number(|species| species.max_force),
            min_speed: number(|species| species.min_speed),
            max_speed: number(|species| species.max_speed),
        }
    }
}

/// Place, heading and speed of an agent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moving<V: Vector = Vec3> {
    /// World units.
    pub position: V,
    /// Unit vector.
    pub forward: V,
    /// World units per second.
    pub speed: V::Number,
}

/// Moves an agent by one step under the force of its rules.
#[inline(always)]
pub fn advance<V: Vector>(params: &Params, limits: &Limits<V::Number>, before: Moving<V>, steering: V) -> Moving<V> {
    let dt = before.speed.like(params.dt);
    let force = limit(steering + pushed_in(params, before.position), limits.max_force);
    let acceleration = force.times(limits.inverse_mass);
    let wanted = before.forward.times(before.speed) + acceleration.times(dt);
    let velocity = speed_limit(wanted, before.forward, limits.min_speed, limits.max_speed);
    let moved = edge_of_world(params, before.position + velocity.times(dt), velocity);
    let (forward, speed) = heading_of(moved.velocity, before.forward);
    Moving { position: flush(moved.position), forward, speed }
}

/// The push of a soft edge; zero in other worlds.
#[inline(always)]
pub fn pushed_in<V: Vector>(params: &Params, position: V) -> V {
    if !has_edge(params, EDGE_SOFT) {
        return position.like(Vec3::ZERO);
    }
    soft_bounds(position, params.world_min, params.world_max, params.soft_strength)
}

/// Heading and speed of a velocity; who is at rest keeps the old heading.
#[inline(always)]
pub fn heading_of<V: Vector>(velocity: V, forward: V) -> (V, V::Number) {
    let speed = length3(velocity);
    let moves = speed.gt(speed.like(EPS));
    let heading = V::pick(moves, flush(velocity.over(speed)), forward);
    (heading, V::Number::pick(moves, speed, flush1(speed)))
}
