//! Limits of speed; the limit of a force is `vector::limit`.

use super::vector::{EPS, length3};
use crate::number::{Number, Vector};

/// The velocity with its length brought between `min_speed` and `max_speed`; an agent at rest is started along `forward`.
#[inline(always)]
pub fn speed_limit<V: Vector>(velocity: V, forward: V, min_speed: V::Number, max_speed: V::Number) -> V {
    let speed = length3(velocity);
    let started = V::pick(speed.le(speed.like(EPS)), forward.times(min_speed), velocity.times(min_speed / speed));
    let raised = V::pick(speed.lt(min_speed), started, velocity);
    V::pick(speed.gt(max_speed), velocity.times(max_speed / speed), raised)
}
