//! The golden vectors: every implemented behaviour on the CPU and in WGSL, and whole flocks on every engine.
//!
//! The folder is `FLOCKWORK_GOLDEN` when that is set, else this one; its README says how the vectors were made and when an
//! answer passes. `cargo test --test golden counted -- --nocapture` prints how much was compared.

#![allow(clippy::unwrap_used)] // a test may give up

mod answer;
mod behaviour;
mod case;
#[path = "../common/mod.rs"]
mod common;
mod flock;
mod flock_run;
mod kernel;
mod mutations;
mod opensteer;
mod space;
mod vector;

use answer::Tally;
use behaviour::Behaviour;
use flock_run::EngineName::{Cpu, Gpu, Reference};
use std::{env, fs};

/// Behaviours of the specification that are not implemented yet.
const PENDING: &[&str] = &[
    "acceleration_to_reach_point",
    "arrival",
    "avoid_agent",
    "avoid_close_neighbors",
    "avoid_neighbors",
    "avoid_obstacles",
    "avoid_place",
    "avoid_sphere",
    "clamp_velocity",
    "evasion",
    "flock_controller_a",
    "flock_controller_b",
    "flock_controller_c",
    "flock_controller_steer",
    "flock_controller_velocity",
    "flock_parker_a",
    "flock_parker_b",
    "flock_parker_c",
    "flow_field",
    "group_averages",
    "knn_query",
    "leader_following",
    "nearest_approach",
    "parker_alignment",
    "parker_cohesion",
    "parker_separation",
    "parker_update",
    "path_following",
    "perching",
    "proximity_query",
    "pursuit",
    "seek",
    "target_mover",
    "target_speed",
    "tend_to_place",
    "vehicle_model",
    "wander",
];

/// A test for each side of each implemented behaviour, and the list of them.
macro_rules! implemented {
    ($($behaviour:expr => $on_the_cpu:ident, $in_wgsl:ident;)*) => {
        const IMPLEMENTED: &[Behaviour] = &[$($behaviour),*];
        $(
            #[test]
            fn $on_the_cpu() {
                let Some(cases) = behaviour::cases(&behaviour::folder(), $behaviour.name) else { return };
                $behaviour.judge_on_cpu(&cases).expect_none_wrong(stringify!($on_the_cpu));
            }

            #[test]
            fn $in_wgsl() {
                let Some(gpu) = common::gpu() else { return };
                let Some(cases) = behaviour::cases(&behaviour::folder(), $behaviour.name) else { return };
                $behaviour.judge_in_wgsl(&gpu, &cases).expect_none_wrong(stringify!($in_wgsl));
            }
        )*
    };
}

implemented! {
    vector::VECTOR_OPS => vector_ops_on_the_cpu, gpu_vector_ops_in_wgsl;
    vector::RNG => rng_on_the_cpu, gpu_rng_in_wgsl;
    vector::SPEED_LIMIT => speed_limit_on_the_cpu, gpu_speed_limit_in_wgsl;
    space::SOFT_BOUNDS => soft_bounds_on_the_cpu, gpu_soft_bounds_in_wgsl;
    space::BOUNDS_WRAP => bounds_wrap_on_the_cpu, gpu_bounds_wrap_in_wgsl;
    opensteer::BOID_NEIGHBORHOOD => boid_neighborhood_on_the_cpu, gpu_boid_neighborhood_in_wgsl;
    opensteer::OPENSTEER_SEPARATION => opensteer_separation_on_the_cpu, gpu_opensteer_separation_in_wgsl;
    opensteer::OPENSTEER_ALIGNMENT => opensteer_alignment_on_the_cpu, gpu_opensteer_alignment_in_wgsl;
    opensteer::OPENSTEER_COHESION => opensteer_cohesion_on_the_cpu, gpu_opensteer_cohesion_in_wgsl;
}

/// A test for each run of a flock on each engine, and the list of the runs.
macro_rules! flocks {
    ($($name:literal => $reference:ident, $cpu:ident, $gpu:ident;)*) => {
        const FLOCKS: &[&str] = &[$($name),*];
        $(
            #[test]
            fn $reference() {
                flock_run::expect_golden($name, Reference);
            }

            #[test]
            fn $cpu() {
                flock_run::expect_golden($name, Cpu);
            }

            #[test]
            fn $gpu() {
                flock_run::expect_golden($name, Gpu);
            }
        )*
    };
}

