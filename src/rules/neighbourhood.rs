//! Who is a neighbour: OpenSteer's test of a core, a perception radius and a cone of vision.

use super::vector::EPS;

/// Whether an agent sees another one.
///
/// `distance2` and `distance` are the square of the distance and the distance itself, `ahead` the offset along the
/// forward vector. Everybody nearer than the core (`core2` is its square, strict) is a neighbour; nobody beyond the
/// perception radius (`radius2`, equal is inside) is one; between them the cone decides: the cosine of the angle must be
/// greater than `cos_angle`, and a `cos_angle` of -1 or less means all round. Agents at one point see each other.
pub fn boid_neighborhood(distance2: f32, distance: f32, ahead: f32, core2: f32, radius2: f32, cos_angle: f32) -> bool {
    if distance <= EPS {
        return core2 > 0.0 || radius2 > 0.0;
    }
    if distance2 < core2 {
        return true;
    }
    if distance2 > radius2 {
        return false;
    }
    cos_angle <= -1.0 || ahead > cos_angle * distance
}
