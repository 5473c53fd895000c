//! Eight agents side by side: they stand next to each other in one row of cells and walk the union of their runs.
//!
//! A candidate that is not on an agent's own list is farther than the radius, so it adds nothing in that agent's lane:
//! each lane adds the same terms in the same order as when its agent goes alone, and its bits are the same.

use super::lanes::{SpeciesOf, columns, store_columns};
use super::steer::{Sorted, runs_of};
use crate::number::{LANES, Mask, Number, Vec3x8, Vector};
use crate::params::{Plan, Species, Switches};
use crate::rules::flocking::{Other, Sight, Sums, Viewer, accumulate, force};
use crate::rules::grid::cell_of;
use crate::rules::span::{Span, gap_to, span_of, span_within, wrap_cell};
use crate::rules::species::species_of;
use crate::rules::vector::dot3;
use fearless_simd::{Bytes, Select, Simd, SimdBase, SimdMask, f32x8, mask32x8, u32x8};
use glam::{UVec3, Vec3, Vec4, vec3};

/// Candidates that are tested before those near anybody are added: a power of two.
const FOUND_MAX: usize = 512;

/// Rows of cells within a reach of four, each with a run beyond either seam, and one run that is not kept.
const RUNS_MAX: usize = 244;

/// A group ends before an agent farther than this many radii along its row, so that the union of runs stays short.
pub const GROUP_RADII: u32 = 8;

/// Steers the agents from row `first` on, one for each force.
#[inline(always)]
pub(super) fn groups<S: Simd, const FLAT: bool, const CONES: bool>(
    simd: S,
    plan: &Plan,
    sorted: Sorted<'_>,
    first: usize,
    forces: &mut [Vec4],
) {
    let mut found = Found { rows: [0; FOUND_MAX], count: 0, shift: Vec3::ZERO };
    let mut runs = Runs { list: [Run::default(); RUNS_MAX], count: 0 };
    let mut done = 0;
    while done < forces.len() {
        let (agents, cell) = group_from(sorted, first + done, forces.len() - done);
        let group = Group::<S, FLAT, CONES>::new(simd, plan, sorted, first + done, agents);
        let forces_of = &mut forces[done..done + agents];
        done += agents;
        if !group.moves().any() {
            forces_of.fill(Vec4::ZERO);
            continue;
        }
        let mut sums = Sums::none(group.position);
        walk(sorted, plan.params.period, cell, extent(sorted, group.first, agents), &mut runs);
        for run in &runs.list[..runs.count] {
            group.visit(&mut found, &mut sums, run);
        }
        group.add_found(&mut found, &mut sums);
        group.finish(&sums, forces_of);
    }
}

/// How many agents from row `first` on make a group, at most `most`, and the cell of the first.
#[inline(always)]
fn group_from(sorted: Sorted<'_>, first: usize, most: usize) -> (usize, UVec3) {
    let grid = sorted.grid;
    let cell = cell_of(grid, sorted.places[first].position);
    let row = (cell.z * grid.cells.y + cell.y) * grid.cells.x;
    let last_x = (cell.x + GROUP_RADII * grid.reach.x).min(grid.cells.x - 1);
    let end = sorted.starts[(row + last_x) as usize + 1] as usize;
    ((end - first).min(most).min(LANES), cell)
}

/// Least and greatest place of some agents, in cells.
#[inline(always)]
fn extent(sorted: Sorted<'_>, first: usize, agents: usize) -> (Vec3, Vec3) {
    let places = &sorted.places[first..first + agents];
    let of_first = places[0].position;
    let (low, high) = places[1..]
        .iter()
        .fold((of_first, of_first), |(low, high), place| (low.min(place.position), high.max(place.position)));
    let cells = |position: Vec3| (position - sorted.grid.min) * sorted.grid.inverse_edge;
    (cells(low), cells(high))
}

/// Lists the runs of agents around a group in the order of [`super::steer::gather`].
#[inline(always)]
fn walk(sorted: Sorted<'_>, period: Vec3, cell: UVec3, (low, high): (Vec3, Vec3), runs: &mut Runs) {
    runs.count = 0;
    let grid = sorted.grid;
    let span_y = span_of(cell.y, grid.reach.y, grid.cells.y, grid.wraps & 2 != 0);
    let span_z = span_of(cell.z, grid.reach.z, grid.cells.z, grid.wraps & 4 != 0);
    for z in span_z.first..=span_z.last {
        let wrapped_z = wrap_cell(z, grid.cells.z);
        let gap_z = gap_to(if z > cell.z as i32 { high.z } else { low.z }, cell.z, z) * grid.edge.z;
        for y in span_y.first..=span_y.last {
            let wrapped_y = wrap_cell(y, grid.cells.y);
            let gap_y = gap_to(if y > cell.y as i32 { high.y } else { low.y }, cell.y, y) * grid.edge.y;
            let left2 = grid.horizon2 - (gap_y * gap_y + gap_z * gap_z);
            let row = (wrapped_z.cell * grid.cells.y + wrapped_y.cell) * grid.cells.x;
            let shift = vec3(0.0, wrapped_y.periods, wrapped_z.periods) * period;
            row_runs(sorted, row, left2, (low.x, high.x), shift, period.x, runs);
        }
    }
}

