//! The force of each agent's rules: its neighbours, row of cells by row of cells.

use crate::flock::{Motion, Place};
use crate::params::{Grid, Params, Plan, Species};
use crate::rules::grid::cell_of;
use crate::rules::opensteer::{OpenSteerSums, Other, Viewer, opensteer_accumulate, opensteer_force};
use crate::rules::span::{gap_to, span_of, span_within, wrap_cell};
use crate::rules::species::species_of;
use crate::rules::vector::{dot3, minimum_image};
use glam::{Vec3, vec3};
use rayon::prelude::*;

/// The flock of one step, sorted into its grid.
#[derive(Clone, Copy, Debug)]
pub struct Sorted<'a> {
    /// The grid.
    pub grid: &'a Grid,
    /// First row of each cell, and the number of rows after the last.
    pub starts: &'a [u32],
    /// In order of cell and id.
    pub places: &'a [Place],
    /// In order of cell and id.
    pub motions: &'a [Motion],
}

/// Writes the force of each row's agent.
pub fn steer(plan: &Plan, sorted: Sorted<'_>, forces: &mut [Vec3]) {
    forces.par_iter_mut().enumerate().with_min_len(64).for_each(|(i, force)| {
        *force = steer_one(plan, sorted, i);
    });
}

fn steer_one(plan: &Plan, sorted: Sorted<'_>, i: usize) -> Vec3 {
    let id = sorted.places[i].id;
    let species = &plan.table.species[species_of(&plan.table, id)];
    // Who cannot move needs no force.
    if !plan.switches.neighbours() || species.max_speed == 0.0 {
        return Vec3::ZERO;
    }
    let forward = sorted.motions[i].forward;
    let viewer = Viewer { forward, id, dimensions: plan.params.dimensions };
    let mut sums = OpenSteerSums::default();
    let position = sorted.places[i].position;
    gather(&plan.params, sorted, position, |j, shift| {
        consider(plan, sorted, (i, position), (j, shift), &viewer, species, &mut sums);
    });
    opensteer_force(&sums, forward, species)
}

/// Visits the candidates around a place, in the one order that sums are defined in: the row and the shift of each.
/// Returns how many there are.
pub fn gather(params: &Params, sorted: Sorted<'_>, position: Vec3, mut visit: impl FnMut(usize, Vec3)) -> u32 {
    let grid = sorted.grid;
    let cell = cell_of(grid, position);
    let place = (position - grid.min) * grid.inverse_edge;
    let span_x = span_of(cell.x, grid.reach.x, grid.cells.x, grid.wraps & 1 != 0);
    let span_y = span_of(cell.y, grid.reach.y, grid.cells.y, grid.wraps & 2 != 0);
    let span_z = span_of(cell.z, grid.reach.z, grid.cells.z, grid.wraps & 4 != 0);
    let last_x = grid.cells.x as i32 - 1;
    let mut listed = 0;
    for z in span_z.first..=span_z.last {
        let wrapped_z = wrap_cell(z, grid.cells.z);
        let gap_z = gap_to(place.z, cell.z, z) * grid.edge.z;
        for y in span_y.first..=span_y.last {
            let gap_y = gap_to(place.y, cell.y, y) * grid.edge.y;
            // What is left of the horizon along a row as far away as this one.
            let left2 = grid.horizon2 - (gap_y * gap_y + gap_z * gap_z);
            if !(left2 >= 0.0) {
                continue;
            }
            let span = span_within(span_x, place.x, left2.sqrt() * grid.inverse_edge.x);
            let runs = if span.first < 0 || span.last > last_x { 2 } else { 1 };
            let wrapped_y = wrap_cell(y, grid.cells.y);
            let row = (wrapped_z.cell * grid.cells.y + wrapped_y.cell) * grid.cells.x;
            for run in 0..runs {
                let (mut run_first, mut run_last, mut periods_x) = (span.first.max(0), span.last.min(last_x), 0.0);
                if run == 1 && span.first < 0 {
                    (run_first, run_last, periods_x) = (span.first + last_x + 1, last_x, -1.0);
                } else if run == 1 {
                    (run_first, run_last, periods_x) = (0, span.last - last_x - 1, 1.0);
                }
                let shift = vec3(periods_x, wrapped_y.periods, wrapped_z.periods) * params.period;
                let start = sorted.starts[(row + run_first as u32) as usize];
                let end = sorted.starts[(row + run_last as u32) as usize + 1];
                for j in start..end {
                    visit(j as usize, shift);
                }
                listed += end - start;
            }
        }
    }
    listed
}

/// From a place to that of candidate `j`.
pub fn offset_to(sorted: Sorted<'_>, position: Vec3, j: usize, shift: Vec3) -> Vec3 {
    let offset = (sorted.places[j].position - position) + shift;
    if sorted.grid.images == 0 {
        return offset;
    }
    let image = sorted.grid.image;
    vec3(minimum_image(offset.x, image.x), minimum_image(offset.y, image.y), minimum_image(offset.z, image.z))
}

/// Adds candidate `j` to the sums of agent `i` if it is near enough and a flockmate.
fn consider(
    plan: &Plan,
    sorted: Sorted<'_>,
    (i, position): (usize, Vec3),
    (j, shift): (usize, Vec3),
    viewer: &Viewer,
    species: &Species,
    sums: &mut OpenSteerSums,
) {
    let offset = offset_to(sorted, position, j, shift);
    let distance2 = dot3(offset, offset);
    if !(distance2 <= species.perception2) || j == i {
        return;
    }
    let id = sorted.places[j].id;
    if plan.switches.masked && (species.flocks_with >> species_of(&plan.table, id)) & 1 == 0 {
        return;
    }
    let other = Other { forward: sorted.motions[j].forward, id, offset, distance2 };
    opensteer_accumulate(sums, plan.switches, viewer, species, &other);
}
