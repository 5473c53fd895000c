//! The grid finds exactly the neighbours that looking at all pairs finds: by id, in any world, at every boundary.

#![allow(clippy::unwrap_used)] // a test may give up

mod common;

use common::worlds::{flat, scattered, scenario};
use flockwork::cpu::Sorter;
use flockwork::measure::census;
use flockwork::params::{Grid, Plan};
use flockwork::passes::steer::{gather, offset_to};
use flockwork::rules::grid::{grid_of, grid_with_reach};
use flockwork::rules::random::pcg;
use flockwork::rules::random::{random_bits, unit_interval};
use flockwork::rules::vector::{displacement, dot3};
use flockwork::scenario::{Edge, Scenario};
use flockwork::{Flock, Motion};
use glam::{UVec3, Vec3, vec3};

/// The ids within the perception radius of each agent as the grid finds them, in id order; each may be there once.
fn by_grid(plan: &Plan, flock: &Flock) -> Vec<Vec<u32>> {
    let mut sorter = Sorter::new(flock.len());
    let sorted = sorter.sort(plan, &flock.places, &flock.motions);
    let radius2 = plan.params.perception_radius * plan.params.perception_radius;
    let mut found = vec![Vec::new(); flock.len()];
    for i in 0..flock.len() {
        let position = sorted.places[i].position;
        let mut ids = Vec::new();
        let mut looked_at = Vec::new();
        let listed = gather(&plan.params, sorted, position, |j, shift| {
            let offset = offset_to(sorted, position, j, shift);
            looked_at.push(j);
            if j != i && dot3(offset, offset) <= radius2 {
                ids.push(sorted.places[j].id);
            }
        });
        assert_eq!(listed as usize, looked_at.len(), "the length of the list is wrong");
        looked_at.sort_unstable();
        looked_at.dedup();
        assert_eq!(listed as usize, looked_at.len(), "some candidate was looked at twice");
        ids.sort_unstable();
        found[sorted.places[i].id as usize] = ids;
    }
    found
}

/// The same by looking at all pairs.
fn by_all_pairs(plan: &Plan, flock: &Flock) -> Vec<Vec<u32>> {
    let radius2 = plan.params.perception_radius * plan.params.perception_radius;
    let near = |a: Vec3, b: Vec3| {
        let offset = displacement(a, b, plan.params.period);
        dot3(offset, offset) <= radius2
    };
    let others = |i: usize| {
        let me = flock.places[i];
        let seen = flock.places.iter().filter(|place| place.id != me.id && near(me.position, place.position));
        seen.map(|place| place.id).collect()
    };
    (0..flock.len()).map(others).collect()
}

fn assert_same(scenario: &Scenario, flock: &Flock) -> usize {
    let plan = Plan::new(scenario);
    let (grid, pairs) = (by_grid(&plan, flock), by_all_pairs(&plan, flock));
    for (id, (found, expected)) in grid.iter().zip(&pairs).enumerate() {
        let at = flock.places[id].position;
        assert_eq!(found, expected, "agent {id} at {at} in {}, {:?}", scenario.title, scenario.world);
    }
    grid.iter().map(Vec::len).sum()
}

fn random(seed: u32, draw: u32, low: f32, high: f32) -> f32 {
    low + (high - low) * unit_interval(random_bits(seed, draw, 77)[0])
}

