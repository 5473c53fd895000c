//! The gap between two boxes: bounds on the squared distance of every pair with one agent in each.
//!
//! The bounds hold for the distances as `f32` computes them, not only for the true ones: subtraction, multiplication, division,
//! addition and `floor` keep the order of what they round, so a displacement between two boxes lies between the displacements
//! of their corners. That is why a search that trusts these bounds finds exactly what brute force finds.

use glam::{Vec3, vec3};

/// A closed box with its sides along the axes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Bounds {
    pub(super) min: Vec3,
    pub(super) max: Vec3,
}

impl Bounds {
    /// Holds nothing; growing it by anything gives that thing's bounds.
    pub(super) const EMPTY: Self = Self { min: Vec3::INFINITY, max: Vec3::NEG_INFINITY };

    pub(super) fn of(positions: impl Iterator<Item = Vec3>) -> Self {
        positions.fold(Self::EMPTY, |bounds, position| bounds.union(Self { min: position, max: position }))
    }

    pub(super) fn union(self, other: Self) -> Self {
        Self { min: self.min.min(other.min), max: self.max.max(other.max) }
    }
}

/// What is known of all pairs between two boxes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Gap {
    /// No squared distance is less.
    pub(super) nearest_squared: f32,
    /// No squared distance is more.
    pub(super) farthest_squared: f32,
    /// The whole periods taken off each displacement; `None` where they differ from pair to pair.
    pub(super) shift: Option<Vec3>,
}

impl Gap {
    /// Of the displacements from `from` to `to`, by minimum image where `period` is greater than 0.
    pub(super) fn between(from: &Bounds, to: &Bounds, period: Vec3) -> Self {
        let least = to.min - from.max;
        let most = to.max - from.min;
        let x = AxisGap::new(least.x, most.x, period.x);
        let y = AxisGap::new(least.y, most.y, period.y);
        let z = AxisGap::new(least.z, most.z, period.z);
        // The same order of sums as in `dot3`, which the bounds rely on.
        Self {
            nearest_squared: x.nearest * x.nearest + y.nearest * y.nearest + z.nearest * z.nearest,
            farthest_squared: x.farthest * x.farthest + y.farthest * y.farthest + z.farthest * z.farthest,
            shift: match (x.shift, y.shift, z.shift) {
                (Some(x), Some(y), Some(z)) => Some(vec3(x, y, z)),
                _ => None,
            },
        }
    }
}

struct AxisGap {
    nearest: f32,
    farthest: f32,
    shift: Option<f32>,
}

impl AxisGap {
    /// For plain differences between `least` and `most`.
    fn new(least: f32, most: f32, period: f32) -> Self {
        let near_enough = 0.49 * period;
        if period <= 0.0 || (least > -near_enough && most < near_enough) {
            return Self::shifted(least, most, 0.0);
        }
        // How many periods `minimum_image` takes off, at either end.
        let first = (least / period + 0.5).floor();
        let last = (most / period + 0.5).floor();
        if first == last {
            return Self::shifted(least, most, period * first);
        }
        let nearest = if last - first > 1.0 {
            0.0
        } else {
            let before = Self::shifted(least, most, period * first).nearest;
            let after = Self::shifted(least, most, period * last).nearest;
            before.min(after)
        };
        // Half a period, and room for the rounding of quotient, product and difference (each half an ulp of the largest).
        let rounding = (least.abs().max(most.abs()) + period) * (8.0 * f32::EPSILON);
        Self { nearest, farthest: 0.5 * period + rounding, shift: None }
    }

    fn shifted(least: f32, most: f32, shift: f32) -> Self {
        let (least, most) = (least - shift, most - shift);
        Self { nearest: least.max(-most).max(0.0), farthest: least.abs().max(most.abs()), shift: Some(shift) }
    }
}
