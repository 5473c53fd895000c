//! The numbers that the rules are written for: one `f32`, or one for each of eight agents that step side by side.
//!
//! A rule is one text, generic over these traits. Where one agent would take a branch, a group of agents computes both
//! sides and picks lane by lane, so the text picks instead of branching; the bits of a lane are those of the one agent.

use fearless_simd::{Bytes, Select, Simd, SimdBase, SimdFloat, SimdInt, SimdMask, f32x8, mask32x8, u32x8};
use glam::Vec3;
use std::fmt::Debug;
use std::ops::{Add, BitAnd, BitOr, Div, Mul, Neg, Not, Sub};

/// Lanes of a group.
pub const LANES: usize = 8;

/// Yes or no, for one agent or for each lane.
pub trait Mask: Copy + BitAnd<Output = Self> + BitOr<Output = Self> + Not<Output = Self> {
    /// Whether any lane says yes.
    fn any(self) -> bool;
    /// What one lane says.
    fn lane(self, lane: usize) -> bool;
}

/// A number, for one agent or for each lane.
pub trait Number:
    Copy + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + Div<Output = Self> + Neg<Output = Self>
{
    /// Answer of a comparison.
    type Mask: Mask;
    /// How many neighbours, for each lane.
    type Count: Copy + Debug;
    /// The same `x` in every lane; `self` only says which kind of number.
    fn like(self, x: f32) -> Self;
    /// Square root, correctly rounded.
    fn sqrt(self) -> Self;
    /// Largest integer that is not greater.
    fn floor(self) -> Self;
    /// Without its sign.
    fn abs(self) -> Self;
    /// `self < other`.
    fn lt(self, other: Self) -> Self::Mask;
    /// `self <= other`.
    fn le(self, other: Self) -> Self::Mask;
    /// `self > other`.
    fn gt(self, other: Self) -> Self::Mask;
    /// `self >= other`.
    fn ge(self, other: Self) -> Self::Mask;
    /// `yes` where the mask says so, else `no`.
    fn pick(mask: Self::Mask, yes: Self, no: Self) -> Self;
    /// The same answer in every lane.
    fn all(self, answer: bool) -> Self::Mask;
    /// No neighbours.
    fn none(self) -> Self::Count;
    /// One more where the mask says so.
    fn one_more(count: Self::Count, mask: Self::Mask) -> Self::Count;
    /// A count as a number.
    fn of_count(self, count: Self::Count) -> Self;
    /// `self + term` where the mask says so, else `self`, which must not be -0: a sum that began with 0 never is.
    fn plus_where(self, mask: Self::Mask, term: Self) -> Self;
    /// The number of one lane.
    fn lane(self, lane: usize) -> f32;
    /// The same numbers but for one lane.
    fn with_lane(self, lane: usize, x: f32) -> Self;
}

/// Three numbers: a place, an offset, a heading or a force.
pub trait Vector: Copy + Add<Output = Self> + Sub<Output = Self> + Neg<Output = Self> {
    /// What it is made of.
    type Number: Number;
    /// From its parts.
    fn from_parts(x: Self::Number, y: Self::Number, z: Self::Number) -> Self;
    /// Its parts: x, y, z.
    fn parts(self) -> [Self::Number; 3];

    /// Each part by the same operation.
    #[inline(always)]
    fn map(self, operation: impl Fn(Self::Number) -> Self::Number) -> Self {
        let [x, y, z] = self.parts();
        Self::from_parts(operation(x), operation(y), operation(z))
    }

    /// Each part times a number.
    #[inline(always)]
    fn times(self, factor: Self::Number) -> Self {
        self.map(|part| part * factor)
    }

    /// Each part divided by a number.
    #[inline(always)]
    fn over(self, divisor: Self::Number) -> Self {
        self.map(|part| part / divisor)
    }

    /// The same vector in every lane; `self` only says which kind of vector.
    #[inline(always)]
    fn like(self, vector: Vec3) -> Self {
        let x = self.parts()[0];
        Self::from_parts(x.like(vector.x), x.like(vector.y), x.like(vector.z))
    }