flocks! {
    "flock_opensteer_a" =>
        flock_opensteer_a_on_the_reference, flock_opensteer_a_on_the_cpu, gpu_flock_opensteer_a;
    "flock_opensteer_b" =>
        flock_opensteer_b_on_the_reference, flock_opensteer_b_on_the_cpu, gpu_flock_opensteer_b;
    "flock_opensteer_c" =>
        flock_opensteer_c_on_the_reference, flock_opensteer_c_on_the_cpu, gpu_flock_opensteer_c;
}

#[test]
fn every_file_is_known() {
    let files = files();
    assert!(!files.is_empty(), "no golden vector lies in {}", behaviour::folder().display());
    assert_eq!(unknown(&files), Vec::<&String>::new());
    if env::var_os("FLOCKWORK_GOLDEN").is_none() {
        assert_eq!(files.len(), 49, "a file of the repository is missing");
    }
    let twice: Vec<_> = PENDING.iter().filter(|name| known(name) > 1).collect();
    assert!(twice.is_empty(), "{twice:?} are implemented and pending");
}

#[test]
fn an_unknown_file_is_found() {
    let files = ["rng", "vector_ops", "flock_opensteer_a", "wander", "flock_opensteer_d"].map(String::from);
    assert_eq!(unknown(&files), ["flock_opensteer_d"]);
}

#[test]
fn gpu_cases_and_fields_are_counted() {
    let gpu = common::gpu();
    let folder = behaviour::folder();
    let mut total = Tally::default();
    for behaviour in IMPLEMENTED {
        let Some(cases) = behaviour::cases(&folder, behaviour.name) else { continue };
        let mut sides = vec![("on the cpu", behaviour.judge_on_cpu(&cases))];
        sides.extend(gpu.iter().map(|gpu| ("in wgsl", behaviour.judge_in_wgsl(gpu, &cases))));
        for (side, tally) in sides {
            println!("{:<22} {side:<12} {tally}", behaviour.name);
            assert_eq!(tally.cases, cases.len());
            assert!(tally.fields >= tally.cases, "a case of {} has no field", behaviour.name);
            total.add(&tally);
        }
    }
    for name in FLOCKS {
        for engine in [Some(Reference), Some(Cpu), gpu.as_ref().map(|_| Gpu)].into_iter().flatten() {
            let Some(tally) = flock_run::judge(&folder, name, engine) else { continue };
            println!("{name:<22} {:<12} {tally}", format!("{engine:?}"));
            total.add(&tally);
        }
    }
    println!("{} behaviours and {} flocks: {total}; {} pending", IMPLEMENTED.len(), FLOCKS.len(), PENDING.len());
    total.expect_none_wrong("all golden vectors");
}

#[test]
fn gpu_both_languages_give_the_same_numbers() {
    let Some(gpu) = common::gpu() else { return };
    for behaviour in IMPLEMENTED {
        let Some(cases) = behaviour::cases(&behaviour::folder(), behaviour.name) else { continue };
        let in_wgsl = behaviour.in_wgsl(&gpu, &behaviour.kernel.compose(), &cases);
        for (case, in_wgsl) in cases.iter().zip(in_wgsl) {
            assert_eq!((behaviour.on_cpu)(case), in_wgsl, "{}: the CPU first, then WGSL", case.id);
        }
    }
}

/// The names of the folder's JSON files, without their ending.
fn files() -> Vec<String> {
    let folder = behaviour::folder();
    let entries = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let paths = entries.map(|entry| entry.unwrap().path());
    let json = paths.filter(|path| path.extension().is_some_and(|ending| ending == "json"));
    let mut names: Vec<String> = json.map(|path| path.file_stem().unwrap().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

/// Files that are neither implemented nor pending.
fn unknown(files: &[String]) -> Vec<&String> {
    files.iter().filter(|name| known(name) == 0).collect()
}

/// In how many lists a name is.
fn known(name: &str) -> usize {
    let implemented = IMPLEMENTED.iter().map(|behaviour| behaviour.name).chain(FLOCKS.iter().copied());
    implemented.chain(PENDING.iter().copied()).filter(|other| *other == name).count()
}
