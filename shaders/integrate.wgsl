// The new state: each agent moved by its force. Twin of src/passes/integrate.rs.

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(2) var<uniform> schedule: Schedule;
@group(0) @binding(3) var<storage, read> table: Table;
@group(0) @binding(4) var<storage, read_write> places: array<Place>;
@group(0) @binding(5) var<storage, read_write> motions: array<Motion>;
@group(0) @binding(6) var<storage, read> sorted_places: array<Place>;
@group(0) @binding(7) var<storage, read> sorted_motions: array<Motion>;
@group(0) @binding(14) var<storage, read> forces: array<vec4f>;
@group(0) @binding(16) var<storage, read_write> status: Status;

@compute @workgroup_size(WORKGROUP)
fn integrate(
    @builtin(workgroup_id) workgroup: vec3u,
    @builtin(num_workgroups) workgroups: vec3u,
    @builtin(local_invocation_index) local: u32,
) {
    // What is the same for all agents is loaded before any branch, where some adapters load it once for all lanes.
    let own = invocation(workgroup, workgroups, local);
    let i = min(own, params.agent_count - 1u);
    let too_long = status.candidates_max > schedule.candidates;
    let too_dense = status.cell_agents_max > (RANK_CHUNK << schedule.merges);
    let together_at_one_point = status.coincident_max > schedule.apart;
    let place = sorted_places[i];
    let species = table.species[species_of(place.id)];
    let advanced = advance(params, species, place.position, sorted_motions[i], forces[i].xyz);
    // The plan was too small for this state: leave it as it is, the host plans again.
    if own >= params.agent_count || too_long || too_dense || together_at_one_point {
        return;
    }
    places[i] = Place(advanced.position, place.id);
    motions[i] = advanced.motion;
    if own == 0u {
        status.steps_done += 1u;
    }
}
