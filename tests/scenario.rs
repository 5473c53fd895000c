//! Scenarios that are right: presets, defaults, overrides, relations and the forms a file may have.

use flockwork::measure::census;
use flockwork::scenario::{
    DEFAULT_PRESET, Dimensions, Edge, Heading, Overrides, Rule, Scenario, Shape, from_text, load, load_at_density,
    preset_infos, presets, schema,
};
use flockwork::spawn::spawn;
use glam::{Vec3, vec3};

fn read(text: &str) -> Scenario {
    from_text("flock.toml", text, &Overrides::default()).expect("a good scenario")
}

fn with(preset: &str, set: &[&str]) -> Scenario {
    let overrides = Overrides { set: set.iter().map(|&one| one.to_owned()).collect(), ..Overrides::default() };
    load(preset, &overrides).expect("a good scenario")
}

const BIRD: &str = "[[species]]\nname = \"bird\"\ncount = 10\n";

#[test]
fn the_presets_are_those_promised() {
    let infos = preset_infos().unwrap();
    let rows: Vec<_> = infos.iter().map(|info| (info.name, info.count, info.dimensions)).collect();
    assert_eq!(rows, [("murmuration", 20_000, 3), ("school", 4000, 3), ("flatland", 5000, 2), ("opensteer", 200, 3)]);
    assert_eq!(presets()[0].name, DEFAULT_PRESET);
    assert!(infos.iter().all(|info| !info.title.is_empty()));
}

#[test]
fn the_numbers_in_the_comments_of_the_presets_are_right() {
    let neighbours = |name: &str, radius: f32| {
        let scenario = load(name, &Overrides::default()).unwrap();
        let flock = spawn(&scenario).unwrap();
        let period =
            if scenario.world.edge == Edge::Periodic { scenario.world.max - scenario.world.min } else { Vec3::ZERO };
        let sampled: Vec<Vec3> = flock.places.iter().step_by(flock.len() / 400).map(|place| place.position).collect();
        let near = |a: &Vec3| {
            let inside = |b: &Vec3| flockwork::rules::vector::displacement(*a, *b, period).length() <= radius;
            flock.places.iter().filter(|place| inside(&place.position)).count() - 1
        };
        sampled.iter().map(near).sum::<usize>() as f32 / sampled.len() as f32
    };
    let says = |name: &str, comment: &str| {
        let text = presets().iter().find(|preset| preset.name == name).unwrap().text;
        assert!(text.contains(comment), "{name} says {comment:?}");
    };
    for (name, radius, expected, comment) in [
        ("murmuration", 2.6, 19.0, "about 19 others within 2.6"),
        ("school", 2.5, 20.0, "about 20 others within 2.5"),
        ("flatland", 1.0, 1.6, "about 1.6 neighbours at the start"),
        ("flatland", 2.5, 9.8, "about 9.8 neighbours at the start"),
    ] {
        says(name, comment);
        let counted = neighbours(name, radius);
        assert!((counted / expected - 1.0f32).abs() < 0.08, "{name} within {radius}: {counted}, not {expected}");
    }
    for (cosine, degrees) in [(-0.707f64, "135 degrees"), (0.7, "45.6 degrees"), (-0.15, "98.6 degrees")] {
        says("opensteer", degrees);
        let said: f64 = degrees.split(' ').next().unwrap().parse().unwrap();
        assert!((cosine.acos().to_degrees() - said).abs() < 0.06, "{cosine} is {degrees}");
    }
}

#[test]
fn the_defaults_are_the_numbers_of_the_opensteer_plug_in() {
    let mut spelled_out = load("opensteer", &Overrides::default()).unwrap();
    let mut by_default = read("[[species]]\nname = \"boid\"\ncount = 200\n");
    assert_eq!(by_default.title, "flock", "the name of the file");
    spelled_out.title.clear();
    by_default.title.clear();
    assert_eq!(by_default, spelled_out);
    let boid = &spelled_out.species[0];
    assert_eq!(boid.separation, Rule { weight: 12.0, radius: 5.0, cos_angle: -0.707 });
    assert_eq!(boid.alignment, Rule { weight: 8.0, radius: 7.5, cos_angle: 0.7 });
    assert_eq!(boid.cohesion, Rule { weight: 8.0, radius: 9.0, cos_angle: -0.15 });
    assert_eq!((boid.max_force, boid.max_speed, boid.body_radius, boid.mass), (Some(27.0), Some(9.0), 0.5, 1.0));
    assert_eq!((boid.spawn.speed, boid.spawn.heading, boid.dist_floor), (2.7, Heading::Random, 1e-3));
    assert_eq!(boid.spawn.shape, Shape::Ball { centre: Vec3::ZERO, radius: 20.0 });
    assert_eq!(spelled_out.world.edge, Edge::SphereWrap { centre: Vec3::ZERO, radius: 50.0 });
    assert_eq!((spelled_out.world.min, spelled_out.world.max), (Vec3::splat(-50.0), Vec3::splat(50.0)));
}

