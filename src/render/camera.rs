//! The camera: where a picture is seen from, and how it frames a world or a flock.

use crate::flock::{Flock, Place};
use crate::scenario::{Dimensions, Edge, Scenario};
use glam::{Mat4, Vec3, Vec4, vec3};

/// Vertical field of view: wide enough for depth, narrow enough that birds at the border keep their shape.
const FIELD_OF_VIEW_DEGREES: f32 = 50.0;

/// From the target to the camera, in three dimensions: a little below, as one watches birds against the sky.
const ASIDE: Vec3 = vec3(0.42, -0.24, 0.88);

/// Room around what is framed.
const MARGIN: f32 = 1.04;

/// Share of agents that the flock's box leaves out at either end of an axis, so that one stray does not shrink the rest.
const STRAY_SHARE: f32 = 0.05;

/// The 5 to 95 % box grows by this share on each side, to take in most of what it left out.
const FLOCK_ROOM: f32 = 0.14;

/// A flock that spans less than this share of its world is framed instead of the world.
const FLOCK_SHARE_MIN: f32 = 0.6;

/// A box is never framed narrower than this many body radii: one agent is a bird in the sky, not a beak.
const RADII_MIN: f32 = 16.0;

/// A perspective camera with reversed depth (1 near, 0 at infinity). Lengths are world units.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera {
    /// Where it is.
    pub eye: Vec3,
    /// What it looks at; not at the eye.
    pub target: Vec3,
    /// What is up in the picture; not along the line of sight.
    pub up: Vec3,
    /// Vertical field of view, radians.
    pub field_of_view: f32,
}

/// A box to be framed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    /// Lower corner.
    pub min: Vec3,
    /// Upper corner.
    pub max: Vec3,
}

/// What a camera frames.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Framing {
    /// The world, or the flock where that fills little of the world or the world is open.
    #[default]
    Auto,
    /// The whole world, wherever the flock is.
    World,
    /// Most of the flock, wherever the world is.
    Flock,
}

impl Camera {
    /// The camera that frames a scenario's world, or the flock where that fills little of the world or the world is open.
    ///
    /// `aspect` is width over height. Finite for any flock: nobody, one agent, everybody at one point.
    pub fn framing(scenario: &Scenario, flock: &Flock, aspect: f32) -> Self {
        Self::framing_what(Framing::Auto, scenario, flock, aspect)
    }

    /// The camera that frames what is asked for; otherwise as [`Camera::framing`].
    pub fn framing_what(what: Framing, scenario: &Scenario, flock: &Flock, aspect: f32) -> Self {
        let bounds = framed(what, scenario, flock);
        match scenario.dimensions {
            Dimensions::Two => Self::fitted(bounds, Vec3::Z, Vec3::Y, aspect),
            Dimensions::Three => Self::fitted(bounds, ASIDE.normalize(), Vec3::Y, aspect),
        }
    }

    /// The camera in the direction `away` from the middle of a box, as near as the whole box allows.
    pub fn fitted(bounds: Bounds, away: Vec3, up: Vec3, aspect: f32) -> Self {
        let field_of_view = FIELD_OF_VIEW_DEGREES.to_radians();
        let centre = (bounds.min + bounds.max) * 0.5;
        let half = (bounds.max - bounds.min) * 0.5;
        let right = up.cross(away).normalize();
        let above = away.cross(right);
        let slope = (field_of_view * 0.5).tan() / MARGIN;
        let corners = [0, 1, 2, 3, 4, 5, 6, 7].map(|corner| {
            let sign = |bit: u32| if corner >> bit & 1 == 1 { 1.0 } else { -1.0 };
            half * vec3(sign(0), sign(1), sign(2))
        });
        let (aside, wide) = tangent(&corners, right, away, slope * aspect);
        let (over, high) = tangent(&corners, above, away, slope);
        let target = centre + right * aside + above * over;
        Self { eye: target + away * wide.max(high), target, up, field_of_view }
    }

    /// From the eye to the target.
    pub fn distance(&self) -> f32 {
        self.target.distance(self.eye)
    }

