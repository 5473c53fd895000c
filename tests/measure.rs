//! Order, centre and metrics of a flock: known answers, and the numbers of the golden runs.

#![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use flockwork::measure::{
    Metrics, census, centroid, circular_centroid, mean_nearest_neighbour_distance, mean_speed, mean_velocity, milling,
    perception_radius, period, polarisation,
};
use flockwork::scenario::{Dimensions, Edge, Heading, Rule, Shape, Spawn, Species, World};
use flockwork::{Flock, Motion, Place, Scenario};
use glam::{DVec3, Vec3, vec3};
use serde_json::Value;
use std::path::Path;

fn places(positions: &[Vec3]) -> Vec<Place> {
    (0..).zip(positions).map(|(id, &position)| Place { position, id }).collect()
}

fn moving(velocities: &[Vec3]) -> Vec<Motion> {
    velocities.iter().map(|&velocity| Motion::from_velocity(velocity, Vec3::Z)).collect()
}

fn torus() -> World {
    World { min: vec3(-10.0, 0.0, 0.0), max: vec3(10.0, 8.0, 0.0), edge: Edge::Periodic }
}

fn scenario(world: World, rule: Rule) -> Scenario {
    let species = Species {
        name: "bird".into(),
        count: 2,
        body_radius: 0.5,
        mass: 1.0,
        min_speed: 0.0,
        max_speed: None,
        max_force: None,
        dist_floor: 1e-3,
        separation: rule,
        alignment: Rule { weight: 0.0, radius: 100.0, cos_angle: -1.0 },
        cohesion: Rule::default(),
        spawn: Spawn { shape: Shape::Point { centre: Vec3::ZERO }, heading: Heading::Random, speed: 1.0 },
    };
    Scenario {
        title: "two".into(),
        seed: 1,
        dt: 0.25,
        dimensions: Dimensions::Two,
        world,
        species: vec![species],
        flocks_with: vec![1],
    }
}

fn assert_near(what: &str, got: DVec3, want: DVec3, tolerance: f64) {
    let worst = (got - want).abs().max_element();
    assert!(worst <= tolerance, "{what}: {got} instead of {want}");
}

#[test]
fn agents_at_rest_have_no_say_in_the_polarisation() {
    let rest = moving(&[Vec3::ZERO; 5]);
    assert_eq!(polarisation(&rest), None, "five default headings are no order");
    let mixed = moving(&[Vec3::X, Vec3::ZERO, 3.0 * Vec3::Y]);
    assert!((polarisation(&mixed).unwrap() - 0.5_f64.sqrt()).abs() < 1e-12);
    assert_eq!(mean_speed(&mixed), Some(4.0 / 3.0), "but they do count for the speed");
    assert_eq!(mean_velocity(&mixed), Some(DVec3::new(1.0 / 3.0, 1.0, 0.0)));
}

#[test]
fn polarisation_is_one_for_parallel_and_zero_for_opposite_headings() {
    assert_eq!(polarisation(&moving(&[Vec3::X, 7.0 * Vec3::X])), Some(1.0));
    assert_eq!(polarisation(&moving(&[Vec3::X, -7.0 * Vec3::X])), Some(0.0));
}

#[test]
fn a_ring_mills_and_a_march_does_not() {
    let angles = (0..12).map(|i| i as f32 * std::f32::consts::TAU / 12.0);
    let ring: Vec<Vec3> = angles.clone().map(|angle| vec3(angle.cos(), angle.sin(), 0.0)).collect();
    let round: Vec<Vec3> = angles.map(|angle| vec3(-angle.sin(), angle.cos(), 0.0)).collect();
    let shifted: Vec<Vec3> = ring.iter().map(|at| *at + vec3(3.0, 4.0, 0.0)).collect();
    let centre = vec3(3.0, 4.0, 0.0);
    assert!((milling(&places(&shifted), &moving(&round), centre, Vec3::ZERO).unwrap() - 1.0).abs() < 1e-6);
    assert!(milling(&places(&shifted), &moving(&[Vec3::X; 12]), centre, Vec3::ZERO).unwrap() < 1e-6);
    assert!(
        milling(&places(&shifted), &moving(&ring), centre, Vec3::ZERO).unwrap() < 1e-6,
        "flying apart is no milling"
    );
    assert_eq!(milling(&places(&[centre]), &moving(&[Vec3::X]), centre, Vec3::ZERO), None);
}

