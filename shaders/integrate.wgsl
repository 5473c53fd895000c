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
    let i = invocation(workgroup, workgroups, local);
    if i >= params.agent_count {
        return;
    }
    // The plan was too small for this state: leave it as it is, the host plans again.
    if status.candidates_max > schedule.candidates || status.cell_agents_max > (RANK_CHUNK << schedule.merges) {
        return;
    }
    let place = sorted_places[i];
    let species = table.species[species_of(place.id)];
    let advanced = advance(params, species, place.position, sorted_motions[i], forces[i].xyz);
    places[i] = Place(advanced.position, place.id);
    motions[i] = advanced.motion;
    if i == 0u {
        status.steps_done += 1u;
    }
}