#[test]
fn source_and_reference_are_one_for_opensteer() {
    assert_eq!(with("opensteer", &["species.variant=source"]), with("opensteer", &[]));
}

#[test]
fn a_file_may_begin_with_a_byte_order_mark_and_end_its_lines_in_any_way() {
    assert_eq!(read(&format!("\u{feff}{BIRD}")), read(BIRD));
    assert_eq!(read(&BIRD.replace('\n', "\r\n")), read(BIRD));
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("flock.toml");
    std::fs::write(&path, format!("\u{feff}{BIRD}")).unwrap();
    assert_eq!(load(path.to_str().unwrap(), &Overrides::default()).unwrap(), read(BIRD));
}

#[test]
fn whole_numbers_do_where_a_number_is_wanted() {
    assert_eq!(read(&format!("dt = 1\n{BIRD}max_speed = 4\n")), read(&format!("dt = 1.0\n{BIRD}max_speed = 4.0\n")));
}

#[test]
fn limits_may_be_none_and_the_start_is_slower_than_the_limit() {
    let speed = |keys: &str| {
        let species = read(&format!("{BIRD}{keys}")).species.remove(0);
        (species.max_speed, species.spawn.speed)
    };
    assert_eq!(speed("max_speed = \"none\"\n"), (None, 2.7));
    assert_eq!(speed("max_speed = 2\n"), (Some(2.0), 0.6));
    assert_eq!(speed("max_speed = 2\nmin_speed = 1.5\n"), (Some(2.0), 1.5));
    assert_eq!(speed("max_speed = 2\nspawn = { speed = 5 }\n"), (Some(2.0), 5.0));
    assert_eq!(read(&format!("{BIRD}max_force = \"none\"\n")).species[0].max_force, None);
}

#[test]
fn numbers_too_small_for_every_adapter_are_zero() {
    assert_eq!(read(&format!("{BIRD}[species.separation]\nweight = 1e-38\n")).species[0].separation.weight, 0.0);
    assert_ne!(read(&format!("{BIRD}[species.separation]\nweight = 1e-29\n")).species[0].separation.weight, 0.0);
}

#[test]
fn two_numbers_make_a_vector_in_two_dimensions() {
    let head = "dimensions = 2\n[world]\nedge = \"reflect\"\nmin = [-3, -2]\nmax = [3, 2, 0]\n";
    let scenario = read(&format!("{head}{BIRD}[species.spawn]\nheading = [3, 4]\n"));
    assert_eq!(scenario.dimensions, Dimensions::Two);
    assert_eq!((scenario.world.min, scenario.world.max), (vec3(-3.0, -2.0, 0.0), vec3(3.0, 2.0, 0.0)));
    assert_eq!(scenario.species[0].spawn.heading, Heading::Along(vec3(0.6, 0.8, 0.0)));
    let round = read(&format!("dimensions = 2\n{BIRD}"));
    assert_eq!((round.world.min, round.world.max), (vec3(-50.0, -50.0, 0.0), vec3(50.0, 50.0, 0.0)));
}

#[test]
fn a_start_is_around_the_centre_of_the_world() {
    let scenario = read(&format!("[world]\nedge = \"open\"\nmin = [0, 0, 0]\nmax = [10, 20, 30]\n{BIRD}"));
    assert_eq!(scenario.species[0].spawn.shape, Shape::Ball { centre: vec3(5.0, 10.0, 15.0), radius: 20.0 });
    let scenario = read(&format!("[world]\nedge = \"sphere_wrap\"\nradius = 9\ncentre = [1, 2, 3]\n{BIRD}"));
    assert_eq!(scenario.species[0].spawn.shape, Shape::Ball { centre: vec3(1.0, 2.0, 3.0), radius: 20.0 });
}