    /// `yes` where the mask says so, else `no`.
    #[inline(always)]
    fn pick(mask: MaskOf<Self>, yes: Self, no: Self) -> Self {
        let ([ax, ay, az], [bx, by, bz]) = (yes.parts(), no.parts());
        Self::from_parts(
            Self::Number::pick(mask, ax, bx),
            Self::Number::pick(mask, ay, by),
            Self::Number::pick(mask, az, bz),
        )
    }

    /// [`Number::plus_where`] for each part.
    #[inline(always)]
    fn plus_where(self, mask: MaskOf<Self>, term: Self) -> Self {
        let ([x, y, z], [tx, ty, tz]) = (self.parts(), term.parts());
        Self::from_parts(x.plus_where(mask, tx), y.plus_where(mask, ty), z.plus_where(mask, tz))
    }

    /// The vector of one lane.
    #[inline(always)]
    fn lane(self, lane: usize) -> Vec3 {
        Vec3::from_array(self.parts().map(|part| part.lane(lane)))
    }

    /// The same vectors but for one lane.
    #[inline(always)]
    fn with_lane(self, lane: usize, vector: Vec3) -> Self {
        let [x, y, z] = self.parts();
        Self::from_parts(x.with_lane(lane, vector.x), y.with_lane(lane, vector.y), z.with_lane(lane, vector.z))
    }
}

/// The mask of a vector's numbers.
pub type MaskOf<V> = <<V as Vector>::Number as Number>::Mask;

/// The count of a vector's numbers.
pub type CountOf<V> = <<V as Vector>::Number as Number>::Count;

impl Mask for bool {
    #[inline(always)]
    fn any(self) -> bool {
        self
    }
    #[inline(always)]
    fn lane(self, _lane: usize) -> bool {
        self
    }
}

impl Number for f32 {
    type Mask = bool;
    type Count = u32;
    #[inline(always)]
    fn like(self, x: f32) -> Self {
        x
    }
    #[inline(always)]
    fn sqrt(self) -> Self {
        f32::sqrt(self)
    }
    #[inline(always)]
    fn floor(self) -> Self {
        f32::floor(self)
    }
    #[inline(always)]
    fn abs(self) -> Self {
        f32::abs(self)
    }
    #[inline(always)]
    fn lt(self, other: Self) -> bool {
        self < other
    }
    #[inline(always)]
    fn le(self, other: Self) -> bool {
        self <= other
    }
    #[inline(always)]
    fn gt(self, other: Self) -> bool {
        self > other
    }
    #[inline(always)]
    fn ge(self, other: Self) -> bool {
        self >= other
    }
    #[inline(always)]
    fn pick(mask: bool, yes: Self, no: Self) -> Self {
        if mask { yes } else { no }
    }
    #[inline(always)]
    fn all(self, answer: bool) -> bool {
        answer
    }
    #[inline(always)]
    fn none(self) -> u32 {
        0
    }
    #[inline(always)]
    fn one_more(count: u32, mask: bool) -> u32 {
        count + u32::from(mask)
    }
    #[inline(always)]
    fn of_count(self, count: u32) -> Self {
        count as f32
    }
    #[inline(always)]
    fn plus_where(self, mask: bool, term: Self) -> Self {
        if mask { self + term } else { self }
    }
    #[inline(always)]
    fn lane(self, _lane: usize) -> f32 {
        self
    }
    #[inline(always)]
    fn with_lane(self, _lane: usize, x: f32) -> Self {
        x
    }
}

impl Vector for Vec3 {
    type Number = f32;
    #[inline(always)]
    fn from_parts(x: f32, y: f32, z: f32) -> Self {
        Vec3::new(x, y, z)
    }
    #[inline(always)]
    fn parts(self) -> [f32; 3] {
        self.to_array()
    }
}

impl<S: Simd> Mask for mask32x8<S> {
    #[inline(always)]
    fn any(self) -> bool {
        self.to_bitmask() != 0
    }
    #[inline(always)]
    fn lane(self, lane: usize) -> bool {
        (self.to_bitmask() >> lane) & 1 == 1
    }
}

