//! The constants: what stands as a number in both languages is the same number.

use crate::parsed::passes;
use flockwork::gpu::GpuOptions;
use flockwork::gpu::buffers::{BOUNDS_RUN, SCAN_BLOCK};
use flockwork::gpu::schedule::RANK_CHUNK;
use flockwork::params::{EDGE_OPEN, EDGE_PERIODIC, EDGE_REFLECT, EDGE_SOFT, EDGE_SPHERE_WRAP, SPECIES_MAX};
use flockwork::passes::groups::GROUP_RADII;
use flockwork::rules::axis::AXIS_CELLS_MAX;
use flockwork::rules::grid::{CELLS_PER_AGENT, CROWDED, GATHERED};
use flockwork::rules::vector::{EPS, EPS2, FLUSH};
use std::collections::BTreeMap;
use wgpu::naga::{Expression, Handle, Literal, Module};

/// Every constant of the shaders by its name, as Rust has it; single precision is exact in double.
fn of_rust() -> BTreeMap<&'static str, f64> {
    let options = GpuOptions::default();
    BTreeMap::from([
        ("EPS", f64::from(EPS)),
        ("EPS2", f64::from(EPS2)),
        ("FLUSH", f64::from(FLUSH)),
        ("SPECIES_MAX", SPECIES_MAX as f64),
        ("EDGE_PERIODIC", f64::from(EDGE_PERIODIC)),
        ("EDGE_REFLECT", f64::from(EDGE_REFLECT)),
        ("EDGE_SOFT", f64::from(EDGE_SOFT)),
        ("EDGE_SPHERE_WRAP", f64::from(EDGE_SPHERE_WRAP)),
        ("EDGE_OPEN", f64::from(EDGE_OPEN)),
        ("AXIS_CELLS_MAX", f64::from(AXIS_CELLS_MAX)),
        ("CROWDED", f64::from(CROWDED)),
        ("GATHERED", f64::from(GATHERED)),
        ("CELLS_PER_AGENT", f64::from(CELLS_PER_AGENT)),
        ("RANK_CHUNK", f64::from(RANK_CHUNK)),
        ("SCAN_BLOCK", f64::from(SCAN_BLOCK)),
        ("BOUNDS_RUN", f64::from(BOUNDS_RUN)),
        ("SCAN_THREADS", f64::from(SCAN_BLOCK) / 16.0), // each thread of the scan takes sixteen cells
        // What the engine sets for itself has the same value when it does not.
        ("WORKGROUP", f64::from(options.workgroup)),
        ("CHUNK", f64::from(options.chunk)),
        ("SLICE", f64::from(options.slice)),
        ("IN_ROUNDS", 0.0),
        ("NEIGHBOURS", 1.0),
        ("MASKED", 1.0),
        ("RULE_SEPARATION", 1.0),
        ("RULE_ALIGNMENT", 1.0),
        ("RULE_COHESION", 1.0),
        ("CONES", 1.0),
        ("APART", 1.0),
        ("LAST", 0.0),
        ("SPECIES_USED", SPECIES_MAX as f64),
        ("EDGE", f64::from(u32::MAX)), // any of them
        ("GROUP_RADII", f64::from(GROUP_RADII)),
        ("SCAN_RUN", 16.0),
    ])
}

#[test]
fn every_constant_of_the_shaders_is_the_one_of_rust() {
    let rust = of_rust();
    let mut found = BTreeMap::new();
    for (pass, parsed) in passes() {
        for (name, value) in constants(&parsed.module) {
            let expected = rust.get(name.as_str()).copied();
            assert_eq!(expected, Some(value), "{name} in {}: Rust first, then WGSL", pass.entry);
            found.insert(name, value);
        }
    }
    let missing: Vec<_> = rust.keys().filter(|name| !found.contains_key(**name)).collect();
    assert!(missing.is_empty(), "no shader has {missing:?}");
}

/// Constants and overridable constants, by name.
fn constants(module: &Module) -> Vec<(String, f64)> {
    let fixed = module.constants.iter().map(|(_, constant)| (constant.name.clone(), Some(constant.init)));
    let set = module.overrides.iter().map(|(_, constant)| (constant.name.clone(), constant.init));
    fixed.chain(set).filter_map(|(name, init)| Some((name?, value(module, init?)))).collect()
}

fn value(module: &Module, init: Handle<Expression>) -> f64 {
    match module.global_expressions[init] {
        Expression::Literal(Literal::F32(x)) => f64::from(x),
        Expression::Literal(Literal::U32(x)) => f64::from(x),
        Expression::Literal(Literal::Bool(x)) => f64::from(u8::from(x)),
        Expression::Constant(constant) => value(module, module.constants[constant].init),
        ref other => panic!("a constant is {other:?}"),
    }
}
