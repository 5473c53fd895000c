// Which species an agent is of. Needs the pass to bind `params` and `table`. Twin of src/rules/species.rs.

fn species_of(id: u32) -> u32 {
    for (var s = 0u; s + 1u < params.species_count; s++) {
        if id < table.species[s].id_end {
            return s;
        }
    }
    return params.species_count - 1u;
}
