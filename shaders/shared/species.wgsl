// Which species an agent is of. Needs the pass to bind `table`. Twin of src/rules/species.rs.
//
// By halving and without a loop, since it is asked for every neighbour: some adapters count the turns of all loops.

override SPECIES_USED: u32 = 32u;

fn species_of(id: u32) -> u32 {
    if SPECIES_USED == 1u {
        return 0u;
    }
    var s = 0u;
    s += select(0u, 16u, id >= table.species[s + 15u].id_end);
    s += select(0u, 8u, id >= table.species[s + 7u].id_end);
    s += select(0u, 4u, id >= table.species[s + 3u].id_end);
    s += select(0u, 2u, id >= table.species[s + 1u].id_end);
    s += select(0u, 1u, id >= table.species[s].id_end);
    return s;
}
