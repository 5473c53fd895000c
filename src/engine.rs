//! What every engine does: take a flock, step it, give it back.

use crate::error::Error;
use crate::flock::{Flock, Motion, Place};
use crate::params::Params;
use crate::rules::space::wrap_periodic;
use crate::rules::vector::{flush, flush1};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::time::Duration;

/// Moves one flock by whole steps. Nothing above it knows which engine runs.
pub trait Engine {
    /// `reference`, `cpu` or `gpu`.
    fn name(&self) -> &'static str;

    /// The adapter that computes, in words; `None` where no adapter is used.
    fn adapter(&self) -> Option<String> {
        None
    }

    /// Replaces the state.
    ///
    /// # Errors
    /// [`Error::Flock`] when the flock is not in id order, has another count than the engine was made for, or holds a
    /// number that is not finite.
    fn upload(&mut self, flock: &Flock) -> Result<(), Error>;

    /// Takes `count` steps of the scenario's `dt`.
    ///
    /// # Errors
    /// [`Error::DeviceLost`] or another failure of the adapter; the state is then unusable.
    fn step(&mut self, count: u32) -> Result<(), Error>;

    /// The state now, in id order.
    ///
    /// # Errors
    /// As for [`Engine::step`].
    fn download(&mut self) -> Result<Flock, Error>;

    /// Steps done since step 0 of the flock.
    fn steps_done(&self) -> u64;

    /// Bytes of the arrays that the engine keeps for its flock, on the device or in memory; `None` when it does not say.
    fn bytes(&self) -> Option<u64> {
        None
    }

    /// Times every pass from now on, where what computes has a clock for that; says whether it has.
    fn time_passes(&mut self) -> bool {
        false
    }

    /// Time spent in each pass since [`Engine::time_passes`], by entry point; empty without a clock, or when a submission
    /// had more passes than the clock counts.
    fn pass_times(&self) -> BTreeMap<&'static str, Duration> {
        BTreeMap::new()
    }
}

/// What an engine asks of a flock before it takes it: right in itself, and of the count the engine was made for.
///
/// Agents outside a torus are brought into it, and numbers too small for some adapters become zero, as the step itself
/// does; a flock that came out of a step goes in again unchanged.
pub(crate) fn accepted<'a>(flock: &'a Flock, params: &Params) -> Result<Cow<'a, Flock>, Error> {
    let agents = params.agent_count as usize;
    if flock.len() != agents {
        return Err(Error::Flock(format!("the engine was made for {agents} agents; the flock has {}", flock.len())));
    }
    flock.check()?;
    if params.dimensions == 2 {
        expect_flat(flock)?;
    }
    let row_settled = |(place, motion): (&Place, &Motion)| settled(params, *place, *motion) == (*place, *motion);
    if flock.places.iter().zip(&flock.motions).all(row_settled) {
        return Ok(Cow::Borrowed(flock));
    }
    let mut flock = flock.clone();
    for (place, motion) in flock.places.iter_mut().zip(&mut flock.motions) {
        (*place, *motion) = settled(params, *place, *motion);
    }
    Ok(Cow::Owned(flock))
}

/// Engines count on a plane: a grid that is one cell high, and no neighbour above or below.
fn expect_flat(flock: &Flock) -> Result<(), Error> {
    let flat = |(place, motion): (&Place, &Motion)| place.position.z == 0.0 && motion.forward.z == 0.0;
    match flock.places.iter().zip(&flock.motions).position(|row| !flat(row)) {
        None => Ok(()),
        Some(agent) => Err(Error::Flock(format!(
            "agent {agent} leaves the plane: position {}, forward {}; in two dimensions z is 0",
            flock.places[agent].position, flock.motions[agent].forward
        ))),
    }
}

fn settled(params: &Params, place: Place, motion: Motion) -> (Place, Motion) {
    let inside = |x: f32, min: f32, period: f32| !(period > 0.0) || (x >= min && x < min + period);
    let (x, min, period) = (place.position, params.world_min, params.period);
    let kept = inside(x.x, min.x, period.x) && inside(x.y, min.y, period.y) && inside(x.z, min.z, period.z);
    let position = if kept { x } else { wrap_periodic(x, min, period) };
    let motion = Motion { forward: flush(motion.forward), speed: flush1(motion.speed) };
    (Place { position: flush(position), id: place.id }, motion)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::params::EDGE_PERIODIC;
    use glam::{Vec3, vec3};

    fn torus() -> Params {
        let (min, period) = (Vec3::splat(-5.0), Vec3::splat(10.0));
        Params {
            agent_count: 2,
            edge: EDGE_PERIODIC,
            world_min: min,
            world_max: min + period,
            period,
            ..Params::default()
        }
    }

    fn flock(x: f32) -> Flock {
        let rest = Motion { forward: Vec3::Z, speed: 1.0 };
        Flock::new(&[vec3(x, 0.0, 0.0), Vec3::ONE], &[rest, rest]).unwrap()
    }

    #[test]
    fn an_agent_outside_a_torus_is_brought_in() {
        assert_eq!(accepted(&flock(26.0), &torus()).unwrap().places[0].position.x, -4.0);
    }

    #[test]
    fn an_agent_inside_a_torus_is_not_touched() {
        let inside = flock(f32::from_bits(5.0_f32.to_bits() - 1));
        assert_eq!(*accepted(&inside, &torus()).unwrap(), inside);
    }

    #[test]
    fn an_agent_above_the_plane_is_refused_in_two_dimensions_alone() {
        let above = flock(1.0);
        let error = accepted(&above, &Params { dimensions: 2, ..torus() }).unwrap_err().to_string();
        assert!(error.contains("agent 0 leaves the plane"), "{error}");
        assert!(accepted(&above, &Params { dimensions: 3, ..torus() }).is_ok());
    }

    #[test]
    fn an_agent_that_is_not_finite_is_refused_by_name() {
        let mut flock = flock(1.0);
        flock.motions[1].speed = f32::NAN;
        assert!(accepted(&flock, &torus()).unwrap_err().to_string().contains("agent 1 is not finite"));
    }
}