/// Any edge, any shape, any radius, any place of the origin.
fn random_world(seed: u32) -> (Scenario, Flock) {
    let edges = [
        Edge::Periodic,
        Edge::Reflect,
        Edge::Open,
        Edge::Soft { strength: 1.0 },
        Edge::SphereWrap { centre: Vec3::ZERO, radius: 3.0 },
        Edge::Periodic,
    ];
    let corner = vec3(random(seed, 1, -500.0, 500.0), random(seed, 2, -50.0, 50.0), random(seed, 3, -5.0, 5.0));
    let size = vec3(random(seed, 4, 0.5, 30.0), random(seed, 5, 0.5, 30.0), random(seed, 6, 0.5, 30.0));
    let count = 1 + random_bits(seed, 7, 0)[0] % 400;
    let mut scenario = scenario(count, corner, corner + size, edges[seed as usize % edges.len()]);
    scenario.seed = seed;
    scenario.title = format!("random world {seed}");
    scenario.species[0].cohesion.radius = random(seed, 8, 0.05, 8.0);
    scenario.species[0].alignment.radius = 0.01;
    scenario.species[0].separation.radius = 0.01;
    scenario.species[0].body_radius = 0.001;
    if seed.is_multiple_of(3) {
        scenario = flat(scenario);
    }
    let spread = if seed.is_multiple_of(5) && scenario.world.edge != Edge::Periodic { size * 3.0 } else { Vec3::ZERO };
    let (min, max) = (scenario.world.min - spread, scenario.world.max + spread);
    let mut flock = scattered(&scenario, min, max);
    for place in &mut flock.places {
        // A torus holds nobody on its upper side.
        let inside = place.position.min(scenario.world.max - scenario.world.max.abs() * 1e-6);
        place.position =
            if scenario.world.edge == Edge::Periodic { inside.max(scenario.world.min) } else { place.position };
    }
    (scenario, flock)
}

#[test]
fn grid_neighbours_are_those_of_all_pairs_in_200_random_worlds() {
    let pairs: usize = (0..200)
        .map(|seed| {
            let (s, f) = random_world(seed);
            assert_same(&s, &f)
        })
        .sum();
    assert!(pairs > 100_000, "only {pairs} pairs were compared");
}

/// The number `ulps` steps above or below.
fn nudged(x: f32, ulps: i32) -> f32 {
    let step = if x < 0.0 { -ulps } else { ulps };
    f32::from_bits((x.to_bits() as i32 + step) as u32)
}

/// Agents within 6 ulp of the faces of a grid's cells, each with partners a radius away on both sides.
fn on_the_faces(grid: &Grid, low: f32, high: f32, radius: f32) -> Vec<Vec3> {
    let mut places = vec![vec3(low, 0.0, 0.0), vec3(nudged(high, -1), 0.0, 0.0)];
    for cell in 0..=grid.cells.x {
        let face = grid.min.x + cell as f32 / grid.inverse_edge.x;
        for ulps in [-6, -2, -1, 0, 1, 2, 6] {
            let x = nudged(face, ulps);
            places.extend([x, nudged(x + radius, ulps), nudged(x - radius, -ulps)].map(|x| vec3(x, 0.0, 0.0)));
        }
    }
    places.retain(|place| place.x >= low && place.x < high);
    places
}

#[test]
fn pairs_within_6_ulp_of_every_cell_boundary_are_found() {
    let mut reaches = Vec::new();
    for (low, high, radius, edge) in [
        (0.0, 16.0, 1.0, Edge::Periodic),
        (-7.3, 9.1, 0.7, Edge::Periodic),
        (1000.0, 1016.0, 1.0, Edge::Periodic),
        (-8.0, 8.0, 1.0, Edge::Open),
        (-3.0, 900.0, 37.5, Edge::Open),
        (-8.0, 8.0, 2.0, Edge::Reflect),
    ] {
        // A tall world has many cells and so the reach 1; flatter ones are crowded, with shorter and thinner cells.
        for height in [8.0 * radius, 2.5 * radius, 0.25 * radius, 0.05 * radius] {
            let mut scenario = scenario(0, vec3(low, -height, -height), vec3(high, height, height), edge);
            scenario.species[0].cohesion.radius = radius;
            scenario.species[0].alignment.radius = 0.1;
            scenario.species[0].separation.radius = 0.1;
            scenario.species[0].body_radius = 0.01;
            let corners = [vec3(low, -height, -height), vec3(nudged(high, -1), height * 0.99, height * 0.99)];
            // How many agents there are decides the grid, so the faces of every grid it may be are taken together.
            scenario.species[0].count = 1_000_000;
            let params = Plan::new(&scenario).params;
            let possible = [UVec3::ONE, UVec3::new(2, 1, 1), UVec3::new(4, 1, 1), UVec3::splat(4)];
            let grids = possible.map(|reach| grid_with_reach(&params, corners[0], corners[1], reach));
            let faces: Vec<_> = grids.iter().flat_map(|grid| on_the_faces(grid, low, high, radius)).collect();
            let places = [corners.to_vec(), faces].concat();
            scenario.species[0].count = places.len() as u32;
            let motions = vec![Motion { forward: Vec3::X, speed: 1.0 }; places.len()];
            let flock = Flock::new(&places, &motions).unwrap();
            let mut sorter = Sorter::new(flock.len());
            let used = *sorter.sort(&Plan::new(&scenario), &flock.places, &flock.motions).grid;
            assert!(
                grids.iter().any(|grid| grid.inverse_edge.x == used.inverse_edge.x),
                "other faces than planned: {used:?} {grids:?}"
            );
            reaches.push((used.reach.x, used.reach.y));
            assert!(assert_same(&scenario, &flock) > 0, "nobody had a neighbour");
        }
    }
    for reach in [(1, 1), (4, 1), (4, 2), (4, 4)] {
        assert!(reaches.contains(&reach), "{reach:?} is not among {reaches:?}");
    }
}

