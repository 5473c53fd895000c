//! Snapshots: every bit comes back, the same flock gives the same bytes, and a damaged file is refused in one sentence.

#![allow(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use flockwork::record::{Overwrite, read_snapshot, write_snapshot};
use flockwork::scenario::{Dimensions, Edge, Heading, Rule, Shape, Spawn, Species, World};
use flockwork::{Error, Flock, Motion, Scenario};
use glam::{Vec3, vec3};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

fn scenario(counts: &[u32]) -> Scenario {
    let species = |(index, &count): (usize, &u32)| Species {
        name: format!("bird {index}"),
        count,
        body_radius: 0.5,
        mass: 1.0,
        min_speed: 0.0,
        max_speed: None,
        max_force: None,
        dist_floor: 1e-3,
        separation: Rule::default(),
        alignment: Rule::default(),
        cohesion: Rule::default(),
        spawn: Spawn { shape: Shape::Point { centre: Vec3::ZERO }, heading: Heading::Random, speed: 1.0 },
    };
    Scenario {
        title: "snapshots".into(),
        seed: 1,
        dt: 0.25,
        dimensions: Dimensions::Three,
        world: World { min: Vec3::ZERO, max: Vec3::ONE, edge: Edge::Open },
        species: counts.iter().enumerate().map(species).collect(),
        flocks_with: vec![1; counts.len()],
    }
}

fn flock(count: u32) -> Flock {
    let at = |i: u32| vec3(i as f32 * 0.37, -1.0 / (i + 1) as f32, (i * i) as f32);
    let positions: Vec<Vec3> = (0..count).map(at).collect();
    let motions: Vec<Motion> = (0..count).map(|i| Motion::from_velocity(at(i + 3) - 5.0, Vec3::Z)).collect();
    let mut flock = Flock::new(&positions, &motions).unwrap();
    flock.step = 1 << 40 | 3;
    flock
}

fn written(folder: &Path, name: &str, counts: &[u32]) -> PathBuf {
    let path = folder.join(name);
    write_snapshot(&path, &scenario(counts), &flock(counts.iter().sum()), Overwrite::Forbid).unwrap();
    path
}

/// The reason for which these bytes are refused.
fn refusal(folder: &Path, bytes: &[u8]) -> Option<String> {
    let path = folder.join("damaged.npz");
    fs::write(&path, bytes).unwrap();
    match read_snapshot(&path) {
        Ok(_) => None,
        Err(error @ Error::Snapshot { .. }) => Some(error.to_string()),
        Err(error) => panic!("another error: {error}"),
    }
}

#[test]
fn every_bit_comes_back() {
    let folder = tempfile::tempdir().unwrap();
    for counts in [vec![0], vec![1], vec![2, 3], vec![1000, 0, 77]] {
        let count = counts.iter().sum();
        let path = written(folder.path(), &format!("{count}.npz"), &counts);
        let snapshot = read_snapshot(&path).unwrap();
        assert_eq!(snapshot.flock.hash(), flock(count).hash());
        assert_eq!(snapshot.flock, flock(count));
        assert_eq!(snapshot.time, (1_u64 << 40 | 3) as f64 * 0.25);
        let species: Vec<u16> =
            (0_u16..).zip(&counts).flat_map(|(index, &count)| vec![index; count as usize]).collect();
        assert_eq!(snapshot.species, species);
    }
}

#[test]
fn a_flock_that_went_wrong_can_be_looked_at() {
    let folder = tempfile::tempdir().unwrap();
    let mut flock = flock(3);
    flock.places[1].position.y = f32::NAN;
    flock.motions[2].speed = f32::NEG_INFINITY;
    flock.places[0].position.x = -0.0;
    let path = folder.path().join("wrong.npz");
    write_snapshot(&path, &scenario(&[3]), &flock, Overwrite::Forbid).unwrap();
    assert_eq!(read_snapshot(&path).unwrap().flock.hash(), flock.hash());
}

#[test]
fn the_same_flock_gives_the_same_bytes_and_another_one_others() {
    let folder = tempfile::tempdir().unwrap();
    let first = fs::read(written(folder.path(), "first.npz", &[50])).unwrap();
    // Longer than the two seconds that a clock time in the archive would need to show.
    std::thread::sleep(std::time::Duration::from_millis(2100));
    let second = fs::read(written(folder.path(), "second.npz", &[50])).unwrap();
    assert!(first == second);
    assert!(first != fs::read(written(folder.path(), "third.npz", &[49, 1])).unwrap(), "species differ");
}

#[test]
fn a_snapshot_is_not_overwritten_without_leave() {
    let folder = tempfile::tempdir().unwrap();
    let path = written(folder.path(), "a.npz", &[5]);
    let again = |overwrite| write_snapshot(&path, &scenario(&[6]), &flock(6), overwrite);
    assert!(matches!(again(Overwrite::Forbid).unwrap_err(), Error::Exists(_)));
    assert_eq!(read_snapshot(&path).unwrap().flock.len(), 5);
    again(Overwrite::Allow).unwrap();
    assert_eq!(read_snapshot(&path).unwrap().flock.len(), 6);
}

