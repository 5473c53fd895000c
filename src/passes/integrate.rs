//! The new state: each agent moved by its force.

use super::lanes::{Lanes, SpeciesOf, columns, store_columns};
use super::steer::Sorted;
use crate::flock::{Motion, Place};
use crate::number::{LANES, Vec3x8};
use crate::params::Plan;
use crate::rules::motion::{Limits, Moving, advance};
use crate::rules::species::species_of;
use fearless_simd::{Bytes, Simd, SimdBase, dispatch, u32x8};
use glam::{Vec4, Vec4Swizzles};
use rayon::prelude::*;

/// Agents of one task.
const TASK_AGENTS: usize = 1024;

/// Writes the new place and motion of each row's agent.
pub fn integrate(
    plan: &Plan,
    sorted: Sorted<'_>,
    lanes: Lanes,
    forces: &[Vec4],
    places: &mut [Place],
    motions: &mut [Motion],
) {
    let level = lanes.level();
    let tasks = places.par_chunks_mut(TASK_AGENTS).zip(motions.par_chunks_mut(TASK_AGENTS)).enumerate();
    tasks.for_each(|(task, (places, motions))| {
        let first = task * TASK_AGENTS;
        match level {
            Some(level) => {
                dispatch!(level, simd => integrate_lanes(simd, plan, sorted, first, forces, places, motions))
            }
            None => {
                for (i, (place, motion)) in (first..).zip(places.iter_mut().zip(motions)) {
                    (*place, *motion) = integrate_one(plan, sorted, i, forces[i]);
                }
            }
        }
    });
}

fn integrate_one(plan: &Plan, sorted: Sorted<'_>, i: usize, force: Vec4) -> (Place, Motion) {
    let (place, motion) = (sorted.places[i], sorted.motions[i]);
    let species = &plan.table.species[species_of(&plan.table, place.id)];
    let before = Moving { position: place.position, forward: motion.forward, speed: motion.speed };
    let after = advance(&plan.params, &Limits::new(|number| number(species)), before, force.xyz());
    (Place { position: after.position, id: place.id }, Motion { forward: after.forward, speed: after.speed })
}

/// Eight agents at a time, from row `first` on.
#[inline(always)]
fn integrate_lanes<S: Simd>(
    simd: S,
    plan: &Plan,
    sorted: Sorted<'_>,
    first: usize,
    forces: &[Vec4],
    places: &mut [Place],
    motions: &mut [Motion],
) {
    for (eight, (places, motions)) in places.chunks_mut(LANES).zip(motions.chunks_mut(LANES)).enumerate() {
        let i = first + eight * LANES;
        let [x, y, z, id] = columns(simd, sorted.places, i);
        let position = Vec3x8 { x, y, z };
        let [x, y, z, speed] = columns(simd, sorted.motions, i);
        let before = Moving { position, forward: Vec3x8 { x, y, z }, speed };
        let [x, y, z, _] = columns(simd, forces, i);
        let species = SpeciesOf::new(plan, id.bitcast::<u32x8<S>>().to_array());
        let limits = Limits::new(|number| species.number(simd, number));
        let after = advance(&plan.params, &limits, before, Vec3x8 { x, y, z });
        store_columns([after.position.x, after.position.y, after.position.z, id], places);
        store_columns([after.forward.x, after.forward.y, after.forward.z, after.speed], motions);
    }
}
