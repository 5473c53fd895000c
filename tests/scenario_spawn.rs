//! Starting flocks: from seed and id alone, uniform, and in the world.

use flockwork::scenario::{Overrides, Scenario, from_text, load, presets};
use flockwork::spawn::spawn;
use flockwork::{Flock, scenario::Dimensions};
use glam::{DVec3, Vec3};

/// Agents in the statistical tests.
const COUNT: u32 = 200_000;

fn scenario(text: &str) -> Scenario {
    from_text("test.toml", text, &Overrides::default()).expect("a good scenario")
}

/// One species of `COUNT` agents in a unit-edged periodic box, started as `spawn_keys` say.
fn many(seed: u32, head: &str, spawn_keys: &str) -> Flock {
    let text =
        format!("seed = {seed}\n{head}\n[[species]]\nname = \"a\"\ncount = {COUNT}\n[species.spawn]\n{spawn_keys}\n");
    spawn(&scenario(&text)).expect("a flock")
}

const UNIT_BOX: &str = "shape = \"box\"\nmin = [0, 0, 0]\nmax = [1, 1, 1]";

/// Sum of (seen - expected)^2 / expected, as standard deviations from its mean over `cells` equally likely cells.
fn chi_square_sigmas(cells: impl Iterator<Item = usize>, cell_count: usize) -> f64 {
    let mut seen = vec![0u32; cell_count];
    cells.for_each(|cell| seen[cell] += 1);
    let expected = f64::from(COUNT) / cell_count as f64;
    let chi: f64 = seen.iter().map(|&count| (f64::from(count) - expected).powi(2) / expected).sum();
    let freedom = cell_count as f64 - 1.0;
    (chi - freedom) / (2.0 * freedom).sqrt()
}

/// The quantile of the normal distribution at 1e-4, on either side.
const SIGMAS_MAX: f64 = 3.72;

fn cell(u: f64, cells: usize) -> usize {
    ((u * cells as f64) as usize).min(cells - 1)
}

fn correlation(a: impl Iterator<Item = f64>, b: impl Iterator<Item = f64>) -> f64 {
    let pairs: Vec<(f64, f64)> = a.zip(b).collect();
    let n = pairs.len() as f64;
    let (mean_a, mean_b) = (pairs.iter().map(|p| p.0).sum::<f64>() / n, pairs.iter().map(|p| p.1).sum::<f64>() / n);
    let (mut ab, mut aa, mut bb) = (0.0, 0.0, 0.0);
    for (a, b) in pairs {
        ab += (a - mean_a) * (b - mean_b);
        aa += (a - mean_a).powi(2);
        bb += (b - mean_b).powi(2);
    }
    ab / (aa * bb).sqrt()
}

#[test]
fn a_box_is_filled_evenly_for_awkward_seeds() {
    for seed in [0, 1, 2, u32::MAX] {
        let flock = many(seed, "", UNIT_BOX);
        let cells = flock.places.iter().map(|place| {
            let p = place.position.as_dvec3();
            (cell(p.x, 16) * 16 + cell(p.y, 16)) * 16 + cell(p.z, 16)
        });
        let sigmas = chi_square_sigmas(cells, 16 * 16 * 16);
        assert!(sigmas.abs() < SIGMAS_MAX, "seed {seed}: chi-square {sigmas} standard deviations off");
    }
}

#[test]
fn the_measure_of_evenness_sees_an_uneven_box() {
    let flock = many(1, "", UNIT_BOX);
    let cells = flock.places.iter().map(|place| cell(f64::from(place.position.x).powf(1.05), 4096));
    assert!(chi_square_sigmas(cells, 4096).abs() > SIGMAS_MAX);
}

#[test]
fn no_two_agents_start_at_one_place() {
    // 24 bits a coordinate: 2^72 places, so one pair in 2e10 such flocks.
    for seed in [0, 1, 2, u32::MAX] {
        let flock = many(seed, "", UNIT_BOX);
        let mut places: Vec<[u32; 3]> =
            flock.places.iter().map(|place| place.position.to_array().map(f32::to_bits)).collect();
        places.sort_unstable();
        places.dedup();
        assert_eq!(places.len(), COUNT as usize, "seed {seed}");
    }
}

#[test]
fn neighbouring_seeds_give_unrelated_flocks() {
    for seed in [0, 1, 2, u32::MAX - 1] {
        let (a, b) = (many(seed, "", UNIT_BOX), many(seed + 1, "", UNIT_BOX));
        for axis in 0..3 {
            let along = |flock: &Flock| flock.places.iter().map(|p| f64::from(p.position[axis])).collect::<Vec<_>>();
            let between_seeds = correlation(along(&a).into_iter(), along(&b).into_iter());
            assert!(between_seeds.abs() < 0.01, "seeds {seed} and {}, axis {axis}: {between_seeds}", seed + 1);
            let shifted = correlation(along(&a).into_iter(), along(&a).into_iter().skip(1));
            assert!(shifted.abs() < 0.01, "seed {seed}, agents i and i + 1, axis {axis}: {shifted}");
        }
    }
    let a = many(1, "", UNIT_BOX);
    let along_x = || a.places.iter().map(|p| f64::from(p.position.x));
    assert!(correlation(along_x(), along_x()) > 0.999, "the measure sees sameness");
}

