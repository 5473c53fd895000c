// The box around all agents: integer minimum and maximum, so that the order of agents does not matter.
// Twin of src/passes/bounds.rs.

struct Bounds {
    lo: array<atomic<u32>, 3>,
    hi: array<atomic<u32>, 3>,
}

@group(0) @binding(0) var<uniform> params: Params;
@group(0) @binding(4) var<storage, read> places: array<Place>;
@group(0) @binding(15) var<storage, read_write> bounds_found: Bounds;

var<workgroup> lo: array<atomic<u32>, 3>;
var<workgroup> hi: array<atomic<u32>, 3>;

@compute @workgroup_size(WORKGROUP)
fn bounds(
    @builtin(workgroup_id) workgroup: vec3u,
    @builtin(num_workgroups) workgroups: vec3u,
    @builtin(local_invocation_index) local: u32,
) {
    if local == 0u {
        for (var a = 0u; a < 3u; a++) {
            atomicStore(&lo[a], 0xFFFFFFFFu);
            atomicStore(&hi[a], 0u);
        }
    }
    workgroupBarrier();
    let i = invocation(workgroup, workgroups, local);
    if i < params.agent_count {
        let position = places[i].position;
        if finite(position.x) && finite(position.y) && finite(position.z) {
            for (var a = 0u; a < 3u; a++) {
                let bits = ordered_bits(position[a]);
                atomicMin(&lo[a], bits);
                atomicMax(&hi[a], bits);
            }
        }
    }
    workgroupBarrier();
    if local < 3u {
        atomicMin(&bounds_found.lo[local], atomicLoad(&lo[local]));
        atomicMax(&bounds_found.hi[local], atomicLoad(&hi[local]));
    }
}