    /// Distance of the near plane: a thousandth of the way to the target.
    pub fn near(&self) -> f32 {
        self.distance() * 1e-3
    }

    /// Unit vectors to the right, up and forward in the picture.
    pub fn axes(&self) -> (Vec3, Vec3, Vec3) {
        let forward = (self.target - self.eye).normalize();
        let right = forward.cross(self.up).normalize();
        (right, right.cross(forward), forward)
    }

    /// From world coordinates to clip coordinates.
    pub fn clip_from_world(&self, aspect: f32) -> Mat4 {
        let (right, above, ahead) = self.axes();
        let scale = 1.0 / (self.field_of_view * 0.5).tan();
        let row = |axis: Vec3| axis.extend(-axis.dot(self.eye));
        let depth_row = Vec4::new(0.0, 0.0, 0.0, self.near());
        Mat4::from_cols(row(right) * (scale / aspect), row(above) * scale, depth_row, row(ahead)).transpose()
    }

    /// Pixels that a length of 1 covers at a depth of 1, in a picture of this height.
    pub fn focal_pixels(&self, height: u32) -> f32 {
        height as f32 * 0.5 / (self.field_of_view * 0.5).tan()
    }
}

/// Along one axis of the picture: how far aside, and how far away, a camera stands whose two planes of that axis both touch
/// the corners.
fn tangent(corners: &[Vec3; 8], axis: Vec3, away: Vec3, slope: f32) -> (f32, f32) {
    let farthest = |sign: f32| {
        corners
            .iter()
            .map(|corner| sign * corner.dot(axis) + slope * corner.dot(away))
            .fold(f32::NEG_INFINITY, f32::max)
    };
    let (upper, lower) = (farthest(1.0), farthest(-1.0));
    ((upper - lower) * 0.5, (upper + lower) / (2.0 * slope))
}

/// The box a picture of this flock shows.
pub fn framed(what: Framing, scenario: &Scenario, flock: &Flock) -> Bounds {
    let world = Bounds { min: scenario.world.min, max: scenario.world.max };
    let closed = scenario.world.edge != Edge::Open;
    let bounds = match flock_box(&flock.places).filter(|_| what != Framing::World) {
        None => world,
        Some(few) if what == Framing::Flock || !closed => few,
        Some(few) => {
            let centre = (few.min + few.max) * 0.5;
            let inside = centre.cmpge(world.min).all() && centre.cmple(world.max).all();
            let share = (few.max - few.min).max_element() / (world.max - world.min).max_element();
            if inside && share >= FLOCK_SHARE_MIN { world } else { few }
        }
    };
    let radius = scenario.species.iter().map(|species| species.body_radius).fold(0.0, f32::max);
    let half_min = if radius > 0.0 { radius * RADII_MIN * 0.5 } else { 0.5 };
    let centre = (bounds.min + bounds.max) * 0.5;
    let mut half = ((bounds.max - bounds.min) * 0.5).max(Vec3::splat(half_min));
    if scenario.dimensions == Dimensions::Two {
        half.z = 0.0;
    }
    Bounds { min: centre - half, max: centre + half }
}

/// The box of most of the flock; none for nobody. Agents at a place that is not finite are left out.
fn flock_box(places: &[Place]) -> Option<Bounds> {
    let mut along: [Vec<f32>; 3] = Default::default();
    for place in places.iter().filter(|place| place.position.is_finite()) {
        (0..3).for_each(|axis| along[axis].push(place.position[axis]));
    }
    let count = along[0].len();
    if count == 0 {
        return None;
    }
    let low = (count as f32 * STRAY_SHARE) as usize;
    let high = count - 1 - low;
    let (mut min, mut max) = (Vec3::ZERO, Vec3::ZERO);
    for (axis, values) in along.iter_mut().enumerate() {
        min[axis] = *values.select_nth_unstable_by(low, f32::total_cmp).1;
        max[axis] = *values.select_nth_unstable_by(high, f32::total_cmp).1;
    }
    let room = (max - min) * FLOCK_ROOM;
    Some(Bounds { min: min - room, max: max + room })
}
