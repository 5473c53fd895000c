//! Random numbers: a hash of (seed, agent, step), so that they depend on nothing else.
//!
//! The generator is PCG-RXS-M-XS (M. O'Neill, 2014) used as a hash.

use super::vector::unit;
use glam::{Vec3, vec3};

/// One round of the hash.
pub fn pcg(x: u32) -> u32 {
    let s = x.wrapping_mul(747_796_405).wrapping_add(2_891_336_453);
    let w = ((s >> ((s >> 28) + 4)) ^ s).wrapping_mul(277_803_737);
    (w >> 22) ^ w
}

/// Three hashes for this agent at this step.
pub fn random_bits(seed: u32, agent: u32, step: u32) -> [u32; 3] {
    let h1 = pcg(seed ^ agent.wrapping_mul(0x9E37_79B9) ^ step.wrapping_mul(0x85EB_CA6B));
    let h2 = pcg(h1);
    let h3 = pcg(h2);
    [h1, h2, h3]
}

/// The upper 24 bits as a number in `[0, 1)`.
pub fn unit_interval(bits: u32) -> f32 {
    (bits >> 8) as f32 / 16_777_216.0
}

/// A unit vector: a point of the cube, normalised (so the diagonals are favoured, as published); z is 0 in two dimensions.
pub fn random_direction(seed: u32, agent: u32, step: u32, dimensions: u32) -> Vec3 {
    let h = random_bits(seed, agent, step);
    let mut c = vec3(unit_interval(h[0]), unit_interval(h[1]), unit_interval(h[2])) * 2.0 - 1.0;
    if dimensions == 2 {
        c.z = 0.0;
    }
    unit(c)
}
