// One invocation per agent, also past the 65,535 workgroups that one dimension of a dispatch can have.

override WORKGROUP: u32 = 64u;

fn invocation(workgroup: vec3u, workgroups: vec3u, local: u32) -> u32 {
    return (workgroup.y * workgroups.x + workgroup.x) * WORKGROUP + local;
}