/// Adds the runs of one row of cells that may hold a neighbour of anybody between `low` and `high`. Which rows do is hard
/// to foretell, so the run inside the grid is written without a branch and then kept or not.
#[inline(always)]
fn row_runs(
    sorted: Sorted<'_>,
    row: u32,
    left2: f32,
    (low, high): (f32, f32),
    shift: Vec3,
    period: f32,
    runs: &mut Runs,
) {
    let grid = sorted.grid;
    let near = left2 >= 0.0;
    let half = (if near { left2 } else { 0.0 }).sqrt() * grid.inverse_edge.x;
    let everywhere = Span { first: -(grid.cells.x as i32), last: 2 * grid.cells.x as i32 - 1 };
    let span = Span { first: span_within(everywhere, low, half).first, last: span_within(everywhere, high, half).last };
    let last_x = grid.cells.x as i32 - 1;
    let first = (row as i32 + span.first.clamp(0, last_x + 1)) as usize;
    let end = (row as i32 + span.last.clamp(-1, last_x) + 1) as usize;
    let (start, end) = (sorted.starts[first], sorted.starts[end]);
    runs.list[runs.count] = Run { start, end, shift };
    runs.count += usize::from(near & (start < end));
    if near && grid.wraps & 1 != 0 && (span.first < 0 || span.last > last_x) {
        for (first, end, periods_x) in runs_of(span, grid.cells.x, true).skip(1) {
            let (start, end) = (sorted.starts[(row + first) as usize], sorted.starts[(row + end) as usize]);
            runs.list[runs.count] = Run { start, end, shift: vec3(periods_x * period, shift.y, shift.z) };
            runs.count += usize::from(start < end);
        }
    }
}

/// Rows of the sorted copy that follow each other, seen with one shift.
#[derive(Clone, Copy, Default)]
struct Run {
    start: u32,
    end: u32,
    shift: Vec3,
}

/// The runs around a group.
struct Runs {
    list: [Run; RUNS_MAX],
    count: usize,
}

/// Rows of the sorted copy that are near some lane, in order, all with one shift.
struct Found {
    rows: [u32; FOUND_MAX],
    count: usize,
    shift: Vec3,
}

/// The agents of the lanes.
struct Group<'a, S: Simd, const FLAT: bool, const CONES: bool> {
    simd: S,
    plan: &'a Plan,
    sorted: Sorted<'a>,
    first: usize,
    ids: [u32; LANES],
    position: Vec3x8<S>,
    forward: Vec3x8<S>,
    /// Below 0 in lanes without an agent, so that nobody is near them.
    perception2: f32x8<S>,
    flocks_with: u32x8<S>,
    max_speed: f32x8<S>,
    sight: Sight<f32x8<S>>,
}

impl<'a, S: Simd, const FLAT: bool, const CONES: bool> Group<'a, S, FLAT, CONES> {
    #[inline(always)]
    fn new(simd: S, plan: &'a Plan, sorted: Sorted<'a>, first: usize, agents: usize) -> Self {
        let [x, y, z, id] = columns(simd, sorted.places, first);
        let [ahead_x, ahead_y, ahead_z, _] = columns(simd, sorted.motions, first);
        let ids = id.bitcast::<u32x8<S>>().to_array();
        let species = SpeciesOf::new(plan, ids);
        let number = |of: fn(&Species) -> f32| species.number(simd, of);
        let taken = mask32x8::from_bitmask(simd, (1 << agents) - 1);
        Self {
            simd,
            plan,
            sorted,
            first,
            ids,
            position: Vec3x8 { x, y, z },
            forward: Vec3x8 { x: ahead_x, y: ahead_y, z: ahead_z },
            perception2: taken.select(number(|species| species.perception2), f32x8::splat(simd, -1.0)),
            flocks_with: species.number(simd, |species| f32::from_bits(species.flocks_with)).bitcast(),
            max_speed: number(|species| species.max_speed),
            sight: Sight::new(number),
        }
    }

    /// Notes the agents of a run that are near some lane.
    #[inline(always)]
    fn visit(&self, found: &mut Found, sums: &mut Sums<Vec3x8<S>>, run: &Run) {
        if run.shift != found.shift {
            self.add_found(found, sums);
            found.shift = run.shift;
        }
        let mut from = run.start;
        while from < run.end {
            if found.count == FOUND_MAX {
                self.add_found(found, sums);
            }
            let to = run.end.min(from + (FOUND_MAX - found.count) as u32);
            if run.shift == Vec3::ZERO {
                self.test::<false>(found, from, to);
            } else {
                self.test::<true>(found, from, to);
            }
            from = to;
        }
    }