#[test]
fn a_missing_snapshot_says_that_it_cannot_be_read() {
    let error = read_snapshot(Path::new("/nowhere/at/all.npz")).unwrap_err();
    assert!(matches!(error, Error::Input { .. }), "{error}");
    assert!(error.to_string().starts_with("cannot read /nowhere/at/all.npz"), "{error}");
}

#[test]
fn a_snapshot_cut_short_anywhere_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let bytes = fs::read(written(folder.path(), "whole.npz", &[3])).unwrap();
    assert_eq!(refusal(folder.path(), &bytes), None, "the whole one is fine");
    for length in 0..bytes.len() {
        let reason = refusal(folder.path(), &bytes[..length]).unwrap_or_else(|| panic!("{length} bytes were taken"));
        assert!(reason.contains("damaged.npz is no whole snapshot"), "{reason}");
    }
}

#[test]
fn a_changed_byte_never_changes_the_flock_unnoticed() {
    let folder = tempfile::tempdir().unwrap();
    let whole = fs::read(written(folder.path(), "whole.npz", &[3])).unwrap();
    let path = folder.path().join("damaged.npz");
    let mut refused = 0;
    for at in 0..whole.len() {
        let mut bytes = whole.clone();
        bytes[at] ^= [1, 0x80, 0xff][at % 3];
        fs::write(&path, &bytes).unwrap();
        match read_snapshot(&path) {
            // Some bytes of an archive mean nothing to its readers, such as times and rights.
            Ok(snapshot) => assert_eq!(snapshot.flock, flock(3), "byte {at} changed the flock"),
            Err(Error::Snapshot { .. }) => refused += 1,
            Err(error) => panic!("another error at byte {at}: {error}"),
        }
    }
    assert!(refused > whole.len() / 3, "only {refused} of {} changes were refused", whole.len());
}

/// An archive with these array files, each a header and numbers.
fn archive(arrays: &[(&str, &str, Vec<u8>)]) -> Vec<u8> {
    let mut archive = ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (name, header, numbers) in arrays {
        archive.start_file(format!("{name}.npy"), SimpleFileOptions::default()).unwrap();
        archive.write_all(b"\x93NUMPY\x01\x00").unwrap();
        archive.write_all(&(header.len() as u16).to_le_bytes()).unwrap();
        archive.write_all(header.as_bytes()).unwrap();
        archive.write_all(numbers).unwrap();
    }
    archive.finish().unwrap().into_inner()
}

fn one_agent(ids: (&'static str, Vec<u8>), positions: (&'static str, Vec<u8>)) -> Vec<u8> {
    let float = |x: f32| x.to_le_bytes().to_vec();
    archive(&[
        ("ids", ids.0, ids.1),
        ("positions", positions.0, positions.1),
        (
            "forwards",
            "{'descr': '<f4', 'fortran_order': False, 'shape': (1, 3), }",
            [0.0, 0.0, 1.0].map(float).concat(),
        ),
        ("speeds", "{'descr': '<f4', 'fortran_order': False, 'shape': (1,), }", float(2.0)),
        ("species", "{'descr': '<u2', 'fortran_order': False, 'shape': (1,), }", vec![0, 0]),
        ("step", "{'descr': '<u8', 'fortran_order': False, 'shape': (), }", vec![9, 0, 0, 0, 0, 0, 0, 0]),
        ("time", "{'descr': '<f8', 'fortran_order': False, 'shape': (), }", vec![0; 8]),
    ])
}

#[test]
fn archives_made_by_others_are_read_or_refused_by_what_they_hold() {
    let folder = tempfile::tempdir().unwrap();
    let ids = || ("{'descr': '<u4', 'fortran_order': False, 'shape': (1,), }", vec![0; 4]);
    let positions = |header| (header, vec![0; 12]);
    let good = "{'descr': '<f4', 'fortran_order': False, 'shape': (1, 3), }";
    assert_eq!(refusal(folder.path(), &one_agent(ids(), positions(good))), None, "as NumPy writes it");

    let huge = "{'descr': '<f4', 'fortran_order': False, 'shape': (18446744073709551615, 18446744073709551615), }";
    let twice = "{'descr': '<f4', 'fortran_order': False, 'shape': (1, 3), 'shape': (4294967296, 4294967296, 3), }";
    for wrong in [
        huge,
        twice,
        "{'descr': '<f8', 'fortran_order': False, 'shape': (1, 3), }",
        "{'descr': '|O', 'fortran_order': False, 'shape': (1, 3), }",
        "{'descr': '<f4', 'fortran_order': True, 'shape': (1, 3), }",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (3, 1), }",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (1, 3), ",
        "",
    ] {
        let reason = refusal(folder.path(), &one_agent(ids(), positions(wrong)));
        assert!(reason.is_some_and(|reason| reason.contains("`positions`")), "{wrong}");
    }
    let swapped = ("{'descr': '<u4', 'fortran_order': False, 'shape': (1,), }", vec![1, 0, 0, 0]);
    assert!(refusal(folder.path(), &one_agent(swapped, positions(good))).unwrap().contains("ids are in order"));
    let short = one_agent(ids(), (good, vec![0; 11]));
    assert!(refusal(folder.path(), &short).unwrap().contains("`positions`"));
    assert!(refusal(folder.path(), &archive(&[])).unwrap().contains("`ids`"));
    assert!(refusal(folder.path(), b"step,time\n").unwrap().contains("no archive"));
}
