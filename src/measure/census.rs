//! How crowded a flock is: neighbours and candidates per agent, counted on the grid that the step would use.

use crate::cpu::Sorter;
use crate::flock::{Flock, Place};
use crate::params::{Params, Plan};
use crate::passes::steer::{gather, offset_to};
use crate::rules::grid::grid_with_reach;
use crate::rules::vector::dot3;
use crate::scenario::Scenario;
use glam::{UVec3, Vec3};
use rayon::prelude::*;

/// Counts over all agents.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Census {
    /// Mean number of others within the largest perception radius, whatever cone or species.
    pub neighbours_mean: f64,
    /// Mean number of others whose distance the step tests.
    pub candidates_mean: f64,
    /// Pair tests of an agent in a plain grid, whose cells have the largest perception radius (or a little more) for an edge and
    /// are searched with all cells around: 27 n / cells in three dimensions, 9 n / cells in two, at most n. The cells cover
    /// the world on periodic axes and the agents on others, and count as equally full.
    pub own_cell_tests_mean: f64,
}

/// Counts the neighbours and candidates of a flock; zeros when there is nobody.
pub fn census(scenario: &Scenario, flock: &Flock) -> Census {
    if flock.is_empty() {
        return Census::default();
    }
    let plan = Plan::new(scenario);
    let radius2 = plan.params.perception_radius * plan.params.perception_radius;
    let mut sorter = Sorter::new(flock.len());
    let sorted = sorter.sort(&plan, &flock.places, &flock.motions);
    let (neighbours, candidates) = (0..flock.len())
        .into_par_iter()
        .map(|i| {
            let position = sorted.places[i].position;
            let mut near = 0_u64;
            let candidates = gather(&plan.params, sorted, position, |j, shift| {
                let offset = offset_to(sorted, position, j, shift);
                near += u64::from(j != i && dot3(offset, offset) <= radius2);
            });
            (near, u64::from(candidates) - 1)
        })
        .reduce(|| (0, 0), |a, b| (a.0 + b.0, a.1 + b.1));
    let agents = flock.len() as f64;
    Census {
        neighbours_mean: neighbours as f64 / agents,
        candidates_mean: candidates as f64 / agents,
        own_cell_tests_mean: own_cell_tests(&plan.params, &flock.places),
    }
}

fn own_cell_tests(params: &Params, places: &[Place]) -> f64 {
    let corners = places
        .iter()
        .fold((Vec3::INFINITY, Vec3::NEG_INFINITY), |(lo, hi), place| (lo.min(place.position), hi.max(place.position)));
    // The whole world, also where the step's grid would cover the flock alone.
    let periodic = params.period.cmpgt(Vec3::ZERO);
    let low = Vec3::select(periodic, params.world_min, corners.0);
    let high = Vec3::select(periodic, params.world_max, corners.1);
    let plain = grid_with_reach(params, low, high, UVec3::ONE);
    let agents = places.len() as f64;
    let cells_around = 3_f64.powi(params.dimensions as i32);
    (cells_around * agents / f64::from(plain.cell_count)).min(agents)
}
