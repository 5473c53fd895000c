//! The state of a flock: one row of 16 bytes for the place of each agent, one for its motion.

use crate::error::Error;
use crate::rules::vector::{flush, flush1, length3};
use bytemuck::{Pod, Zeroable};
use glam::Vec3;

/// Where an agent is, and who it is.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub struct Place {
    /// World units; z is 0 in two dimensions.
    pub position: Vec3,
    /// 0 to count - 1; the id travels with the agent, whatever the order in memory.
    pub id: u32,
}

/// Where an agent heads, and how fast. Its velocity is `forward * speed`.
///
/// Heading and speed are kept apart, instead of a velocity, because a heading must survive a stop.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub struct Motion {
    /// Unit vector.
    pub forward: Vec3,
    /// World units per second, at least 0.
    pub speed: f32,
}

impl Motion {
    /// World units per second.
    pub fn velocity(self) -> Vec3 {
        self.forward * self.speed
    }

    /// The motion with this velocity; a velocity of zero heads along +Z in three dimensions, +X in two.
    pub fn from_velocity(velocity: Vec3, heading_at_rest: Vec3) -> Self {
        let speed = length3(velocity);
        if speed > 0.0 {
            Self { forward: velocity / speed, speed }
        } else {
            Self { forward: heading_at_rest, speed: 0.0 }
        }
    }
}

/// A whole flock at one step, in id order: row i is agent i in both arrays.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Flock {
    /// Steps done since the start.
    pub step: u64,
    /// One row an agent, in id order.
    pub places: Vec<Place>,
    /// One row an agent, in id order.
    pub motions: Vec<Motion>,
}

impl Flock {
    /// A flock at step 0 whose ids are the indices.
    ///
    /// # Errors
    /// [`Error::Flock`] when the lengths differ or a number is not finite.
    pub fn new(positions: &[Vec3], motions: &[Motion]) -> Result<Self, Error> {
        if positions.len() != motions.len() {
            return Err(Error::Flock(format!(
                "a flock needs one motion for each position; got {} positions and {} motions",
                positions.len(),
                motions.len()
            )));
        }
        let places = (0..).zip(positions).map(|(id, &position)| Place { position, id }).collect();
        let flock = Self { step: 0, places, motions: motions.to_vec() };
        flock.check()?;
        Ok(flock)
    }

    /// The flock of an engine's rows, which may be in any order; each id from 0 to count - 1 must be there once.
    pub fn from_rows(step: u64, places: &[Place], motions: &[Motion]) -> Self {
        let mut flock =
            Self { step, places: vec![Place::default(); places.len()], motions: vec![Motion::default(); places.len()] };
        for (place, motion) in places.iter().zip(motions) {
            flock.places[place.id as usize] = *place;
            flock.motions[place.id as usize] = *motion;
        }
        flock
    }

    /// Agents in the flock.
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// Whether nobody is there.
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// Whether the rows are in id order and every number is finite: what an engine asks before it takes a flock.
    ///
    /// # Errors
    /// [`Error::Flock`] naming the first agent that is wrong.
    pub fn check(&self) -> Result<(), Error> {
        if self.places.len() != self.motions.len() {
            return Err(Error::Flock(format!("{} places but {} motions", self.places.len(), self.motions.len())));
        }
        for (index, (place, motion)) in self.places.iter().zip(&self.motions).enumerate() {
            if place.id as usize != index {
                return Err(Error::Flock(format!("row {index} holds agent {}; a flock is in id order", place.id)));
            }
            if !place.position.is_finite() || !motion.forward.is_finite() || !motion.speed.is_finite() {
                return Err(Error::Flock(format!(
                    "agent {index} is not finite: position {}, forward {}, speed {}",
                    place.position, motion.forward, motion.speed
                )));
            }
        }
        Ok(())
    }

    /// Agents with a number that is not finite; 0 in every run that went right.
    pub fn nonfinite_count(&self) -> usize {
        let finite = |(place, motion): (&Place, &Motion)| {
            place.position.is_finite() && motion.forward.is_finite() && motion.speed.is_finite()
        };
        self.places.iter().zip(&self.motions).filter(|&row| !finite(row)).count()
    }

    /// Replaces numbers too small to be safe on every adapter by zero, as the step itself does.
    pub fn flush(&mut self) {
        for (place, motion) in self.places.iter_mut().zip(&mut self.motions) {
            place.position = flush(place.position);
            motion.forward = flush(motion.forward);
            motion.speed = flush1(motion.speed);
        }
    }

    /// Hash of the raw bits of every state array in id order and of the step number.
    ///
    /// Two flocks have one hash exactly when they are the same to the last bit (but for chance, 1 in 2^64).
    pub fn hash(&self) -> u64 {
        let mut hasher = xxhash_rust::xxh3::Xxh3::new();
        hasher.update(&self.step.to_le_bytes());
        hasher.update(bytemuck::cast_slice(&self.places));
        hasher.update(bytemuck::cast_slice(&self.motions));
        hasher.digest()
    }

    /// The hash as users see it: 16 hexadecimal digits.
    pub fn hash_text(&self) -> String {
        format!("{:016x}", self.hash())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_sees_one_bit_and_the_step() {
        let rest = Motion { forward: Vec3::Z, speed: 1.0 };
        let flock = Flock::new(&[Vec3::ZERO, Vec3::ONE], &[rest, rest]).unwrap();
        let mut other = flock.clone();
        other.motions[0].forward.y = f32::from_bits(1);
        assert_ne!(flock.hash(), other.hash());
        assert_ne!(flock.hash(), Flock { step: 1, ..flock.clone() }.hash());
        assert_eq!(flock.hash(), flock.clone().hash());
    }
}
