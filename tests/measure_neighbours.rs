//! Neighbour measures against brute force: the same bits, in every kind of box and crowd, and quick in all of them.

#![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use flockwork::Place;
use flockwork::measure::{NeighbourTree, mean_nearest_neighbour_distance, neighbour_counts};
use flockwork::rules::vector::{displacement, length3};
use glam::{Vec3, vec3};
use std::time::{Duration, Instant};

const OPEN: Vec3 = Vec3::ZERO;

/// A small counter-based generator, so that every world is the same on every run.
struct Dice(u32);

impl Dice {
    fn unit(&mut self) -> f32 {
        self.0 = self.0.wrapping_mul(747_796_405).wrapping_add(2_891_336_453);
        let word = ((self.0 >> ((self.0 >> 28) + 4)) ^ self.0).wrapping_mul(277_803_737);
        ((word >> 22 ^ word) >> 8) as f32 / (1 << 24) as f32
    }

    fn between(&mut self, min: f32, max: f32) -> f32 {
        min + (max - min) * self.unit()
    }

    fn within(&mut self, min: Vec3, max: Vec3) -> Vec3 {
        vec3(self.between(min.x, max.x), self.between(min.y, max.y), self.between(min.z, max.z))
    }
}

fn places(positions: impl IntoIterator<Item = Vec3>) -> Vec<Place> {
    (0..).zip(positions).map(|(id, position)| Place { position, id }).collect()
}

fn brute_nearest(places: &[Place], period: Vec3) -> Vec<f32> {
    let from = |a: usize| {
        let others = places.iter().enumerate().filter(move |&(b, _)| a != b);
        let distances = others.map(move |(_, other)| length3(displacement(places[a].position, other.position, period)));
        distances.fold(f32::INFINITY, f32::min)
    };
    (0..places.len()).map(from).collect()
}

fn brute_counts(places: &[Place], radius: f32, period: Vec3) -> Vec<u32> {
    let squared = |a: &Place, b: &Place| {
        let d = displacement(a.position, b.position, period);
        d.x * d.x + d.y * d.y + d.z * d.z
    };
    let inside = |a: &Place| places.iter().filter(|b| squared(a, b) <= radius * radius).count() as u32 - 1;
    places.iter().map(inside).collect()
}

fn assert_exact(what: &str, places: &[Place], radius: f32, period: Vec3) {
    let tree = NeighbourTree::new(places, period);
    for (row, (got, want)) in tree.nearest_distances().into_iter().zip(brute_nearest(places, period)).enumerate() {
        assert_eq!(got.to_bits(), want.to_bits(), "{what}: agent {row} of {}: {got} instead of {want}", places.len());
    }
    for (row, (got, want)) in tree.counts(radius).into_iter().zip(brute_counts(places, radius, period)).enumerate() {
        assert_eq!(got, want, "{what}: agent {row} of {}, radius {radius}, period {period}", places.len());
    }
}

/// In threads of its own: those of a shared pool may pick up another test's work in the middle.
fn timed<T: Send>(what: &str, most: Duration, work: impl FnOnce() -> T + Send) -> T {
    let threads = rayon::ThreadPoolBuilder::new().build().unwrap();
    let start = Instant::now();
    let result = threads.install(work);
    let elapsed = start.elapsed();
    println!("{what}: {elapsed:.2?}");
    assert!(elapsed < most, "{what} took {elapsed:.2?}, more than {most:.2?}");
    result
}

#[test]
fn random_worlds_give_the_bits_of_brute_force() {
    for world in 0..240_u32 {
        let mut dice = Dice(world);
        let count = [0, 1, 2, 3, 15, 16, 17, 33, 100, 300][world as usize % 10];
        let min = dice.within(Vec3::splat(-100.0), Vec3::splat(100.0));
        let size = dice.within(Vec3::splat(0.1), Vec3::splat(30.0));
        let flat = world % 3 == 0;
        let mut period = match world % 4 {
            0 => OPEN,
            1 => size,
            2 => vec3(size.x, 0.0, size.z),
            _ => vec3(0.0, size.y, 0.0),
        };
        let mut max = min + size;
        if flat {
            period.z = 0.0;
            max.z = min.z;
        }
        // Half of the worlds have agents far outside the box.
        let spread = if world % 8 < 4 { 0.0 } else { 3.0 };
        let positions = (0..count).map(|_| dice.within(min - spread * size, max + spread * size)).collect::<Vec<_>>();
        let radius = Dice(!world).between(0.0, 40.0);
        assert_exact(&format!("world {world}"), &places(positions), radius, period);
    }
}