#[test]
fn pairs_a_radius_apart_in_any_direction_are_found_though_far_rows_are_skipped() {
    for (edge, corner, radius) in [
        (Edge::Periodic, Vec3::splat(-8.0), 0.9),
        (Edge::Periodic, vec3(900.0, -3.0, 55.5), 1.7),
        (Edge::Open, vec3(-700.0, 10.0, 0.0), 0.8),
    ] {
        let mut scenario = scenario(3000, corner, corner + Vec3::splat(16.0), edge);
        scenario.species[0].cohesion.radius = radius;
        scenario.species[0].alignment.radius = 0.1;
        scenario.species[0].separation.radius = 0.1;
        scenario.species[0].body_radius = 0.01;
        let mut flock = scattered(&scenario, corner + Vec3::splat(2.0), corner + Vec3::splat(14.0));
        for pair in 0..flock.len() / 2 {
            let draw = |k: u32| random(pair as u32, k, -1.0, 1.0);
            let direction = vec3(draw(1), draw(2), draw(3)).normalize_or(Vec3::X);
            let apart = nudged(radius, random_bits(pair as u32, 4, 0)[0] as i32 % 4 - 2);
            flock.places[2 * pair + 1].position = flock.places[2 * pair].position + direction * apart;
        }
        assert!(assert_same(&scenario, &flock) > 3000);
    }
}

#[test]
fn rows_of_cells_beyond_the_radius_are_skipped() {
    let scenario = scenario(20_000, Vec3::splat(-8.0), Vec3::splat(8.0), Edge::Periodic);
    let flock = scattered(&scenario, scenario.world.min, scenario.world.max);
    let plan = Plan::new(&scenario);
    let mut sorter = Sorter::new(flock.len());
    let sorted = sorter.sort(&plan, &flock.places, &flock.motions);
    let around = (sorted.grid.reach * 2 + 1).element_product();
    let in_all_cells = flock.len() as f64 * f64::from(around) / f64::from(sorted.grid.cell_count);
    let listed: u32 = sorted.places.iter().map(|place| gather(&plan.params, sorted, place.position, |_, _| {})).sum();
    let share = f64::from(listed) / flock.len() as f64 / in_all_cells;
    assert!((0.3..0.85).contains(&share), "{share:.3} of the agents in all cells around were looked at");
}

