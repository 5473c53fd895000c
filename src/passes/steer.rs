//! The force of each agent's rules: its neighbours, row of cells by row of cells.

use super::groups::groups;
use super::lanes::Lanes;
use crate::flock::{Motion, Place};
use crate::params::{Grid, Params, Plan, Species};
use crate::rules::flocking::{Other, Sight, Sums, Viewer, accumulate, force};
use crate::rules::grid::cell_of;
use crate::rules::span::{Span, gap_to, span_of, span_within, wrap_cell};
use crate::rules::species::species_of;
use crate::rules::vector::{dot3, minimum_image};
use fearless_simd::dispatch;
use glam::{Vec3, Vec4, vec3};
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

/// Agents of one task.
const TASK_AGENTS: usize = 512;

/// Writes the force of each row's agent.
pub fn steer(plan: &Plan, sorted: Sorted<'_>, lanes: Lanes, forces: &mut [Vec4]) {
    if !plan.switches.neighbours() {
        forces.fill(Vec4::ZERO);
        return;
    }
    forces.par_chunks_mut(TASK_AGENTS).enumerate().for_each(|(task, forces)| {
        steer_task(plan, sorted, lanes, task * TASK_AGENTS, forces);
    });
}

/// Steers the agents from row `first` on. Where pairs need their minimum image, agents are few and go one by one.
fn steer_task(plan: &Plan, sorted: Sorted<'_>, lanes: Lanes, first: usize, forces: &mut [Vec4]) {
    let Some(level) = lanes.level().filter(|_| sorted.grid.images == 0) else {
        for (i, force) in (first..).zip(forces) {
            *force = steer_one(plan, sorted, i).extend(0.0);
        }
        return;
    };
    match (plan.params.dimensions == 2, plan.switches.cones) {
        (true, true) => dispatch!(level, simd => groups::<_, true, true>(simd, plan, sorted, first, forces)),
        (true, false) => dispatch!(level, simd => groups::<_, true, false>(simd, plan, sorted, first, forces)),
        (false, true) => dispatch!(level, simd => groups::<_, false, true>(simd, plan, sorted, first, forces)),
        (false, false) => dispatch!(level, simd => groups::<_, false, false>(simd, plan, sorted, first, forces)),
    }
}

fn steer_one(plan: &Plan, sorted: Sorted<'_>, i: usize) -> Vec3 {
    let id = sorted.places[i].id;
    let species = &plan.table.species[species_of(&plan.table, id)];
    // Who cannot move needs no force.
    if species.max_speed == 0.0 {
        return Vec3::ZERO;
    }
    let forward = sorted.motions[i].forward;
    let sight = Sight::new(|number| number(species));
    let viewer = Viewer { forward, ids: &[id], dimensions: plan.params.dimensions };
    let mut sums = Sums::default();
    let position = sorted.places[i].position;
    gather(&plan.params, sorted, position, |j, shift| {
        consider(plan, sorted, (i, position), (j, shift), (&viewer, species, &sight), &mut sums);
    });
    force(&sums, forward, &sight)
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
            let wrapped_y = wrap_cell(y, grid.cells.y);
            let row = (wrapped_z.cell * grid.cells.y + wrapped_y.cell) * grid.cells.x;
            for (run_first, run_end, periods_x) in runs_of(span, grid.cells.x, grid.wraps & 1 != 0) {
                let shift = vec3(periods_x, wrapped_y.periods, wrapped_z.periods) * params.period;
                let start = sorted.starts[(row + run_first) as usize];
                let end = sorted.starts[(row + run_end) as usize];
                for j in start..end {
                    visit(j as usize, shift);
                }
                listed += end.saturating_sub(start);
            }
        }
    }
    listed
}

/// The runs of cells of a span of one row, first of each and the one after its last, and how many periods its agents are
/// to be moved: the part inside the grid, then what lies beyond the left seam, then what lies beyond the right one. A
/// span around a place at infinity ends nowhere, so all are cut to the row.
#[inline(always)]
pub(super) fn runs_of(span: Span, count: u32, wraps: bool) -> impl Iterator<Item = (u32, u32, f32)> {
    let n = count as i32;
    let cut = |cell: i32| cell.clamp(0, n) as u32;
    let main = Some((cut(span.first), cut(span.last.saturating_add(1)), 0.0));
    let left = (wraps && span.first < 0).then(|| (cut(span.first + n), count, -1.0));
    let right = (wraps && span.last >= n).then(|| (0, cut(span.last - n + 1), 1.0));
    [main, left, right].into_iter().flatten()
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
    (viewer, species, sight): (&Viewer<'_>, &Species, &Sight<f32>),
    sums: &mut Sums,
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
    accumulate(sums, plan.switches, viewer, sight, &other, true);
}
