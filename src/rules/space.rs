//! The edge of the world: torus, walls, pushing force, OpenSteer's sphere.

use super::vector::{length3, unit};
use crate::params::{EDGE_PERIODIC, EDGE_REFLECT, EDGE_SPHERE_WRAP, Params};
use glam::{Vec3, vec3};

/// A place and a velocity after the edge of the world had its say.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moved {
    /// World units.
    pub position: Vec3,
    /// World units per second.
    pub velocity: Vec3,
}

/// Applies the hard edge of the world.
pub fn edge_of_world(params: &Params, position: Vec3, velocity: Vec3) -> Moved {
    if params.edge == EDGE_PERIODIC {
        return Moved { position: wrap_periodic(position, params.world_min, params.period), velocity };
    }
    if params.edge == EDGE_REFLECT {
        return reflect_box(position, velocity, params.world_min, params.world_max);
    }
    if params.edge == EDGE_SPHERE_WRAP {
        return Moved { position: sphere_wrap(position, params.sphere_centre, params.sphere_radius), velocity };
    }
    Moved { position, velocity }
}

/// The place in a torus, in `[min, min + period)`; an axis whose period is 0 is left alone.
pub fn wrap_periodic(position: Vec3, min: Vec3, period: Vec3) -> Vec3 {
    vec3(
        wrap_axis(position.x, min.x, period.x),
        wrap_axis(position.y, min.y, period.y),
        wrap_axis(position.z, min.z, period.z),
    )
}

/// [`wrap_periodic`] on one axis. What rounding puts on the upper side, or below the lower one, becomes the lower one.
pub fn wrap_axis(x: f32, min: f32, period: f32) -> f32 {
    if !(period > 0.0) {
        return x;
    }
    let wrapped = x - period * ((x - min) / period).floor();
    if wrapped >= min + period || wrapped < min { min } else { wrapped }
}

/// Mirrored at the walls of a box, never past the other wall, the velocity turned inwards.
pub fn reflect_box(position: Vec3, velocity: Vec3, min: Vec3, max: Vec3) -> Moved {
    let x = reflect_axis(position.x, velocity.x, min.x, max.x);
    let y = reflect_axis(position.y, velocity.y, min.y, max.y);
    let z = reflect_axis(position.z, velocity.z, min.z, max.z);
    Moved { position: vec3(x.position, y.position, z.position), velocity: vec3(x.velocity, y.velocity, z.velocity) }
}

/// A place and a velocity on one axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MovedAxis {
    /// World units.
    pub position: f32,
    /// World units per second.
    pub velocity: f32,
}

/// [`reflect_box`] on one axis.
pub fn reflect_axis(x: f32, v: f32, lo: f32, hi: f32) -> MovedAxis {
    if x < lo {
        let mirrored = lo + (lo - x);
        return MovedAxis { position: if mirrored > hi { hi } else { mirrored }, velocity: v.abs() };
    }
    if x > hi {
        let mirrored = hi - (x - hi);
        return MovedAxis { position: if mirrored < lo { lo } else { mirrored }, velocity: -v.abs() };
    }
    MovedAxis { position: x, velocity: v }
}

/// OpenSteer's sphere: who is outside is set back by one diameter.
pub fn sphere_wrap(position: Vec3, centre: Vec3, radius: f32) -> Vec3 {
    let out = position - centre;
    if length3(out) > radius { position - unit(out) * (2.0 * radius) } else { position }
}

/// The push of a soft box: `strength` on each axis on which the place is outside, inwards.
pub fn soft_bounds(position: Vec3, min: Vec3, max: Vec3, strength: f32) -> Vec3 {
    vec3(
        soft_axis(position.x, min.x, max.x, strength),
        soft_axis(position.y, min.y, max.y, strength),
        soft_axis(position.z, min.z, max.z, strength),
    )
}

/// [`soft_bounds`] on one axis.
pub fn soft_axis(x: f32, lo: f32, hi: f32, strength: f32) -> f32 {
    if x < lo {
        return strength;
    }
    if x > hi {
        return -strength;
    }
    0.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_rounding_puts_on_the_upper_side_of_a_torus_becomes_the_lower_one() {
        assert_eq!(wrap_axis(-1e-9, 0.0, 10.0), 0.0);
        assert_eq!(wrap_axis(10.0, 0.0, 10.0), 0.0);
        assert!(wrap_axis(-1e-5, 0.0, 10.0) > 9.9);
    }

    #[test]
    fn a_place_that_is_wrapped_stays_where_it_is_when_wrapped_again() {
        for i in -2000..2000 {
            let once = wrap_axis(i as f32 * 0.0371, -3.3, 7.7);
            assert!((-3.3..-3.3 + 7.7).contains(&once), "{once}");
            assert!(wrap_axis(once, -3.3, 7.7) == once || wrap_axis(once, -3.3, 7.7) == -3.3, "{once}");
        }
    }

    #[test]
    fn who_is_beyond_a_wall_but_on_the_way_back_stays_on_the_way_back() {
        assert_eq!(reflect_axis(10.5, -2.0, 0.0, 10.0), MovedAxis { position: 9.5, velocity: -2.0 });
        assert_eq!(reflect_axis(-0.5, 2.0, 0.0, 10.0), MovedAxis { position: 0.5, velocity: 2.0 });
        assert_eq!(reflect_axis(10.5, 2.0, 0.0, 10.0), MovedAxis { position: 9.5, velocity: -2.0 });
    }
}