    /// The distance test, without a branch: most candidates are near nobody, and which ones nobody can foretell.
    #[inline(always)]
    fn test<const SHIFTED: bool>(&self, found: &mut Found, from: u32, to: u32) {
        let mut count = found.count;
        for (j, place) in (from..to).zip(&self.sorted.places[from as usize..to as usize]) {
            found.rows[count & (FOUND_MAX - 1)] = j;
            count += usize::from(self.is_near::<SHIFTED>(place.position, found.shift).any());
        }
        found.count = count;
    }

    /// The lanes that a place is near to.
    #[inline(always)]
    fn is_near<const SHIFTED: bool>(&self, place: Vec3, shift: Vec3) -> mask32x8<S> {
        self.distance2(self.offset::<SHIFTED>(place, shift)).le(self.perception2)
    }

    /// From each lane to a place. A shift of nothing is left out: no stored place is -0, so adding 0 changes no bit.
    #[inline(always)]
    fn offset<const SHIFTED: bool>(&self, place: Vec3, shift: Vec3) -> Vec3x8<S> {
        let part = |of_candidate: f32, own: f32x8<S>, shift: f32| {
            let offset = own.like(of_candidate) - own;
            if SHIFTED { offset + own.like(shift) } else { offset }
        };
        let own = self.position;
        Vec3x8 {
            x: part(place.x, own.x, shift.x),
            y: part(place.y, own.y, shift.y),
            z: if FLAT { own.z.like(0.0) } else { part(place.z, own.z, shift.z) },
        }
    }

    /// Square of the length of an offset; in the plane the third part is 0 and adds nothing.
    #[inline(always)]
    fn distance2(&self, offset: Vec3x8<S>) -> f32x8<S> {
        if FLAT { offset.x * offset.x + offset.y * offset.y } else { dot3(offset, offset) }
    }

    /// Adds the candidates noted so far to the sums, and forgets them.
    #[inline(always)]
    fn add_found(&self, found: &mut Found, sums: &mut Sums<Vec3x8<S>>) {
        let rows = &found.rows[..found.count];
        if found.shift == Vec3::ZERO {
            self.add::<false>(rows, found.shift, sums);
        } else {
            self.add::<true>(rows, found.shift, sums);
        }
        found.count = 0;
    }

    #[inline(always)]
    fn add<const SHIFTED: bool>(&self, rows: &[u32], shift: Vec3, sums: &mut Sums<Vec3x8<S>>) {
        let switches = Switches { cones: CONES, ..self.plan.switches };
        let viewer = Viewer { forward: self.forward, ids: &self.ids, dimensions: self.plan.params.dimensions };
        let mut sum = *sums;
        // Of one length, so that one check serves both.
        let places = self.sorted.places;
        let motions = &self.sorted.motions[..places.len()];
        for &j in rows {
            let place = places[j as usize];
            let forward = motions[j as usize].forward;
            let offset = self.offset::<SHIFTED>(place.position, shift);
            let distance2 = self.distance2(offset);
            let among = self.among(j, place.id, distance2.le(self.perception2));
            let forward = Vec3x8 {
                x: distance2.like(forward.x),
                y: distance2.like(forward.y),
                z: distance2.like(if FLAT { 0.0 } else { forward.z }),
            };
            let other = Other { forward, id: place.id, offset, distance2 };
            accumulate(&mut sum, switches, &viewer, &self.sight, &other, among);
        }
        *sums = sum;
    }

    /// The lanes that candidate `j` counts for: near ones of species that flock with it, but for its own.
    #[inline(always)]
    fn among(&self, j: u32, id: u32, near: mask32x8<S>) -> mask32x8<S> {
        let mut among = near;
        let own = j.wrapping_sub(self.first as u32);
        if own < LANES as u32 {
            among &= mask32x8::from_bitmask(self.simd, !(1 << own));
        }
        if self.plan.switches.masked {
            let bit = u32x8::splat(self.simd, 1 << species_of(&self.plan.table, id));
            among &= (self.flocks_with & bit).simd_eq(bit);
        }
        among
    }

    /// The lanes whose agents can move: nobody else needs a force.
    #[inline(always)]
    fn moves(&self) -> mask32x8<S> {
        !self.max_speed.le(f32x8::splat(self.simd, 0.0))
    }

    /// What the sums make of each agent.
    #[inline(always)]
    fn finish(&self, sums: &Sums<Vec3x8<S>>, forces: &mut [Vec4]) {
        let force = force(sums, self.forward, &self.sight);
        let moves = self.moves();
        let [x, y, z] = force.parts().map(|part| moves.select(part, f32x8::splat(self.simd, 0.0)));
        store_columns([x, y, z, f32x8::splat(self.simd, 0.0)], forces);
    }
}