impl<S: Simd> Number for f32x8<S> {
    type Mask = mask32x8<S>;
    type Count = u32x8<S>;
    #[inline(always)]
    fn like(self, x: f32) -> Self {
        Self::splat(self.simd, x)
    }
    #[inline(always)]
    fn sqrt(self) -> Self {
        SimdFloat::sqrt(self)
    }
    #[inline(always)]
    fn floor(self) -> Self {
        SimdFloat::floor(self)
    }
    #[inline(always)]
    fn abs(self) -> Self {
        SimdBase::abs(self)
    }
    #[inline(always)]
    fn lt(self, other: Self) -> Self::Mask {
        self.simd_lt(other)
    }
    #[inline(always)]
    fn le(self, other: Self) -> Self::Mask {
        self.simd_le(other)
    }
    #[inline(always)]
    fn gt(self, other: Self) -> Self::Mask {
        self.simd_gt(other)
    }
    #[inline(always)]
    fn ge(self, other: Self) -> Self::Mask {
        self.simd_ge(other)
    }
    #[inline(always)]
    fn pick(mask: Self::Mask, yes: Self, no: Self) -> Self {
        mask.select(yes, no)
    }
    #[inline(always)]
    fn all(self, answer: bool) -> Self::Mask {
        mask32x8::splat(self.simd, answer)
    }
    #[inline(always)]
    fn none(self) -> Self::Count {
        u32x8::splat(self.simd, 0)
    }
    #[inline(always)]
    fn one_more(count: Self::Count, mask: Self::Mask) -> Self::Count {
        // A mask is -1 where it says yes.
        count - mask.to_vector().bitcast::<u32x8<S>>()
    }
    #[inline(always)]
    fn of_count(self, count: Self::Count) -> Self {
        count.to_float()
    }
    #[inline(always)]
    fn plus_where(self, mask: Self::Mask, term: Self) -> Self {
        // x + 0 is x for every x but -0.
        self + mask.select(term, Self::splat(self.simd, 0.0))
    }
    #[inline(always)]
    fn lane(self, lane: usize) -> f32 {
        self[lane]
    }
    #[inline(always)]
    fn with_lane(mut self, lane: usize, x: f32) -> Self {
        self[lane] = x;
        self
    }
}

/// A vector for each lane of a group.
#[derive(Clone, Copy, Debug)]
pub struct Vec3x8<S: Simd> {
    /// First part.
    pub x: f32x8<S>,
    /// Second part.
    pub y: f32x8<S>,
    /// Third part.
    pub z: f32x8<S>,
}

impl<S: Simd> Vec3x8<S> {
    /// One vector for each lane.
    #[inline(always)]
    pub fn new(simd: S, of_lane: impl Fn(usize) -> Vec3) -> Self {
        let (mut x, mut y, mut z) = ([0.0; LANES], [0.0; LANES], [0.0; LANES]);
        for lane in 0..LANES {
            let vector = of_lane(lane);
            (x[lane], y[lane], z[lane]) = (vector.x, vector.y, vector.z);
        }
        Self { x: f32x8::from_slice(simd, &x), y: f32x8::from_slice(simd, &y), z: f32x8::from_slice(simd, &z) }
    }
}

impl<S: Simd> Vector for Vec3x8<S> {
    type Number = f32x8<S>;
    #[inline(always)]
    fn from_parts(x: f32x8<S>, y: f32x8<S>, z: f32x8<S>) -> Self {
        Self { x, y, z }
    }
    #[inline(always)]
    fn parts(self) -> [f32x8<S>; 3] {
        [self.x, self.y, self.z]
    }
}

impl<S: Simd> Add for Vec3x8<S> {
    type Output = Self;
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self { x: self.x + other.x, y: self.y + other.y, z: self.z + other.z }
    }
}

impl<S: Simd> Sub for Vec3x8<S> {
    type Output = Self;
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self { x: self.x - other.x, y: self.y - other.y, z: self.z - other.z }
    }
}

impl<S: Simd> Neg for Vec3x8<S> {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        Self { x: -self.x, y: -self.y, z: -self.z }
    }
}