#[test]
fn places_and_headings_are_unrelated() {
    let flock = many(5, "", UNIT_BOX);
    for (i, j) in [(0, 0), (0, 1), (1, 2), (2, 2)] {
        let places = flock.places.iter().map(|place| f64::from(place.position[i]));
        let headings = flock.motions.iter().map(|motion| f64::from(motion.forward[j]));
        let related = correlation(places, headings);
        assert!(related.abs() < 0.01, "place {i} and heading {j}: {related}");
    }
}

#[test]
fn a_ball_is_uniform_in_volume_and_direction() {
    let flock = many(9, "", "shape = \"ball\"\ncentre = [10, 20, 30]\nradius = 4");
    let cells = flock.places.iter().map(|place| {
        let out = (place.position - Vec3::new(10.0, 20.0, 30.0)).as_dvec3();
        let radius = out.length();
        assert!(radius <= 4.00001, "{out} is outside");
        let longitude = out.y.atan2(out.x) / std::f64::consts::TAU + 0.5;
        (cell((radius / 4.0).powi(3), 16) * 16 + cell(out.z / radius / 2.0 + 0.5, 16)) * 16 + cell(longitude, 16)
    });
    let sigmas = chi_square_sigmas(cells, 4096);
    assert!(sigmas.abs() < SIGMAS_MAX, "chi-square {sigmas} standard deviations off");
}

#[test]
fn a_shell_is_uniform_between_its_radii() {
    let flock = many(9, "", "shape = \"shell\"\nradius_min = 3\nradius_max = 4");
    let cells = flock.places.iter().map(|place| {
        let radius = place.position.as_dvec3().length();
        assert!((2.99999..=4.00001).contains(&radius), "{radius} is outside");
        cell((radius.powi(3) - 27.0) / 37.0, 256)
    });
    assert!(chi_square_sigmas(cells, 256).abs() < SIGMAS_MAX);
}

#[test]
fn random_headings_are_uniform_unit_vectors() {
    let flock = many(3, "", UNIT_BOX);
    let cells = flock.motions.iter().map(|motion| {
        let forward = motion.forward.as_dvec3();
        assert!((forward.length() - 1.0).abs() < 1e-6, "{forward} has no unit length");
        cell(forward.z / 2.0 + 0.5, 32) * 32 + cell(forward.y.atan2(forward.x) / std::f64::consts::TAU + 0.5, 32)
    });
    assert!(chi_square_sigmas(cells, 1024).abs() < SIGMAS_MAX);
    assert!(flock.motions.iter().all(|motion| motion.speed == 2.7));
}

#[test]
fn in_two_dimensions_a_ball_is_a_disc_and_headings_are_a_circle() {
    let flock = many(3, "dimensions = 2", "shape = \"ball\"\nradius = 2");
    let angle = |v: DVec3| v.y.atan2(v.x) / std::f64::consts::TAU + 0.5;
    let places = flock.places.iter().map(|place| {
        let p = place.position.as_dvec3();
        cell((p.length() / 2.0).powi(2), 32) * 32 + cell(angle(p), 32)
    });
    assert!(chi_square_sigmas(places, 1024).abs() < SIGMAS_MAX);
    let headings = flock.motions.iter().map(|motion| cell(angle(motion.forward.as_dvec3()), 1024));
    assert!(chi_square_sigmas(headings, 1024).abs() < SIGMAS_MAX);
    let flat = |v: Vec3| v.z.to_bits() == 0;
    assert!(flock.places.iter().all(|p| flat(p.position)) && flock.motions.iter().all(|m| flat(m.forward)));
}

#[test]
fn a_flock_depends_on_its_seed_and_on_nothing_else() {
    for preset in presets() {
        let start = |seed, count| {
            let overrides = Overrides { seed: Some(seed), count: Some(count), ..Overrides::default() };
            spawn(&load(preset.name, &overrides).unwrap()).unwrap()
        };
        let flock = start(11, 500);
        assert_eq!(flock.hash(), start(11, 500).hash(), "{}", preset.name);
        assert_ne!(flock.hash(), start(12, 500).hash(), "{}", preset.name);
        // One species: an agent does not depend on how many there are.
        let more = start(11, 700);
        assert_eq!(flock.places[..], more.places[..500], "{}", preset.name);
        assert_eq!(flock.motions[..], more.motions[..500], "{}", preset.name);
        let alone = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap().install(|| start(11, 500));
        assert_eq!(alone.hash(), flock.hash(), "{}: one thread or many", preset.name);
        flock.check().unwrap();
    }
}

