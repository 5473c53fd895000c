//! The new state: each agent moved by its force.

use super::steer::Sorted;
use crate::flock::{Motion, Place};
use crate::params::Plan;
use crate::rules::motion::advance;
use crate::rules::species::species_of;
use glam::Vec3;
use rayon::prelude::*;

/// Writes the new place and motion of each row's agent.
pub fn integrate(plan: &Plan, sorted: Sorted<'_>, forces: &[Vec3], places: &mut [Place], motions: &mut [Motion]) {
    places.par_iter_mut().zip(motions).zip(forces).enumerate().with_min_len(1024).for_each(
        |(i, ((place, motion), &force))| {
            let before = sorted.places[i];
            let species = &plan.table.species[species_of(&plan.table, before.id)];
            let advanced = advance(&plan.params, species, before.position, sorted.motions[i], force);
            *place = Place { position: advanced.position, id: before.id };
            *motion = advanced.motion;
        },
    );
}
