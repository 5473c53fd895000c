//! The orientation of a body: a right-handed orthonormal basis along its heading, finite for any heading.

use glam::{Mat3, Vec3};

/// Components below this count as zero: some adapters flush smaller numbers.
const COMPONENT_MIN: f32 = 1e-36;

/// Components above this count as no heading: it keeps infinity out.
const COMPONENT_MAX: f32 = 1e37;

/// Below this squared sine between heading and up, another axis stands in for up.
const SINE_SQUARED_MIN: f32 = 1e-4;

/// Columns side, up and forward of a body that heads along `forward`, its back as near to `up` as that allows.
///
/// `forward` may have any length. Zero, or a number that is not finite, means `rest`, which must be a unit vector, as must
/// `up`. Along `up` the body turns its back towards `rest`. `shaders/draw/scene.wgsl` holds the twin.
pub fn body_basis(forward: Vec3, up: Vec3, rest: Vec3) -> Mat3 {
    let ahead = heading(forward, rest);
    let mut side = up.cross(ahead);
    if side.length_squared() < SINE_SQUARED_MIN {
        side = other_axis(rest, ahead).cross(ahead);
    }
    let side = side / side.length();
    Mat3::from_cols(side, ahead.cross(side), ahead)
}

/// Divided by its largest component first, so that no square leaves the range of f32.
fn heading(forward: Vec3, rest: Vec3) -> Vec3 {
    let largest = forward.x.abs().max(forward.y.abs()).max(forward.z.abs());
    // `max` passes over NaN.
    if !(forward.is_finite() && largest > COMPONENT_MIN && largest < COMPONENT_MAX) {
        return rest;
    }
    let scaled = forward / largest;
    scaled / scaled.length()
}

/// `rest`, or its next axis where the heading lies along `rest` as well.
fn other_axis(rest: Vec3, ahead: Vec3) -> Vec3 {
    if rest.cross(ahead).length_squared() < SINE_SQUARED_MIN { Vec3::new(rest.z, rest.x, rest.y) } else { rest }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::vec3;

    /// Headings that broke `look_at` elsewhere.
    const HARD: [Vec3; 6] = [
        vec3(0.0, 0.0, 0.0),
        vec3(0.0, 1.0, 0.0),
        vec3(0.0, -1.0, 0.0),
        vec3(0.0, 1e-20, 0.0),
        vec3(1e-30, 1.0, 1e-30),
        vec3(1e20, 0.0, 0.0),
    ];

    fn assert_orthonormal(basis: Mat3, forward: Vec3) {
        assert!(basis.is_finite(), "{forward}: {basis}");
        assert!((basis.determinant() - 1.0).abs() < 1e-4, "{forward}: determinant {}", basis.determinant());
        let longest = forward.abs().max_element();
        if longest > 0.0 && longest.is_finite() {
            let unit = (forward / longest).normalize();
            assert!(basis.z_axis.dot(unit) > 0.999, "{forward}: forward {}", basis.z_axis);
        }
    }

    #[test]
    fn zero_and_vertical_headings_have_a_basis() {
        for forward in HARD {
            assert_orthonormal(body_basis(forward, Vec3::Y, Vec3::Z), forward);
            assert_orthonormal(body_basis(forward, Vec3::Z, Vec3::X), forward);
        }
    }

    #[test]
    fn numbers_that_are_not_finite_head_as_at_rest() {
        for forward in [Vec3::NAN, Vec3::INFINITY, vec3(f32::NAN, 1.0, 0.0)] {
            let basis = body_basis(forward, Vec3::Y, Vec3::Z);
            assert!(basis.is_finite() && (basis.determinant() - 1.0).abs() < 1e-4, "{forward}: {basis}");
        }
    }

    #[test]
    fn at_rest_the_body_stands_as_modelled() {
        assert_eq!(body_basis(Vec3::ZERO, Vec3::Y, Vec3::Z), Mat3::IDENTITY);
        assert_eq!(body_basis(Vec3::ZERO, Vec3::Z, Vec3::X), Mat3::from_cols(Vec3::Y, Vec3::Z, Vec3::X));
    }

    #[test]
    fn a_level_body_keeps_its_back_up() {
        let basis = body_basis(vec3(3.0, 0.0, -4.0), Vec3::Y, Vec3::Z);
        assert!(basis.y_axis.dot(Vec3::Y) > 0.9999);
    }
}
