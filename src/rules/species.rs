//! Which species an agent is of: ids are given out in the order of the species.

use crate::params::{Params, Table};

/// The index into the table of the species with this id.
pub fn species_of(params: &Params, table: &Table, id: u32) -> u32 {
    let mut s = 0;
    while s + 1 < params.species_count {
        if id < table.species[s as usize].id_end {
            return s;
        }
        s += 1;
    }
    params.species_count - 1
}
