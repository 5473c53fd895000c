//! Limits of speed; the limit of a force is `vector::limit`.

use super::vector::{EPS, length3};
use glam::Vec3;

/// The velocity with its length brought between `min_speed` and `max_speed`; an agent at rest is started along `forward`.
pub fn speed_limit(velocity: Vec3, forward: Vec3, min_speed: f32, max_speed: f32) -> Vec3 {
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
    velocity
}