#[test]
fn the_start_of_a_preset_keeps_its_bits() {
    // A change here changes every published run: it needs a reason in the change log.
    let overrides = Overrides { count: Some(1000), ..Overrides::default() };
    let hashes: Vec<String> =
        presets().iter().map(|preset| spawn(&load(preset.name, &overrides).unwrap()).unwrap().hash_text()).collect();
    assert_eq!(hashes, ["3ede26a0213d81fd", "12d8ca4492c655f6", "a42b78ae8f76b909", "7373c63d1caaf77a"]);
}

#[test]
fn a_lattice_stands_in_rows_around_its_centre() {
    let flock = |dimensions, count| {
        spawn(&scenario(&format!(
            "dimensions = {dimensions}\n[[species]]\nname = \"a\"\ncount = {count}\n[species.spawn]\nshape = \"lattice\"\nspacing = 2\n"
        )))
        .unwrap()
    };
    let cube = flock(3, 27);
    assert_eq!(cube.places[0].position, Vec3::splat(-2.0));
    assert_eq!(cube.places[1].position, Vec3::new(0.0, -2.0, -2.0));
    assert_eq!(cube.places[13].position, Vec3::ZERO);
    assert_eq!(cube.places[26].position, Vec3::splat(2.0));
    let square = flock(2, 4);
    assert_eq!(square.places[0].position, Vec3::new(-1.0, -1.0, 0.0));
    assert_eq!(square.places[3].position, Vec3::new(1.0, 1.0, 0.0));
    assert_eq!(flock(3, 0).len(), 0);
    assert_eq!(flock(3, 1).places[0].position, Vec3::ZERO);
}

#[test]
fn explicit_agents_start_as_listed_and_in_species_order() {
    let flock = spawn(&scenario(
        "[[species]]\nname = \"a\"\n[species.spawn]\nshape = \"agents\"\n\
         agents = [{position = [1, 2, 3], velocity = [0, 3, 4]}, {position = [4, 5, 6]}]\n\
         [[species]]\nname = \"b\"\ncount = 1\n[species.spawn]\nshape = \"point\"\ncentre = [7, 8, 9]\nheading = [0, 0, -2]\nspeed = 1.5\n",
    ))
    .unwrap();
    assert_eq!(flock.places.iter().map(|place| place.id).collect::<Vec<_>>(), [0, 1, 2]);
    assert_eq!(flock.places[0].position, Vec3::new(1.0, 2.0, 3.0));
    assert_eq!((flock.motions[0].forward, flock.motions[0].speed), (Vec3::new(0.0, 0.6, 0.8), 5.0));
    assert_eq!((flock.motions[1].forward, flock.motions[1].speed), (Vec3::Z, 0.0), "at rest, the heading of rest");
    assert_eq!(flock.places[2].position, Vec3::new(7.0, 8.0, 9.0));
    assert_eq!((flock.motions[2].forward, flock.motions[2].speed), (Vec3::NEG_Z, 1.5));
}

#[test]
fn a_file_of_agents_is_found_beside_its_scenario() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("starts")).unwrap();
    std::fs::write(folder.path().join("starts/two.csv"), "\u{feff}x,y,vx,vy\n1,2,3,4\n-1,0.5,0,0\n").unwrap();
    let path = folder.path().join("flock.toml");
    let text =
        "dimensions = 2\n[[species]]\nname = \"a\"\n[species.spawn]\nshape = \"file\"\npath = \"starts/two.csv\"\n";
    std::fs::write(&path, text).unwrap();
    let scenario = load(path.to_str().unwrap(), &Overrides::default()).unwrap();
    assert_eq!((scenario.agent_count(), scenario.dimensions), (2, Dimensions::Two));
    let flock = spawn(&scenario).unwrap();
    assert_eq!(flock.places[0].position, Vec3::new(1.0, 2.0, 0.0));
    assert_eq!(flock.motions[0].speed, 5.0);
    assert_eq!(flock.motions[1].forward, Vec3::X);
}

#[test]
fn only_a_periodic_world_takes_starts_from_outside_into_its_box() {
    let start = |edge: &str| {
        let text = format!(
            "[world]\nmin = [0, 0, 0]\nmax = [10, 10, 10]\nedge = \"{edge}\"\n[[species]]\nname = \"a\"\n\
             [species.spawn]\nshape = \"agents\"\nagents = [{{position = [-1, 10, 25]}}]\n"
        );
        spawn(&scenario(&text)).unwrap().places[0].position
    };
    assert_eq!(start("periodic"), Vec3::new(9.0, 0.0, 5.0));
    for edge in ["reflect", "soft", "open"] {
        assert_eq!(start(edge), Vec3::new(-1.0, 10.0, 25.0), "{edge}");
    }
}
