//! Who is a neighbour: OpenSteer's test of a core, a perception radius and a cone of vision.

use super::vector::EPS2;
use crate::number::Number;

/// Whether an agent sees another one.
///
/// `distance2` and `distance` are the square of the distance and the distance itself, `ahead` the offset along the
/// forward vector. Everybody nearer than the core (`core2` is its square, strict) is a neighbour; nobody beyond the
/// perception radius (`radius2`, equal is inside) is one; between them the cone decides: the cosine of the angle must be
/// greater than `cos_angle`, and a `cos_angle` of -1 or less means all round. Agents at one point see each other.
#[inline(always)]
pub fn boid_neighborhood<N: Number>(
    distance2: N,
    distance: N,
    ahead: N,
    core2: N,
    radius2: N,
    cos_angle: N,
) -> N::Mask {
    let zero = distance2.like(0.0);
    let coincident = distance2.le(zero.like(EPS2));
    let in_cone = cos_angle.le(zero.like(-1.0)) | ahead.gt(cos_angle * distance);
    let near = distance2.lt(core2) | !distance2.gt(radius2) & in_cone;
    coincident & (core2.gt(zero) | radius2.gt(zero)) | !coincident & near
}

/// [`boid_neighborhood`] without a core and all round, for a `radius2` that [`radius2_of`] made.
#[inline(always)]
pub fn ball_neighborhood<N: Number>(distance2: N, radius2: N) -> N::Mask {
    distance2.le(radius2)
}

/// The square of a perception radius, so that who stands at one point is inside exactly when there is a radius at all.
pub fn radius2_of(radius: f32) -> f32 {
    let square = radius * radius;
    if !(radius > 0.0) {
        return -1.0;
    }
    if square > EPS2 { square } else { EPS2 }
}
