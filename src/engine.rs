//! What every engine does: take a flock, step it, give it back.

use crate::error::Error;
use crate::flock::Flock;

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
}