#[test]
fn dyadic_lattices_decide_equal_distances_as_brute_force_does() {
    let cube = |n: i32| (0..n * n * n).map(move |i| vec3((i % n) as f32, (i / n % n) as f32, (i / n / n) as f32));
    for radius in [0.0, 1.0, 1.5, 2.0, 3.0, 5.0] {
        for period in [OPEN, Vec3::splat(6.0), vec3(6.0, 8.0, 0.0)] {
            assert_exact("lattice", &places(cube(6)), radius, period);
        }
    }
    let counts = neighbour_counts(&places(cube(6)), 1.0, Vec3::splat(6.0)).unwrap();
    assert_eq!((counts.mean, counts.min, counts.max), (6.0, 6, 6), "a torus of cubes has six next neighbours each");
    let counts = neighbour_counts(&places(cube(6)), 1.0, OPEN).unwrap();
    assert_eq!((counts.min, counts.max), (3, 6), "corners have three");
}

#[test]
fn an_axis_shorter_than_the_radius_counts_each_neighbour_once() {
    let mut dice = Dice(7);
    let row = places((0..200).map(|_| dice.within(Vec3::ZERO, vec3(40.0, 0.5, 1.0))));
    for radius in [0.2, 0.25, 0.5, 3.0, 100.0] {
        assert_exact("thin box", &row, radius, vec3(40.0, 0.5, 1.0));
    }
    let counts = neighbour_counts(&row, 1000.0, vec3(40.0, 0.5, 1.0)).unwrap();
    assert_eq!((counts.mean, counts.min, counts.max), (199.0, 199, 199));
}

#[test]
fn pairs_across_the_seam_and_half_a_box_apart_are_exact() {
    let size = 24.0_f32;
    let mut xs = vec![-12.0, 12.0, 0.0, 6.0, -6.0];
    for ulps in 1..7 {
        let step = ulps as f32 * f32::EPSILON * 8.0;
        xs.extend([-12.0 + step, 12.0 - step, 12.0 + step, step, -step, 6.0 + step, -6.0 - step]);
    }
    let line = places(xs.into_iter().map(|x| vec3(x, 0.0, 0.0)));
    for radius in [0.0, 1e-6, 6.0, 12.0, 11.999_999] {
        assert_exact("seam", &line, radius, vec3(size, 0.0, 0.0));
    }
}

#[test]
fn crowds_in_one_place_are_exact() {
    let mut dice = Dice(3);
    let point = Vec3::splat(1.5);
    assert_exact("all on one point", &places([point; 400]), 0.0, OPEN);
    let near = Vec3::splat(1e-6);
    let clump = (0..500).map(|_| point + dice.within(-near, near)).chain([vec3(1e6, 0.0, 0.0), vec3(-3e7, 5.0, 1.0)]);
    let clump = places(clump.collect::<Vec<_>>());
    for period in [OPEN, Vec3::splat(8.0)] {
        assert_exact("clump with outliers", &clump, 1e-6, period);
    }
}

#[test]
fn none_one_and_two_agents_have_the_statistics_they_can_have() {
    let two = places([Vec3::ZERO, vec3(3.0, 4.0, 0.0)]);
    assert_eq!(mean_nearest_neighbour_distance(&[], OPEN), None);
    assert_eq!(mean_nearest_neighbour_distance(&two[..1], OPEN), None);
    assert_eq!(mean_nearest_neighbour_distance(&two, OPEN), Some(5.0));
    assert_eq!(neighbour_counts(&[], 1.0, OPEN), None);
    assert_eq!(neighbour_counts(&two[..1], 1.0, OPEN).unwrap().max, 0);
    assert_eq!(neighbour_counts(&two, 5.0, OPEN).unwrap().mean, 1.0, "equal is inside");
    assert_eq!(neighbour_counts(&two, 4.999_999, OPEN).unwrap().mean, 0.0);
    assert_eq!(neighbour_counts(&two, f32::NAN, OPEN).unwrap().mean, 0.0);
    assert_eq!(neighbour_counts(&places([Vec3::ZERO; 2]), -1.0, OPEN).unwrap().mean, 0.0);
}

