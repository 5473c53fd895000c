//! Mutations: one wrong line in a shared shader is reported by the golden cases of its behaviour.

use crate::behaviour::{self, Behaviour};
use crate::common;
use crate::opensteer::{BOID_NEIGHBORHOOD, OPENSTEER_ALIGNMENT, OPENSTEER_COHESION, OPENSTEER_SEPARATION};
use crate::space::{BOUNDS_WRAP, SOFT_BOUNDS};
use crate::vector::{RNG, SPEED_LIMIT, VECTOR_OPS};

/// A behaviour, what stands in its shared text, and what is put there instead.
const MUTATIONS: &[(Behaviour, &str, &str)] = &[
    (VECTOR_OPS, "a / len", "a * len"),
    (VECTOR_OPS, "d / period + 0.5", "d / period"),
    (VECTOR_OPS, "select(-e, e, i > j)", "select(-e, e, i < j)"),
    (VECTOR_OPS, "h ^= h >> 12u", "h ^= h >> 13u"),
    (VECTOR_OPS, "a - u * dot3(a, u)", "a + u * dot3(a, u)"),
    (VECTOR_OPS, "if x > hi", "if x >= hi"),
    (VECTOR_OPS, "position + velocity * time", "position - velocity * time"),
    (RNG, "747796405u", "747796407u"),
    (RNG, "* 2.0 - 1.0", "* 2.0"),
    (SPEED_LIMIT, "velocity * (min_speed / speed)", "velocity"),
    (SPEED_LIMIT, "forward * min_speed", "velocity"),
    (SOFT_BOUNDS, "if x < lo {\n        return strength;", "if x <= lo {\n        return strength;"),
    (SOFT_BOUNDS, "return -strength", "return strength"),
    (BOUNDS_WRAP, "floor((x - min) / period)", "floor(x / period)"),
    (BOUNDS_WRAP, "hi - (x - hi)", "hi"),
    (BOUNDS_WRAP, "-abs(v)", "abs(v)"),
    (BOUNDS_WRAP, "mirrored > hi), abs(v)", "mirrored > hi), -v"),
    (BOUNDS_WRAP, "(2.0 * radius)", "radius"),
    (BOID_NEIGHBORHOOD, "distance2 > radius2", "distance2 >= radius2"),
    (BOID_NEIGHBORHOOD, "distance2 < core2", "distance2 <= core2"),
    (BOID_NEIGHBORHOOD, "ahead > cos_angle * distance", "ahead >= cos_angle * distance"),
    (BOID_NEIGHBORHOOD, "(cos_angle <= -1.0) | ", ""),
    (OPENSTEER_SEPARATION, "distance * falloff", "distance"),
    (OPENSTEER_SEPARATION, "viewer.id, other.id, viewer.dimensions", "other.id, viewer.id, viewer.dimensions"),
    (OPENSTEER_ALIGNMENT, " - forward)", ")"),
    (OPENSTEER_ALIGNMENT, "(*sums).alignment += other.forward", "(*sums).alignment += other.offset"),
    (OPENSTEER_COHESION, "(*sums).cohesion += other.offset", "(*sums).cohesion -= other.offset"),
    (OPENSTEER_COHESION, "cohesion_count += 1u", "cohesion_count += 2u"),
];

#[test]
fn gpu_a_wrong_line_in_a_shared_shader_is_reported() {
    let Some(gpu) = common::gpu() else { return };
    let mut survivors = Vec::new();
    for (behaviour, right, wrong) in MUTATIONS {
        let cases = behaviour::cases(&behaviour::own_folder(), behaviour.name).unwrap();
        let text = behaviour.kernel.compose();
        assert!(text.contains(right), "{}: `{right}` is no longer in the shared text", behaviour.name);
        let tally = behaviour::judged(&cases, &behaviour.in_wgsl(&gpu, &text.replace(right, wrong), &cases));
        println!("{:<22} `{wrong}` for `{right}`: {} fields are wrong", behaviour.name, tally.faults.len());
        if tally.faults.is_empty() {
            survivors.push(format!("{}: `{wrong}` for `{right}`", behaviour.name));
        }
    }
    assert!(survivors.is_empty(), "not reported: {survivors:#?}");
}
