//! The edge of the world: torus, walls, pushing force, OpenSteer's sphere.

use super::vector::{length3, unit};
use crate::number::{Number, Vector};
use crate::params::{EDGE_PERIODIC, EDGE_REFLECT, EDGE_SPHERE_WRAP, Params};
use glam::Vec3;

/// A place and a velocity after the edge of the world had its say.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moved<V: Vector = Vec3> {
    /// World units.
    pub position: V,
    /// World units per second.
    pub velocity: V,
}

/// Applies the hard edge of the world.
#[inline(always)]
pub fn edge_of_world<V: Vector>(params: &Params, position: V, velocity: V) -> Moved<V> {
    if has_edge(params, EDGE_PERIODIC) {
        return Moved { position: wrap_periodic(position, params.world_min, params.period), velocity };
    }
    if has_edge(params, EDGE_REFLECT) {
        return reflect_box(position, velocity, params.world_min, params.world_max);
    }
    if has_edge(params, EDGE_SPHERE_WRAP) {
        return Moved { position: sphere_wrap(position, params.sphere_centre, params.sphere_radius), velocity };
    }
    Moved { position, velocity }
}

/// Whether the world has this edge, one of the `EDGE_` constants.
pub fn has_edge(params: &Params, edge: u32) -> bool {
    params.edge == edge
}

/// The place in a torus, in `[min, min + period)`; an axis whose period is 0 is left alone.
#[inline(always)]
pub fn wrap_periodic<V: Vector>(position: V, min: Vec3, period: Vec3) -> V {
    let [x, y, z] = position.parts();
    V::from_parts(wrap_axis(x, min.x, period.x), wrap_axis(y, min.y, period.y), wrap_axis(z, min.z, period.z))
}

/// [`wrap_periodic`] on one axis. What rounding puts on the upper side, or below the lower one, becomes the lower one.
#[inline(always)]
pub fn wrap_axis<N: Number>(x: N, min: f32, period: f32) -> N {
    if !(period > 0.0) {
        return x;
    }
    let (low, length) = (x.like(min), x.like(period));
    let wrapped = x - length * ((x - low) / length).floor();
    N::pick(wrapped.ge(low + length) | wrapped.lt(low), low, wrapped)
}

/// Mirrored at the walls of a box, never past the other wall, the velocity turned inwards.
#[inline(always)]
pub fn reflect_box<V: Vector>(position: V, velocity: V, min: Vec3, max: Vec3) -> Moved<V> {
    let ([x, y, z], [vx, vy, vz]) = (position.parts(), velocity.parts());
    let x = reflect_axis(x, vx, min.x, max.x);
    let y = reflect_axis(y, vy, min.y, max.y);
    let z = reflect_axis(z, vz, min.z, max.z);
    Moved {
        position: V::from_parts(x.position, y.position, z.position),
        velocity: V::from_parts(x.velocity, y.velocity, z.velocity),
    }
}

/// A place and a velocity on one axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MovedAxis<N = f32> {
    /// World units.
    pub position: N,
    /// World units per second.
    pub velocity: N,
}

/// [`reflect_box`] on one axis.
#[inline(always)]
pub fn reflect_axis<N: Number>(x: N, v: N, lo: f32, hi: f32) -> MovedAxis<N> {
    let (lo, hi) = (x.like(lo), x.like(hi));
    let (below, above) = (x.lt(lo), x.gt(hi));
    let from_below = lo + (lo - x);
    let from_above = hi - (x - hi);
    let raised = N::pick(from_below.gt(hi), hi, from_below);
    let lowered = N::pick(from_above.lt(lo), lo, from_above);
    MovedAxis {
        position: N::pick(below, raised, N::pick(above, lowered, x)),
        velocity: N::pick(below, v.abs(), N::pick(above, -v.abs(), v)),
    }
}

/// OpenSteer's sphere: who is outside is set back by one diameter.
#[inline(always)]
pub fn sphere_wrap<V: Vector>(position: V, centre: Vec3, radius: f32) -> V {
    let out = position - position.like(centre);
    let distance = length3(out);
    let back = position - unit(out).times(distance.like(2.0 * radius));
    V::pick(distance.gt(distance.like(radius)), back, position)
}

/// The push of a soft box: `strength` on each axis on which the place is outside, inwards.
#[inline(always)]
pub fn soft_bounds<V: Vector>(position: V, min: Vec3, max: Vec3, strength: f32) -> V {
    let [x, y, z] = position.parts();
    V::from_parts(
        soft_axis(x, min.x, max.x, strength),
        soft_axis(y, min.y, max.y, strength),
        soft_axis(z, min.z, max.z, strength),
    )
}

/// [`soft_bounds`] on one axis.
#[inline(always)]
pub fn soft_axis<N: Number>(x: N, lo: f32, hi: f32, strength: f32) -> N {
    let outwards = N::pick(x.gt(x.like(hi)), x.like(-strength), x.like(0.0));
    N::pick(x.lt(x.like(lo)), x.like(strength), outwards)
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
