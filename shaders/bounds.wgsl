// The box around all agents: integer minimum and maximum, so that the order of agents does not matter.
// Twin of src/passes/bounds.rs.

// Agents of a thread.
const BOUNDS_RUN: u32 = 16u;

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
    // Threads side by side look at agents side by side.
    let first = (invocation(workgroup, workgroups, local) - local) * BOUNDS_RUN + local;
    var low = vec3u(0xFFFFFFFFu);
    var high = vec3u();
    for (var k = 0u; k < BOUNDS_RUN; k++) {
        let i = first + k * WORKGROUP;
        if i >= params.agent_count {
            break;
        }
        let position = places[i].position;
        if finite(position.x) && finite(position.y) && finite(position.z) {
            let bits = vec3u(ordered_bits(position.x), ordered_bits(position.y), ordered_bits(position.z));
            low = min(low, bits);
            high = max(high, bits);
        }
    }
    for (var a = 0u; a < 3u; a++) {
        atomicMin(&lo[a], low[a]);
        atomicMax(&hi[a], high[a]);
    }
    workgroupBarrier();
    if local < 3u {
        atomicMin(&bounds_found.lo[local], atomicLoad(&lo[local]));
        atomicMax(&bounds_found.hi[local], atomicLoad(&hi[local]));
    }
}
