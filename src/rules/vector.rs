//! Vector helpers: lengths, unit vectors, limits, displacements and the push direction of coincident agents.

use crate::number::{Number, Vector};
use glam::{Vec3, vec3};

/// A vector no longer than this counts as zero.
pub const EPS: f32 = 1e-6;

/// The greatest square of a length that is no longer than [`EPS`]: `sqrt(x) <= EPS` is `x <= EPS2`.
pub const EPS2: f32 = 1.000_000_1e-12;

/// A stored number smaller than this is written as zero, since some adapters flush subnormal numbers and some do not.
pub const FLUSH: f32 = 1e-30;

/// Sum of products, in the order x, y, z.
#[inline(always)]
pub fn dot3<V: Vector>(a: V, b: V) -> V::Number {
    let ([ax, ay, az], [bx, by, bz]) = (a.parts(), b.parts());
    ax * bx + ay * by + az * bz
}

/// Length of a vector.
#[inline(always)]
pub fn length3<V: Vector>(a: V) -> V::Number {
    dot3(a, a).sqrt()
}

/// `a / |a|`, or zero when `|a| <= EPS`.
#[inline(always)]
pub fn unit<V: Vector>(a: V) -> V {
    let len = length3(a);
    V::pick(len.gt(len.like(EPS)), a.over(len), a.like(Vec3::ZERO))
}

/// Scaled down to the length `most` if longer.
#[inline(always)]
pub fn limit<V: Vector>(a: V, most: V::Number) -> V {
    let len = length3(a);
    V::pick(len.gt(most), a.times(most / len), a)
}

/// The part of `a` across the unit vector `u`.
pub fn perpendicular(a: Vec3, u: Vec3) -> Vec3 {
    a - u * dot3(a, u)
}

/// The part of `a` along the unit vector `u`.
pub fn parallel_component(a: Vec3, u: Vec3) -> Vec3 {
    u * dot3(a, u)
}

/// -1 below the interval from `lo` to `hi`, 1 above it, 0 inside; both ends are inside.
pub fn interval_comparison(x: f32, lo: f32, hi: f32) -> i32 {
    if x < lo {
        return -1;
    }
    if x > hi {
        return 1;
    }
    0
}

/// The place after `time` seconds at this velocity; before now when `time` is negative.
pub fn predict_position(position: Vec3, velocity: Vec3, time: f32) -> Vec3 {
    position + velocity * time
}

/// `d` less whole periods, in `[-period/2, period/2)`; an axis whose period is 0 is left alone.
pub fn minimum_image(d: f32, period: f32) -> f32 {
    if period > 0.0 { d - period * (d / period + 0.5).floor() } else { d }
}

/// From `a` to `b` by the shortest way in a box with these periods (0: open axis).
pub fn displacement(a: Vec3, b: Vec3, period: Vec3) -> Vec3 {
    let d = b - a;
    vec3(minimum_image(d.x, period.x), minimum_image(d.y, period.y), minimum_image(d.z, period.z))
}

/// Numbers smaller than [`FLUSH`] replaced by zero.
#[inline(always)]
pub fn flush<V: Vector>(a: V) -> V {
    a.map(flush1)
}

/// A number smaller than [`FLUSH`] replaced by zero.
#[inline(always)]
pub fn flush1<N: Number>(x: N) -> N {
    N::pick(x.abs().lt(x.like(FLUSH)), x.like(0.0), x)
}

/// The direction in which agent `i` is pushed by agent `j` when both are at one point; the opposite for `j`.
///
/// Any fixed antisymmetric choice would do; this one hashes the pair of ids, so that a heap of agents flies apart.
pub fn pair_direction(i: u32, j: u32, dimensions: u32) -> Vec3 {
    let lo = i.min(j);
    let hi = i.max(j);
    let mut h = lo.wrapping_mul(0x9E37_79B1).wrapping_add(hi.wrapping_mul(0x85EB_CA77)).wrapping_add(0x1656_67B1);
    h ^= h >> 15;
    h = h.wrapping_mul(0x2C1B_3C6D);
    h ^= h >> 12;
    h = h.wrapping_mul(0x297A_2D39);
    h ^= h >> 15;
    let mut c = vec3((h & 1023) as f32, (h >> 10 & 1023) as f32, (h >> 20 & 1023) as f32) / 511.5 - 1.0;
    if dimensions == 2 {
        c.z = 0.0;
    }
    let e = c / length3(c);
    if i > j { e } else { -e }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn eps2_is_the_greatest_square_of_a_length_of_eps() {
        assert!(EPS2.sqrt() <= EPS);
        assert!(f32::from_bits(EPS2.to_bits() + 1).sqrt() > EPS);
    }
}