#[test]
fn a_ring_across_the_seam_mills_as_well() {
    let size = vec3(20.0, 8.0, 0.0);
    let ring = [vec3(9.0, 1.0, 0.0), vec3(-9.0, 1.0, 0.0), vec3(-10.0, 2.0, 0.0), vec3(10.0, 0.0, 0.0)];
    let round = [-Vec3::Y, Vec3::Y, -Vec3::X, Vec3::X];
    let centre = vec3(10.0, 1.0, 0.0);
    assert!((milling(&places(&ring), &moving(&round), centre, size).unwrap() - 1.0).abs() < 1e-6);
    assert!(milling(&places(&ring), &moving(&round), centre, Vec3::ZERO).unwrap() < 0.9, "in open space it is no ring");
}

#[test]
fn the_centre_of_a_flock_on_the_seam_is_on_the_seam() {
    let flock = places(&[vec3(9.0, 1.0, 0.0), vec3(-8.0, 7.0, 0.0)]);
    assert_near("plain", centroid(&flock).unwrap(), DVec3::new(0.5, 4.0, 0.0), 1e-12);
    assert_near("circular", circular_centroid(&flock, &torus()).unwrap(), DVec3::new(-9.5, 0.0, 0.0), 1e-9);
}

#[test]
fn the_circular_centre_moves_with_the_flock_and_stays_in_the_world() {
    let world = torus();
    for step in -40..40 {
        let by = vec3(step as f32 * 0.75, step as f32 * 0.5, 0.0);
        let flock = places(&[by, by + vec3(1.0, 1.0, 0.0), by + vec3(2.0, 2.0, 0.0)]);
        let centre = circular_centroid(&flock, &world).unwrap();
        let off = (centre - (by + vec3(1.0, 1.0, 0.0)).as_dvec3()) / DVec3::new(20.0, 8.0, 1.0);
        assert_near("moved", off - off.round(), DVec3::ZERO, 1e-9);
        assert!(
            centre.cmpge(world.min.as_dvec3()).all() && centre.x < 10.0 && centre.y < 8.0,
            "{centre} left the world"
        );
    }
}

#[test]
fn an_evenly_spread_flock_has_a_finite_centre() {
    let flock = places(&[vec3(-5.0, 2.0, 0.0), vec3(5.0, 6.0, 0.0)]);
    assert!(circular_centroid(&flock, &torus()).unwrap().is_finite());
}

#[test]
fn only_a_torus_has_a_period() {
    assert_eq!(period(&torus()), vec3(20.0, 8.0, 0.0));
    assert_eq!(period(&World { edge: Edge::Open, ..torus() }), Vec3::ZERO);
}

#[test]
fn metrics_see_through_the_seam_of_a_torus_only() {
    let positions = [vec3(9.5, 1.0, 0.0), vec3(-9.5, 1.0, 0.0)];
    let mut flock = Flock::new(&positions, &moving(&[Vec3::X, Vec3::X])).unwrap();
    flock.step = 6;
    let near = Rule { weight: 1.0, radius: 1.0, cos_angle: 0.9 };
    let metrics = Metrics::of(&scenario(torus(), near), &flock);
    assert_eq!((metrics.step, metrics.time, metrics.polarisation), (6, 1.5, Some(1.0)));
    assert_eq!((metrics.mean_nearest_neighbour_distance, metrics.mean_neighbours), (Some(1.0), Some(1.0)));
    assert!((metrics.centroid.unwrap()[0].abs() - 10.0).abs() < 1e-9);
    let open = Metrics::of(&scenario(World { edge: Edge::Open, ..torus() }, near), &flock);
    assert_eq!((open.mean_nearest_neighbour_distance, open.mean_neighbours), (Some(19.0), Some(0.0)));
    assert_eq!(open.centroid, Some([0.0, 1.0, 0.0]));
}

#[test]
fn metrics_of_nobody_are_empty_and_not_nan() {
    let near = Rule { weight: 1.0, radius: 1.0, cos_angle: -1.0 };
    let metrics = Metrics::of(&scenario(torus(), near), &Flock::default());
    let nobody = Metrics {
        step: 0,
        time: 0.0,
        polarisation: None,
        mean_speed: None,
        mean_nearest_neighbour_distance: None,
        mean_neighbours: None,
        centroid: None,
        nonfinite: 0,
    };
    assert_eq!(metrics, nobody);
}

