// Random numbers: a hash of (seed, agent, step), so that they depend on nothing else.
// Twin of src/rules/random.rs.

fn pcg(x: u32) -> u32 {
    let s = x * 747796405u + 2891336453u;
    let w = ((s >> ((s >> 28u) + 4u)) ^ s) * 277803737u;
    return (w >> 22u) ^ w;
}

fn random_bits(seed: u32, agent: u32, step: u32) -> vec3u {
    let h1 = pcg(seed ^ (agent * 0x9E3779B9u) ^ (step * 0x85EBCA6Bu));
    let h2 = pcg(h1);
    let h3 = pcg(h2);
    return vec3u(h1, h2, h3);
}

fn unit_interval(bits: u32) -> f32 {
    return f32(bits >> 8u) / 16777216.0;
}

fn random_direction(seed: u32, agent: u32, step: u32, dimensions: u32) -> vec3f {
    let h = random_bits(seed, agent, step);
    var c = vec3f(unit_interval(h.x), unit_interval(h.y), unit_interval(h.z)) * 2.0 - 1.0;
    if dimensions == 2u {
        c.z = 0.0;
    }
    return unit(c);
}