#[test]
fn neighbours_across_the_seam_are_found_however_near_the_flock_is_to_not_reaching_it() {
    let (low, high, radius) = (-7.3, 9.1, 0.7);
    let mut across = [0, 0];
    for ulps in -40..40 {
        let mut scenario = scenario(3, Vec3::splat(low), Vec3::splat(high), Edge::Periodic);
        let species = &mut scenario.species[0];
        (species.separation.radius, species.alignment.radius, species.cohesion.radius) = (radius, radius, radius);
        let other = nudged(high - radius, ulps);
        let at = [low, 0.0, other].map(|x| vec3(x, 1.0, 1.0));
        let flock = Flock::new(&at, &[Motion { forward: Vec3::X, speed: 1.0 }; 3]).unwrap();
        across[usize::from(assert_same(&scenario, &flock) > 0)] += 1;
    }
    assert!(across.iter().all(|&times| times > 10), "on one side of the bound only: {across:?}");
}

#[test]
fn a_flock_away_from_the_seam_of_a_torus_has_a_grid_of_its_own_box() {
    let scenario = scenario(4000, Vec3::splat(-50.0), Vec3::splat(50.0), Edge::Periodic);
    let (min, max) = (vec3(-50.0, 10.0, -3.0), vec3(50.0, 14.0, 1.0));
    let flock = scattered(&scenario, min, max);
    let mut sorter = Sorter::new(flock.len());
    let grid = *sorter.sort(&Plan::new(&scenario), &flock.places, &flock.motions).grid;
    assert_eq!((grid.min.x, grid.wraps), (-50.0, 0b001), "it reaches across the seam of x alone: {grid:?}");
    assert!(grid.min.y >= 10.0 && grid.min.z >= -3.0, "{grid:?}");
    assert!(assert_same(&scenario, &flock) > 10_000);
}

#[test]
fn a_torus_whose_cells_of_the_radius_need_no_minimum_image_needs_none_wherever_the_flock_is() {
    // Lanes of the gpu walk together or not for good, by the cells of the radius of the whole world.
    let none_needed = |agents: u32, sides: Vec3, [low, high]: [Vec3; 2]| {
        let mut scenario = scenario(agents, Vec3::ZERO, sides, Edge::Periodic);
        let species = &mut scenario.species[0];
        (species.separation.radius, species.alignment.radius, species.cohesion.radius) = (1.0, 1.0, 1.0);
        let params = Plan::new(&scenario).params;
        let needed = grid_with_reach(&params, params.world_min, params.world_max, UVec3::ONE).images != 0;
        let grid = grid_of(&params, sides * low, sides * high);
        assert!(needed || grid.images == 0, "{agents} agents between {low} and {high} of {sides}");
        assert!(grid.cell_count <= params.cells_most(), "{agents} agents between {low} and {high} of {sides}");
        !needed
    };
    let whole = [Vec3::ZERO, Vec3::ONE];
    // Quarters of these are 17 on an axis, and past the limit on cells.
    assert!(none_needed(1200, Vec3::splat(4.3), whole) && none_needed(500, vec3(4.3, 16.5, 16.5), whole));
    let worlds = (0..20_000).filter(|&seed| {
        let draw = |k: u32| pcg(pcg(seed) ^ k) as f32 / u32::MAX as f32;
        let side = |k| if draw(k) < 0.8 { 2.5 + 2.5 * draw(k + 3) } else { 20.0 + 20.0 * draw(k + 3) };
        let extent = vec3(draw(6), draw(7), draw(8));
        let low = (Vec3::ONE - extent) * vec3(draw(9), draw(10), draw(11));
        none_needed(1 + pcg(seed) % 20_000, vec3(side(0), side(1), side(2)), [low, low + extent])
    });
    let without = worlds.count();
    assert!((2000..18_000).contains(&without), "{without} of 20000 worlds need no minimum image");
}

#[test]
fn own_cell_tests_count_the_cells_of_a_whole_torus_wherever_the_flock_is() {
    let scenario = scenario(8000, Vec3::splat(-50.0), Vec3::splat(50.0), Edge::Periodic);
    let tests = |low, high| census(&scenario, &scattered(&scenario, low, high)).own_cell_tests_mean;
    let everywhere = tests(Vec3::splat(-50.0), Vec3::splat(50.0));
    assert_eq!(tests(Vec3::splat(30.0), Vec3::splat(35.5)), everywhere);
}