#[test]
fn a_species_flocks_with_its_own_kind_and_with_whom_a_relation_says() {
    let relation = |from: &str, to: &str, does: &str| {
        format!("[[relation]]\nfrom = \"{from}\"\nto = \"{to}\"\ndoes = \"{does}\"\n")
    };
    let kinds = format!("{BIRD}[[species]]\nname = \"fish\"\ncount = 1\n[[species]]\nname = \"fly\"\ncount = 2\n");
    assert_eq!(read(&kinds).flocks_with, [0b001, 0b010, 0b100]);
    let related = format!("{kinds}{}{}", relation("fish", "bird", "flock"), relation("fly", "fly", "ignore"));
    assert_eq!(read(&related).flocks_with, [0b001, 0b011, 0b000]);
    assert_eq!(read(&related).id_ranges(), [(0, 10), (10, 11), (11, 13)]);
}

#[test]
fn overrides_reach_every_kind_of_key() {
    let scenario = with(
        "opensteer",
        &[
            "title=Dusk at sea",
            "dt=0.02",
            "world.radius=60",
            "world.centre.0=1.5",
            "species.0.count=7",
            "species.mass=2",
            "species.boid.separation.radius=4.5",
            "species.alignment={weight = 1, radius = 2, angle = 360}",
            "species.spawn.heading=[0, 0, 5]",
            "species.spawn.shape=\"ball\"",
        ],
    );
    assert_eq!((scenario.title.as_str(), scenario.dt), ("Dusk at sea", 0.02));
    assert_eq!(scenario.world.edge, Edge::SphereWrap { centre: vec3(1.5, 0.0, 0.0), radius: 60.0 });
    let boid = &scenario.species[0];
    assert_eq!((boid.count, boid.mass, boid.separation.radius), (7, 2.0, 4.5));
    assert_eq!(boid.alignment, Rule { weight: 1.0, radius: 2.0, cos_angle: -1.0 });
    assert_eq!(boid.spawn.heading, Heading::Along(Vec3::Z));
}

#[test]
fn an_override_may_add_a_table_and_the_last_of_two_wins() {
    assert_eq!(
        from_text(
            "flock.toml",
            BIRD,
            &Overrides { set: vec!["species.cohesion.weight=3".into()], ..Default::default() }
        )
        .unwrap()
        .species[0]
            .cohesion
            .weight,
        3.0
    );
    assert_eq!(with("opensteer", &["seed=3", "seed=4"]).seed, 4);
}

#[test]
fn seed_and_count_of_the_command_line_win() {
    let overrides = Overrides { set: vec!["seed=3".into(), "species.count=5".into()], count: Some(9), seed: Some(8) };
    let scenario = load("opensteer", &overrides).unwrap();
    assert_eq!((scenario.seed, scenario.agent_count()), (8, 9));
}

#[test]
fn a_count_is_shared_in_the_proportions_of_the_species() {
    let kinds = format!("{BIRD}[[species]]\nname = \"fish\"\ncount = 20\n[[species]]\nname = \"fly\"\ncount = 70\n");
    let counts = |count| {
        let overrides = Overrides { count: Some(count), ..Overrides::default() };
        let scenario = from_text("flock.toml", &kinds, &overrides).unwrap();
        scenario.species.iter().map(|species| species.count).collect::<Vec<_>>()
    };
    assert_eq!(counts(1000), [100, 200, 700]);
    assert_eq!(counts(11), [1, 2, 8]);
    assert_eq!(counts(0), [0, 0, 0]);
    assert_eq!(counts(u32::MAX), [429_496_730, 858_993_459, 3_006_477_106], "of equal remainders, the earlier");
}

#[test]
fn the_schema_is_json_that_knows_the_keys_and_has_no_null() {
    let schema: serde_json::Value = serde_json::from_str(&schema()).unwrap();
    assert_eq!(schema["$schema"], "https://json-schema.org/draft/2020-12/schema");
    assert_eq!(schema["properties"]["seed"]["maximum"], 4_294_967_295u32);
    assert_eq!(schema["$defs"]["Species"]["properties"]["max_force"]["default"], 27.0);
    assert!(!schema.to_string().contains("null"));
}

#[test]
fn every_key_says_what_it_means_and_every_number_has_a_range() {
    let schema: serde_json::Value = serde_json::from_str(&schema()).unwrap();
    let tables = ["World", "Species", "Rule", "Spawn", "Agent", "Relation"].map(|name| &schema["$defs"][name]);
    let mut keys = 0;
    for table in std::iter::once(&schema).chain(tables) {
        for (name, key) in table["properties"].as_object().unwrap() {
            keys += 1;
            let text = key["description"].as_str().unwrap_or_default();
            assert!(text.starts_with("The ") && text.ends_with('.'), "{name}: {text:?}");
            if key["type"] == "number" || key["type"] == "integer" {
                assert!(key["minimum"].is_number() && key["maximum"].is_number(), "{name} has a range");
            }
        }
    }
    assert!(keys > 40, "{keys} keys seen");
}

