//! The sorted copy: agents in order of cell, and inside a cell in order of id, so that sums are the same every time.

use crate::flock::{Motion, Place};
use rayon::prelude::*;

/// Where an agent comes from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Entry {
    /// Its id.
    pub id: u32,
    /// Its row before sorting.
    pub source: u32,
}

/// Cells fewer than this are not worth another thread.
const CELLS_PER_TASK: usize = 4096;

/// Fills `order` with the agents in order of cell and id. `cursors` is room for one number per cell.
pub fn place_order(places: &[Place], cells: &[u32], starts: &[u32], cursors: &mut [u32], order: &mut [Entry]) {
    cursors.copy_from_slice(starts);
    for (source, (place, &cell)) in (0..).zip(places.iter().zip(cells)) {
        let cursor = &mut cursors[cell as usize];
        order[*cursor as usize] = Entry { id: place.id, source };
        *cursor += 1;
    }
    sort_cells(order, starts);
}

/// Copies the agents in this order.
pub fn place_gather(
    order: &[Entry],
    places: &[Place],
    motions: &[Motion],
    sorted_places: &mut [Place],
    sorted_motions: &mut [Motion],
) {
    sorted_places.par_iter_mut().zip(sorted_motions).zip(order).with_min_len(4096).for_each(
        |((place, motion), entry)| {
            *place = places[entry.source as usize];
            *motion = motions[entry.source as usize];
        },
    );
}

/// Sorts each cell by id. `starts` holds the start of each cell of `order` and one more, its end.
fn sort_cells(order: &mut [Entry], starts: &[u32]) {
    let cell_count = starts.len() - 1;
    if cell_count > CELLS_PER_TASK {
        let middle = cell_count / 2;
        let (left, right) = order.split_at_mut((starts[middle] - starts[0]) as usize);
        rayon::join(|| sort_cells(left, &starts[..=middle]), || sort_cells(right, &starts[middle..]));
        return;
    }
    for pair in starts.windows(2) {
        let cell = &mut order[(pair[0] - starts[0]) as usize..(pair[1] - starts[0]) as usize];
        if cell.len() > 1 {
            cell.sort_unstable_by_key(|entry| entry.id);
        }
    }
}