#[test]
fn the_cells_of_a_flock_gathered_in_a_corner_of_a_torus_are_small() {
    let scenario = scenario(8000, Vec3::splat(-50.0), Vec3::splat(50.0), Edge::Periodic);
    let reach = |side: f32| {
        let flock = scattered(&scenario, Vec3::splat(30.0), Vec3::splat(30.0 + side));
        let mut sorter = Sorter::new(flock.len());
        sorter.sort(&Plan::new(&scenario), &flock.places, &flock.motions).grid.reach
    };
    assert_eq!(reach(5.5), UVec3::splat(4));
    assert_eq!(reach(10.0).y, 2);
    assert_eq!(reach(40.0).y, 1);
}

#[test]
fn a_neighbour_at_exactly_the_radius_is_found_across_a_cell_boundary() {
    // r = 1, x = 0.99999994 and 2.0: with an edge of exactly the radius they lie two cells apart, at a distance that
    // rounds to 1.
    let mut scenario = scenario(2, Vec3::ZERO, vec3(8.0, 1.0, 1.0), Edge::Open);
    scenario.species[0].cohesion.radius = 1.0;
    scenario.species[0].alignment.radius = 1.0;
    scenario.species[0].separation.radius = 1.0;
    let at = [vec3(0.999_999_94, 0.0, 0.0), vec3(2.0, 0.0, 0.0)];
    let flock = Flock::new(&at, &[Motion { forward: Vec3::X, speed: 0.0 }; 2]).unwrap();
    assert_eq!(assert_same(&scenario, &flock), 2);
}

#[test]
fn negative_places_are_not_cut_towards_zero() {
    let mut scenario = scenario(2, Vec3::splat(-8.0), Vec3::splat(8.0), Edge::Periodic);
    for rule in [0, 1, 2] {
        let species = &mut scenario.species[0];
        [&mut species.separation, &mut species.alignment, &mut species.cohesion][rule].radius = 0.6;
    }
    let at = [vec3(-0.3, 0.0, 0.0), vec3(0.2, 0.0, 0.0)];
    let flock = Flock::new(&at, &[Motion { forward: Vec3::X, speed: 0.0 }; 2]).unwrap();
    assert_eq!(assert_same(&scenario, &flock), 2);
}

#[test]
fn neighbours_do_not_depend_on_where_the_origin_is() {
    let shift = vec3(-37.25, 12.5, -3.0);
    let scenario_at = |by: Vec3| scenario(2000, Vec3::splat(-8.0) + by, Vec3::splat(8.0) + by, Edge::Periodic);
    // On a lattice of 1/1024 shifts are exact.
    let lattice = |by: Vec3| {
        let mut flock = scattered(&scenario_at(Vec3::ZERO), Vec3::splat(-8.0), Vec3::splat(7.99));
        for place in &mut flock.places {
            place.position = (place.position * 1024.0).floor() / 1024.0 + by;
        }
        flock
    };
    let here = by_grid(&Plan::new(&scenario_at(Vec3::ZERO)), &lattice(Vec3::ZERO));
    let there = by_grid(&Plan::new(&scenario_at(shift)), &lattice(shift));
    assert!(here.iter().map(Vec::len).sum::<usize>() > 1000);
    assert_eq!(here, there);
}

#[test]
fn each_neighbour_counts_once_in_boxes_of_any_size() {
    for ratio in [0.5, 1.0, 1.5, 2.0, 2.9, 3.0, 3.1, 4.9, 5.0, 5.1] {
        let side = 4.0 * ratio;
        for size in [Vec3::splat(side), vec3(20.0, 20.0, side)] {
            let mut scenario = scenario(60, Vec3::ZERO, size, Edge::Periodic);
            scenario.species[0].cohesion.radius = 4.0;
            let flock = scattered(&scenario, Vec3::ZERO, size * 0.999);
            assert_same(&scenario, &flock);
        }
    }
}