/// Mean neighbours and candidates of a preset's first step at this count, its own density kept.
fn crowd(source: &str, count: u32) -> (f64, f64) {
    let overrides = Overrides { count: Some(count), ..Overrides::default() };
    let scenario = load_at_density(source, &overrides).expect("a good scenario");
    assert_eq!(scenario.agent_count(), count);
    let census = census(&scenario, &spawn(&scenario).expect("a good start"));
    (census.neighbours_mean, census.own_cell_tests_mean)
}

#[test]
fn a_count_at_its_density_keeps_the_neighbours_and_a_bare_count_does_not() {
    for (preset, few, many, neighbours) in
        [("flatland", 1000, 20_000, 9.8), ("murmuration", 5000, 40_000, 19.0), ("school", 2000, 16_000, 20.0)]
    {
        let (with_few, with_many) = (crowd(preset, few), crowd(preset, many));
        for found in [with_few.0, with_many.0] {
            // The larger of two balls has less of a border, where agents have fewer neighbours.
            assert!((found / neighbours - 1.0).abs() < 0.1, "{preset}: {found}, not {neighbours}");
        }
        // A torus has no border that fewer agents would feel more.
        if preset == "flatland" {
            assert!((with_few.1 / with_many.1 - 1.0).abs() < 0.1, "{with_few:?} {with_many:?}");
        }
    }
    let bare = load("flatland", &Overrides { count: Some(20_000), ..Overrides::default() }).unwrap();
    assert!(census(&bare, &spawn(&bare).unwrap()).neighbours_mean > 35.0);
}

#[test]
fn lengths_grow_about_the_centre_of_the_world_and_radii_stay() {
    let text = "[world]\nmin = [10, 0, 0]\nmax = [30, 20, 20]\nedge = \"periodic\"\n[[species]]\nname = \"a\"\ncount = 3\nspawn = { shape = \"box\" }\n\
                [[species]]\nname = \"b\"\ncount = 1\nspawn = { shape = \"ball\", centre = [25, 10, 10], radius = 2 }\n";
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.toml");
    std::fs::write(&path, text).unwrap();
    let at = |count| load_at_density(path.to_str().unwrap(), &Overrides { count, ..Overrides::default() });
    let (own, grown) = (at(None).unwrap(), at(Some(32)).unwrap());
    assert_eq!(at(Some(4)).unwrap(), own);
    assert_eq!((grown.world.min, grown.world.max), (vec3(0.0, -10.0, -10.0), vec3(40.0, 30.0, 30.0)));
    assert_eq!(grown.species.iter().map(|species| species.count).collect::<Vec<_>>(), [24, 8]);
    assert_eq!(grown.species[0].spawn.shape, Shape::Box { min: grown.world.min, max: grown.world.max });
    assert_eq!(grown.species[1].spawn.shape, Shape::Ball { centre: vec3(30.0, 10.0, 10.0), radius: 4.0 });
    assert_eq!(grown.species[0].cohesion, own.species[0].cohesion);
    let sphere = Overrides { count: Some(8 * 200), ..Overrides::default() };
    assert_eq!(load_at_density("opensteer", &sphere).unwrap().world.max, Vec3::splat(100.0));
}

#[test]
fn a_density_that_no_world_keeps_is_refused_with_what_would_work() {
    let refused = |set: &str, count: u32| {
        let overrides = Overrides { set: vec![set.to_owned()], count: Some(count), ..Overrides::default() };
        load_at_density("school", &overrides).unwrap_err().to_string()
    };
    let point = refused("species.spawn.shape=point", 100);
    assert!(point.contains("starts at one point") && point.contains("species.herring.spawn.shape=box"), "{point}");
    assert!(refused("species.count=0", 100).contains("0 agents"));
    let wide = "world.max=[400000, 15, 30]";
    let large = refused(wide, 400_000);
    let most: u32 = large.split("at most ").nth(1).unwrap().split(' ').next().unwrap().parse().unwrap();
    let at = |count| {
        let overrides = Overrides { set: vec![wide.to_owned()], count: Some(count), ..Overrides::default() };
        load_at_density("school", &overrides).map(|scenario| scenario.world.max.x)
    };
    assert!(at(most).unwrap() <= 1e6 && at(most + 1000).is_err(), "{large}");
    assert!(at(4000).is_ok(), "the scenario's own count is always taken");
}
