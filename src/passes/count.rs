//! The cell of each agent, and how many each cell holds.

use crate::flock::Place;
use crate::params::Grid;
use crate::rules::grid::{cell_index, cell_of};
use rayon::prelude::*;

/// Writes the cell of each agent into `cells`, and the number of agents of each cell into `starts`.
pub fn count(grid: &Grid, places: &[Place], cells: &mut [u32], starts: &mut [u32]) {
    cells.par_iter_mut().zip(places).with_min_len(4096).for_each(|(cell, place)| {
        *cell = cell_index(grid, cell_of(grid, place.position));
    });
    starts.fill(0);
    for &cell in cells.iter() {
        starts[cell as usize] += 1;
    }
}
