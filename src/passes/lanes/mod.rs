//! Agents side by side in lanes: rows of memory as columns of numbers, and the numbers of each lane's species.

use crate::number::LANES;
use crate::params::{Plan, Species};
use crate::rules::species::species_of;
use bytemuck::Pod;
use fearless_simd::{Level, Simd, SimdBase, SimdCombine, SimdInterleaved, SimdSplit, f32x4, f32x8};

/// How many agents are stepped at a time. None of it changes a bit of the result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Lanes {
    /// One: the plain meaning.
    One,
    /// Eight, by the instructions that every processor of this kind has.
    Portable,
    /// Eight, by the best instructions that this processor has.
    #[default]
    Best,
}

impl Lanes {
    /// The instructions for eight lanes; `None` for one.
    pub(super) fn level(self) -> Option<Level> {
        match self {
            Self::One => None,
            Self::Portable => Some(Level::baseline()),
            Self::Best => Some(Level::new()),
        }
    }
}

/// Eight rows of four numbers from row `first` on as four columns; past the last row they are 0.
#[inline(always)]
pub(super) fn columns<S: Simd, Row: Pod>(simd: S, rows: &[Row], first: usize) -> [f32x8<S>; 4] {
    let numbers: &[f32] = bytemuck::cast_slice(&rows[first..rows.len().min(first + LANES)]);
    let mut padded = [0.0; 4 * LANES];
    let whole = if numbers.len() == padded.len() {
        numbers
    } else {
        padded[..numbers.len()].copy_from_slice(numbers);
        &padded
    };
    let (low, high) = whole.split_at(2 * LANES);
    let [a, b, c, d] = f32x4::load_four_interleaved(simd, low);
    let [e, f, g, h] = f32x4::load_four_interleaved(simd, high);
    [a.combine(e), b.combine(f), c.combine(g), d.combine(h)]
}

/// Writes four columns as rows, as many as there are.
#[inline(always)]
pub(super) fn store_columns<S: Simd, Row: Pod>(columns: [f32x8<S>; 4], rows: &mut [Row]) {
    let [(a, e), (b, f), (c, g), (d, h)] = columns.map(SimdSplit::split);
    let mut padded = [0.0; 4 * LANES];
    let numbers: &mut [f32] = bytemuck::cast_slice_mut(rows);
    if numbers.len() == padded.len() {
        let (low, high) = numbers.split_at_mut(2 * LANES);
        f32x4::store_four_interleaved([a, b, c, d], low);
        f32x4::store_four_interleaved([e, f, g, h], high);
    } else {
        let (low, high) = padded.split_at_mut(2 * LANES);
        f32x4::store_four_interleaved([a, b, c, d], low);
        f32x4::store_four_interleaved([e, f, g, h], high);
        let count = numbers.len();
        numbers.copy_from_slice(&padded[..count]);
    }
}

/// The species of each lane.
#[derive(Clone, Copy)]
pub(super) enum SpeciesOf<'a> {
    /// All are of one.
    One(&'a Species),
    /// Each is of its own.
    Each([&'a Species; LANES]),
}

impl<'a> SpeciesOf<'a> {
    /// The species of agents with these ids.
    #[inline(always)]
    pub(super) fn new(plan: &'a Plan, ids: [u32; LANES]) -> Self {
        let table = &plan.table;
        if table.species[0].id_end >= plan.params.agent_count {
            return Self::One(&table.species[0]);
        }
        Self::Each(ids.map(|id| &table.species[species_of(table, id)]))
    }

    /// One of their numbers.
    #[inline(always)]
    pub(super) fn number<S: Simd>(self, simd: S, of: fn(&Species) -> f32) -> f32x8<S> {
        match self {
            Self::One(species) => f32x8::splat(simd, of(species)),
            Self::Each(species) => f32x8::from_slice(simd, &species.map(of)),
        }
    }
}
