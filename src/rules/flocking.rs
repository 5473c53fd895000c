//! What the walk over neighbours asks of the rules: what an agent gathers, from whom, and what it makes of that.
//!
//! A rule of flocking stands in a file of its own. Here are one line that adds a neighbour to its sums and one that turns the
//! sums into its force, each behind the rule's switch; the loops that find neighbours know this file alone.

use super::opensteer::{opensteer_accumulate, opensteer_force};
use crate::number::{CountOf, MaskOf, Number, Vector};
use crate::params::{Species, Switches};
use glam::Vec3;

/// What one agent gathers of its neighbours.
#[derive(Clone, Copy, Debug)]
pub struct Sums<V: Vector = Vec3> {
    /// Sum of unit vectors away from neighbours, over their distance.
    pub separation: V,
    /// Neighbours of separation.
    pub separation_count: CountOf<V>,
    /// Sum of forward vectors.
    pub alignment: V,
    /// Neighbours of alignment.
    pub alignment_count: CountOf<V>,
    /// Sum of offsets.
    pub cohesion: V,
    /// Neighbours of cohesion.
    pub cohesion_count: CountOf<V>,
}

impl<V: Vector> Sums<V> {
    /// No neighbours yet; `kind` only says which kind of vector.
    #[inline(always)]
    pub fn none(kind: V) -> Self {
        let (zero, none) = (kind.like(Vec3::ZERO), kind.parts()[0].none());
        Self {
            separation: zero,
            separation_count: none,
            alignment: zero,
            alignment_count: none,
            cohesion: zero,
            cohesion_count: none,
        }
    }
}

impl Default for Sums {
    fn default() -> Self {
        Self::none(Vec3::ZERO)
    }
}

/// The agent that looks at its neighbours.
#[derive(Clone, Copy, Debug)]
pub struct Viewer<'a, V: Vector = Vec3> {
    /// Its forward vector.
    pub forward: V,
    /// Its id, for each lane.
    pub ids: &'a [u32],
    /// 2 or 3.
    pub dimensions: u32,
}

/// What a viewer's species says of a rule.
#[derive(Clone, Copy, Debug)]
pub struct RuleSight<N> {
    /// Factor of the rule's unit vector in the force.
    pub weight: N,
    /// Square of the perception radius.
    pub radius2: N,
    /// Cosine of half the cone; at most -1: all round.
    pub cos_angle: N,
}

/// What a viewer's species says of the three rules.
#[derive(Clone, Copy, Debug)]
pub struct Sight<N> {
    /// Square of the distance under which everybody is a neighbour.
    pub core2: N,
    /// Smaller distances count as this in the falloff of separation.
    pub dist_floor: N,
    /// Whom separation sees.
    pub separation: RuleSight<N>,
    /// Whom alignment sees.
    pub alignment: RuleSight<N>,
    /// Whom cohesion sees.
    pub cohesion: RuleSight<N>,
}

impl<N> Sight<N> {
    /// The numbers of each lane's species.
    #[inline(always)]
    pub fn new(number: impl Fn(fn(&Species) -> f32) -> N) -> Self {
        Self {
            core2: number(|species| species.core2),
            dist_floor: number(|species| species.dist_floor),
            separation: RuleSight {
                weight: number(|species| species.separation.weight),
                radius2: number(|species| species.separation.radius2),
                cos_angle: number(|species| species.separation.cos_angle),
            },
            alignment: RuleSight {
                weight: number(|species| species.alignment.weight),
                radius2: number(|species| species.alignment.radius2),
                cos_angle: number(|species| species.alignment.cos_angle),
            },
            cohesion: RuleSight {
                weight: number(|species| species.cohesion.weight),
                radius2: number(|species| species.cohesion.radius2),
                cos_angle: number(|species| species.cohesion.cos_angle),
            },
        }
    }
}

/// Another agent, as the viewer sees it.
#[derive(Clone, Copy, Debug)]
pub struct Other<V: Vector = Vec3> {
    /// Its forward vector.
    pub forward: V,
    /// Its id.
    pub id: u32,
    /// From the viewer to it.
    pub offset: V,
    /// Square of the distance.
    pub distance2: V::Number,
}

/// Adds one agent, which must not be the viewer itself, to the sums of every rule. `among` says for whom it counts at all.
#[inline(always)]
pub fn accumulate<V: Vector>(
    sums: &mut Sums<V>,
    switches: Switches,
    viewer: &Viewer<'_, V>,
    sight: &Sight<V::Number>,
    other: &Other<V>,
    among: MaskOf<V>,
) {
    opensteer_accumulate(sums, switches, viewer, sight, other, among);
}

/// What the rules make of their sums.
#[inline(always)]
pub fn force<V: Vector>(sums: &Sums<V>, forward: V, sight: &Sight<V::Number>) -> V {
    opensteer_force(sums, forward, sight)
}