#[test]
fn metrics_leave_out_and_count_what_is_not_finite() {
    let positions = [Vec3::ZERO, vec3(3.0, 0.0, 0.0), vec3(1.0, 0.0, 0.0)];
    let mut flock = Flock::new(&positions, &moving(&[Vec3::X; 3])).unwrap();
    flock.places[2].position.y = f32::NAN;
    flock.motions[1].speed = f32::INFINITY;
    let near = Rule { weight: 1.0, radius: 5.0, cos_angle: -1.0 };
    let metrics = Metrics::of(&scenario(World { edge: Edge::Open, ..torus() }, near), &flock);
    assert_eq!(metrics.nonfinite, 2);
    assert_eq!((metrics.mean_speed, metrics.polarisation), (Some(1.0), Some(1.0)));
    assert_eq!((metrics.mean_nearest_neighbour_distance, metrics.mean_neighbours), (Some(3.0), Some(1.0)));
    assert_eq!(metrics.centroid, Some([1.5, 0.0, 0.0]));
}

#[test]
fn perception_reaches_as_far_as_the_farthest_rule_that_is_on_or_the_core() {
    let rule = |weight, radius| Rule { weight, radius, cos_angle: -1.0 };
    assert_eq!(perception_radius(&scenario(torus(), rule(1.0, 4.0))), Some(4.0), "alignment's 100 is off");
    assert_eq!(perception_radius(&scenario(torus(), rule(1.0, 1.0))), Some(1.5), "three body radii");
    assert_eq!(perception_radius(&scenario(torus(), rule(0.0, 4.0))), None);
}

#[test]
fn the_tree_and_the_grid_of_the_step_count_the_same_neighbours() {
    let at = |i: u32| i.wrapping_mul(2_654_435_761) as f32 / u32::MAX as f32;
    let positions: Vec<Vec3> = (0..500).map(|i| vec3(20.0 * at(i) - 10.0, 8.0 * at(i + 700), 0.0)).collect();
    let flock = Flock::new(&positions, &moving(&[Vec3::X; 500])).unwrap();
    for edge in [Edge::Periodic, Edge::Open] {
        let mut scenario = scenario(World { edge, ..torus() }, Rule { weight: 1.0, radius: 2.0, cos_angle: 0.5 });
        scenario.species[0].count = 500;
        let metrics = Metrics::of(&scenario, &flock);
        assert_eq!(metrics.mean_neighbours, Some(census(&scenario, &flock).neighbours_mean), "{edge:?}");
        assert!(metrics.mean_neighbours.unwrap() > 5.0);
    }
}

#[test]
fn the_metrics_of_the_golden_runs_come_out_of_their_states() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    let mut compared = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if name.starts_with("flock_") && name.ends_with(".json") {
            let run: Value = serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
            for checkpoint in run["checkpoints"].as_array().into_iter().flatten() {
                compared += compare(&format!("{name} step {}", checkpoint["step"]), checkpoint);
            }
        }
    }
    println!("{compared} metrics compared");
    assert!(compared >= 9 * 3 * 3, "only {compared} golden metrics were found");
}

/// Compares each metric of one golden state; the centroid and the distances are given where the world is not a torus.
fn compare(what: &str, state: &Value) -> usize {
    let places = places(&vectors(&state["positions"]));
    let motions = moving(&vectors(&state["velocities"]));
    let metrics = state["metrics"].as_object().unwrap();
    for (metric, want) in metrics {
        let scalar = |value: Option<f64>| DVec3::new(value.unwrap(), 0.0, 0.0);
        let got = match metric.as_str() {
            "mean_velocity" => mean_velocity(&motions).unwrap(),
            "centroid" => centroid(&places).unwrap(),
            "mean_speed" => scalar(mean_speed(&motions)),
            "polarization" => scalar(polarisation(&motions)),
            "mean_nearest_neighbor_distance" => scalar(mean_nearest_neighbour_distance(&places, Vec3::ZERO)),
            other => panic!("{what}: no measure for `{other}`"),
        };
        let want = want.as_f64().map_or_else(|| vector(want).as_dvec3(), |want| scalar(Some(want)));
        // The states have ten digits and are rounded to f32 here.
        assert_near(&format!("{what} {metric}"), got, want, 1e-6 * want.abs().max_element().max(1.0));
    }
    metrics.len()
}

fn vectors(rows: &Value) -> Vec<Vec3> {
    rows.as_array().unwrap().iter().map(vector).collect()
}

fn vector(row: &Value) -> Vec3 {
    let number = |axis: usize| row[axis].as_f64().unwrap() as f32;
    vec3(number(0), number(1), number(2))
}
