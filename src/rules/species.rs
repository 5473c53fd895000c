//! Which species an agent is of: ids are given out in the order of the species.
//!
//! By halving and without a loop, since it is asked for every neighbour: some adapters count the turns of all loops.

use crate::params::Table;

/// The index into the table of the species with this id; the places after the last species end at the largest id.
pub fn species_of(table: &Table, id: u32) -> usize {
    let mut s = 0;
    s += if id >= table.species[s + 15].id_end { 16 } else { 0 };
    s += if id >= table.species[s + 7].id_end { 8 } else { 0 };
    s += if id >= table.species[s + 3].id_end { 4 } else { 0 };
    s += if id >= table.species[s + 1].id_end { 2 } else { 0 };
    s += if id >= table.species[s].id_end { 1 } else { 0 };
    s
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::params::{SPECIES_MAX, Species};

    fn table(counts: &[u32]) -> Table {
        let mut table = Table { species: [Species { id_end: u32::MAX, ..Species::default() }; SPECIES_MAX] };
        let mut end = 0;
        for (species, count) in table.species.iter_mut().zip(counts) {
            end += count;
            species.id_end = end;
        }
        table
    }

    #[test]
    fn each_id_is_of_the_first_species_that_ends_after_it() {
        for counts in [vec![7], vec![1, 1], vec![3, 0, 0, 5], vec![2; 32], vec![1; 31], vec![0, 4, 0, 9, 1]] {
            let table = table(&counts);
            let mut id = 0;
            for (species, &count) in counts.iter().enumerate() {
                for _ in 0..count {
                    assert_eq!(species_of(&table, id), species, "id {id} of {counts:?}");
                    id += 1;
                }
            }
        }
    }
}
