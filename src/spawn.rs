//! Seeded starting flocks: a scenario's starts become a [`Flock`] that depends on seed and id alone.
//!
//! Every random number is [`random_bits`]`(seed, id, stream)`: where the step would stand there is a stream, one for each
//! thing drawn at the start, taken from the top of the range, which no run reaches with its steps. The arithmetic is `+ - *
//! / sqrt` and the `libm` crate in f64, rounded once at the end, so a flock starts with the same bits on every platform,
//! however many threads make it.

use crate::error::Error;
use crate::flock::{Flock, Motion};
use crate::rules::random::{random_bits, unit_interval};
use crate::rules::space::wrap_periodic;
use crate::scenario::{Dimensions, Edge, Heading, Scenario, Shape, Species, World, lattice_side};
use glam::{DVec3, Vec3, dvec3};
use rayon::prelude::*;
use std::f64::consts::TAU;

/// The stream of random numbers for the place of an agent.
pub const STREAM_PLACE: u32 = 0xFFFF_FFFF;

/// The stream of random numbers for the heading of an agent.
pub const STREAM_HEADING: u32 = 0xFFFF_FFFE;

/// The flock at step 0: ids in the order of the species, each agent from seed, id and shape alone.
///
/// In two dimensions z is 0. In a periodic world places are wrapped into the box; elsewhere they stay where the shape puts
/// them, also outside.
///
/// # Errors
/// [`Error::Flock`] when a start is not finite, which no checked scenario has; [`Error::Limit`] when there is not the memory
/// for a run.
///
/// ```
/// use flockwork::scenario::{Overrides, load};
/// let scenario = load("opensteer", &Overrides::default())?;
/// let flock = flockwork::spawn::spawn(&scenario)?;
/// assert_eq!(flock.len(), 200);
/// assert!(flock.places.iter().all(|place| place.position.length() < 20.001));
/// # Ok::<(), flockwork::Error>(())
/// ```
pub fn spawn(scenario: &Scenario) -> Result<Flock, Error> {
    let count = scenario.agent_count() as usize;
    expect_memory(count)?;
    let mut positions = Vec::with_capacity(count);
    let mut motions = Vec::with_capacity(count);
    for (species, (first, end)) in scenario.species.iter().zip(scenario.id_ranges()) {
        let start = Start { species, first, seed: scenario.seed, dimensions: scenario.dimensions };
        let side = lattice_side(species.count, scenario.dimensions);
        positions.par_extend((first..end).into_par_iter().map(|id| wrapped(start.position(id, side), &scenario.world)));
        motions.par_extend((first..end).into_par_iter().map(|id| start.motion(id)));
    }
    let mut flock = Flock::new(&positions, &motions)?;
    flock.flush();
    Ok(flock)
}

/// Bytes that a run takes for an agent: the flock, an engine's arrays, and what is read back.
const RUN_BYTES_PER_AGENT: usize = 200;

/// Asks for the memory of a whole run at once, and gives it back: better refused here than in the middle.
///
/// # Errors
/// [`Error::Limit`] when the machine does not give it.
pub fn expect_memory(count: usize) -> Result<(), Error> {
    let bytes = count.saturating_mul(RUN_BYTES_PER_AGENT);
    let mut room = Vec::<u8>::new();
    let given = room.try_reserve_exact(bytes);
    // An optimiser may take away memory that nobody looks at, and believe that it was given.
    std::hint::black_box(&room);
    given.map_err(|_| {
        let (count, megabytes) = (count, bytes / 1_000_000);
        Error::Limit(format!(
            "count {count} needs about {megabytes} MB of memory, which this machine does not give; use a smaller `--count`"
        ))
    })
}

/// How one species starts.
struct Start<'a> {
    species: &'a Species,
    /// Id of its first agent.
    first: u32,
    seed: u32,
    dimensions: Dimensions,
}

impl Start<'_> {
    fn position(&self, id: u32, side: u32) -> Vec3 {
        let place = match &self.species.spawn.shape {
            Shape::Box { min, max } => min.as_dvec3() + self.draw(id, STREAM_PLACE) * (max.as_dvec3() - min.as_dvec3()),
            Shape::Ball { centre, radius } => self.between(id, *centre, 0.0, *radius),
            Shape::Shell { centre, radius_min, radius_max } => self.between(id, *centre, *radius_min, *radius_max),
            Shape::Lattice { centre, spacing } => {
                centre.as_dvec3() + self.lattice_offset(id - self.first, side) * f64::from(*spacing)
            }
            Shape::Point { centre } => return *centre,
            Shape::Agents(starts) => return starts[(id - self.first) as usize].position,
        };
        let place = place.as_vec3();
        if self.dimensions == Dimensions::Two { place.with_z(0.0) } else { place }
    }

    fn motion(&self, id: u32) -> Motion {
        let spawn = &self.species.spawn;
        if let Shape::Agents(starts) = &spawn.shape {
            let velocity = starts[(id - self.first) as usize].velocity;
            return Motion::from_velocity(velocity, self.dimensions.heading_at_rest());
        }
        let forward = match spawn.heading {
            Heading::Random => direction(self.draw(id, STREAM_HEADING), self.dimensions).as_vec3(),
            Heading::Along(forward) => forward,
        };
        Motion { forward, speed: spawn.speed }
    }

    /// Three numbers in `[0, 1)`.
    fn draw(&self, id: u32, stream: u32) -> DVec3 {
        let [x, y, z] = random_bits(self.seed, id, stream).map(|bits| f64::from(unit_interval(bits)));
        dvec3(x, y, z)
    }

    /// Uniform in volume (in two dimensions in area) between two radii: the radius by the inverse of its distribution.
    fn between(&self, id: u32, centre: Vec3, radius_min: f32, radius_max: f32) -> DVec3 {
        let u = self.draw(id, STREAM_PLACE);
        let (low, high) = (f64::from(radius_min), f64::from(radius_max));
        let radius = match self.dimensions {
            Dimensions::Two => libm::sqrt(low * low + u.z * (high * high - low * low)),
            Dimensions::Three => libm::cbrt(low * low * low + u.z * (high * high * high - low * low * low)),
        };
        centre.as_dvec3() + direction(u, self.dimensions) * radius
    }

    /// Place of the agent with this index in a lattice of spacing 1 around the origin, x running fastest.
    fn lattice_offset(&self, index: u32, side: u32) -> DVec3 {
        let middle = f64::from(side - 1) / 2.0;
        let cell = dvec3(f64::from(index % side), f64::from(index / side % side), f64::from(index / side / side));
        cell - DVec3::splat(middle)
    }
}

/// A unit vector from two numbers in `[0, 1)`: uniform on the sphere (Archimedes: height and longitude are), in two
/// dimensions on the circle.
fn direction(u: DVec3, dimensions: Dimensions) -> DVec3 {
    let (sine, cosine) = libm::sincos(TAU * u.x);
    match dimensions {
        Dimensions::Two => dvec3(cosine, sine, 0.0),
        Dimensions::Three => {
            let height = 2.0 * u.y - 1.0;
            let across = libm::sqrt(1.0 - height * height);
            dvec3(across * cosine, across * sine, height)
        }
    }
}

/// The place an agent has in a periodic world; any other world leaves it.
fn wrapped(position: Vec3, world: &World) -> Vec3 {
    if world.edge == Edge::Periodic { wrap_periodic(position, world.min, world.max - world.min) } else { position }
}
