//! The meshes: a bird, a bird seen from far, a fish, and a dart for the plane, as triangles around the origin.

use glam::{Vec4, vec4};

/// Corners that a mesh may have: what the table in the uniform holds.
pub const CORNERS_MAX: usize = 48;

/// Corners of triangles, three each. Side is x, up y, forward z, one unit is one body radius times [`Mesh::scale`]; the fourth
/// number says how much of the flap (or of the tail beat) reaches the corner, 0 to 1.
#[derive(Clone, Debug, PartialEq)]
pub struct Mesh {
    /// At most [`CORNERS_MAX`], a multiple of three.
    pub corners: Vec<Vec4>,
    /// Largest extent, in mesh units.
    pub span: f32,
    /// Mesh units in one body radius.
    pub scale: f32,
}

/// A bird of 16 triangles: body, tail, and wings bent at the wrist.
pub fn bird() -> Mesh {
    let (nose, root, back) = (vec4(0.0, 0.02, 1.0, 0.0), vec4(0.0, 0.02, -0.62, 0.0), vec4(0.0, 0.17, 0.28, 0.0));
    let (belly, side) = (vec4(0.0, -0.14, 0.28, 0.0), vec4(0.15, 0.02, 0.3, 0.0));
    let (tail, notch) = (vec4(0.24, 0.02, -1.12, 0.0), vec4(0.0, 0.06, -0.98, 0.0));
    let (shoulder, armpit) = (vec4(0.1, 0.08, 0.46, 0.0), vec4(0.1, 0.06, -0.2, 0.0));
    let (wrist, elbow, tip) = (vec4(0.78, 0.26, 0.58, 0.4), vec4(0.66, 0.2, -0.16, 0.35), vec4(1.72, 0.1, -0.3, 1.0));
    let right = [
        [nose, side, back],
        [nose, belly, side],
        [root, back, side],
        [root, side, belly],
        [root, tail, notch],
        [shoulder, wrist, elbow],
        [shoulder, elbow, armpit],
        [wrist, tip, elbow],
    ];
    Mesh { corners: both_sides(&right), span: 3.44, scale: 0.95 }
}

/// A bird of 4 triangles, for sizes of a few pixels.
pub fn far_bird() -> Mesh {
    let (nose, tail, back) = (vec4(0.0, 0.0, 1.0, 0.0), vec4(0.18, 0.0, -1.05, 0.0), vec4(0.0, 0.14, 0.2, 0.0));
    let (shoulder, armpit, tip) =
        (vec4(0.0, 0.08, 0.55, 0.0), vec4(0.0, 0.05, -0.3, 0.0), vec4(1.66, 0.16, -0.05, 1.0));
    Mesh { corners: both_sides(&[[nose, tail, back], [shoulder, tip, armpit]]), span: 3.32, scale: 0.95 }
}

/// A fish of 14 triangles: a body higher than wide, forked tail, fins.
pub fn fish() -> Mesh {
    let (nose, stem) = (vec4(0.0, -0.02, 1.1, 0.0), vec4(0.0, 0.0, -0.7, 0.4));
    let (back, belly, side) = (vec4(0.0, 0.32, 0.2, 0.0), vec4(0.0, -0.32, 0.24, 0.0), vec4(0.16, 0.0, 0.3, 0.0));
    let (upper, lower, fork) = (vec4(0.0, 0.42, -1.25, 1.0), vec4(0.0, -0.42, -1.25, 1.0), vec4(0.0, 0.0, -0.92, 0.8));
    let (fin_root, fin_tip, fin_end) =
        (vec4(0.12, -0.12, 0.45, 0.0), vec4(0.45, -0.3, 0.12, 0.0), vec4(0.12, -0.16, 0.25, 0.0));
    let right = [
        [nose, side, back],
        [nose, belly, side],
        [stem, back, side],
        [stem, side, belly],
        [fin_root, fin_tip, fin_end],
    ];
    let mut corners = both_sides(&right);
    corners.extend([stem, upper, fork]);
    corners.extend([stem, fork, lower]);
    corners.extend([vec4(0.0, 0.28, 0.2, 0.0), vec4(0.0, 0.5, -0.15, 0.05), vec4(0.0, 0.2, -0.25, 0.1)]);
    corners.extend([vec4(0.0, -0.24, -0.05, 0.0), vec4(0.0, -0.4, -0.3, 0.1), vec4(0.0, -0.14, -0.35, 0.15)]);
    Mesh { corners, span: 2.35, scale: 1.25 }
}

/// A folded dart of 2 triangles for the plane, its fold towards the viewer.
pub fn dart() -> Mesh {
    let (nose, wing, fold) = (vec4(0.0, 0.0, 1.35, 0.0), vec4(0.82, 0.0, -0.95, 0.0), vec4(0.0, 0.4, -0.5, 0.0));
    Mesh { corners: both_sides(&[[nose, wing, fold]]), span: 2.3, scale: 1.2 }
}

/// The triangles, and their mirror images on the other side.
fn both_sides(right: &[[Vec4; 3]]) -> Vec<Vec4> {
    let mirrored = |corner: Vec4| vec4(-corner.x, corner.y, corner.z, corner.w);
    right.iter().flat_map(|&[a, b, c]| [a, b, c, mirrored(a), mirrored(c), mirrored(b)]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_mesh_fits_the_table_and_its_span() {
        for mesh in [bird(), far_bird(), fish(), dart()] {
            assert!(mesh.corners.len() <= CORNERS_MAX && mesh.corners.len() % 3 == 0 && !mesh.corners.is_empty());
            let low = mesh.corners.iter().copied().reduce(Vec4::min).unwrap();
            let high = mesh.corners.iter().copied().reduce(Vec4::max).unwrap();
            let extent = (high - low).truncate().max_element();
            assert!((extent - mesh.span).abs() < 0.01, "extent {extent}, span {}", mesh.span);
            assert!(low.w >= 0.0 && high.w <= 1.0);
        }
    }

    #[test]
    fn no_triangle_is_empty() {
        for mesh in [bird(), far_bird(), fish(), dart()] {
            for corner in mesh.corners.chunks_exact(3) {
                let (a, b, c) = (corner[0].truncate(), corner[1].truncate(), corner[2].truncate());
                assert!((b - a).cross(c - a).length() > 0.01, "{a} {b} {c}");
            }
        }
    }
}