#[test]
fn agents_that_are_not_finite_are_nobodys_neighbours() {
    let lost = [vec3(f32::NAN, 0.0, 0.0), vec3(0.0, f32::INFINITY, 0.0)];
    let flock = places([Vec3::ZERO, lost[0], Vec3::X, lost[1]]);
    let tree = NeighbourTree::new(&flock, OPEN);
    assert_eq!(tree.nearest_distances(), [1.0, f32::INFINITY, 1.0, f32::INFINITY]);
    assert_eq!(tree.counts(10.0), [1, 0, 1, 0]);
    assert_eq!(neighbour_counts(&flock, 10.0, OPEN).unwrap().min, 1);
    assert_eq!(mean_nearest_neighbour_distance(&places(lost), OPEN), None);
}

#[test]
fn huge_and_tiny_numbers_never_panic() {
    let extremes = [f32::MAX, f32::MIN, 1e30, -1e30, 1e-38, 0.0, -0.0];
    let flock = places(extremes.iter().flat_map(|&x| extremes.map(|y| vec3(x, y, 1.0))));
    for period in [OPEN, Vec3::splat(1e-3), Vec3::splat(1e35)] {
        let tree = NeighbourTree::new(&flock, period);
        assert_eq!(tree.nearest_distances().len(), flock.len());
        assert_eq!(tree.counts(1.0).len(), flock.len());
    }
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let mut dice = Dice(11);
    let flock = places((0..30_000).map(|_| dice.within(Vec3::splat(-20.0), Vec3::splat(20.0))));
    let measure = || {
        let tree = NeighbourTree::new(&flock, Vec3::splat(40.0));
        (tree.nearest_distances(), tree.counts(3.0))
    };
    let with = |threads| rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap().install(measure);
    let one = with(1);
    for threads in [2, 3, 8] {
        assert!(with(threads) == one, "{threads} threads gave other numbers than one");
    }
}

#[test]
fn crowds_and_outliers_cost_about_as_much_as_a_uniform_flock() {
    let mut dice = Dice(5);
    let mut cloud = |count, size: f32| (0..count).map(|_| dice.within(-Vec3::splat(size), Vec3::splat(size))).collect();
    let uniform: Vec<Vec3> = cloud(100_000, 20.0);
    let clump: Vec<Vec3> = cloud(100_000, 1e-5);
    let corner = clump.iter().map(|&position| position + 50.0).collect();
    let outliers = uniform.iter().copied().chain((0..1_000).map(|i| Vec3::splat(1e4 * (1 + i) as f32))).collect();
    let torus = Vec3::splat(100.0);
    let measure = |what, positions: Vec<Vec3>, period, most| {
        let flock = places(positions);
        timed(what, most, || {
            mean_nearest_neighbour_distance(&flock, period).unwrap();
            neighbour_counts(&flock, 1.0, period).unwrap()
        })
    };
    let start = Instant::now();
    measure("uniform", uniform, torus, Duration::MAX);
    // All pairs would be 50 to 100 times as long; the second is for machines whose load changes meanwhile.
    let most = 10 * start.elapsed() + Duration::from_secs(1);
    for period in [OPEN, torus] {
        assert_eq!(measure("clump", clump.clone(), period, most).min, 99_999);
    }
    assert_eq!(measure("corner of a torus", corner, torus, most).min, 99_999);
    assert_eq!(measure("one point", vec![Vec3::ONE; 100_000], torus, most).min, 99_999);
    assert_eq!(measure("outliers", outliers, OPEN, most).min, 0);
}

#[test]
fn a_million_agents_are_measured_in_seconds() {
    let mut dice = Dice(1);
    let side = 100.0;
    let flock = places((0..1_000_000).map(|_| dice.within(Vec3::ZERO, Vec3::splat(side))));
    let period = Vec3::splat(side);
    // All pairs would take an hour.
    let most = Duration::from_secs(120);
    let mean = timed("nearest of 1,000,000", most, || mean_nearest_neighbour_distance(&flock, period).unwrap());
    // Of a uniform density of 1: the gamma function at 4/3, times (3 / 4 pi)^(1/3).
    assert!((mean - 0.553_96).abs() < 0.002, "mean nearest distance {mean}");
    let counts = timed("counts of 1,000,000", most, || neighbour_counts(&flock, 2.0, period).unwrap());
    assert!((counts.mean - 33.51).abs() < 0.1, "mean count {}", counts.mean);
}
