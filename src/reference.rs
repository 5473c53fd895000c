//! The `reference` engine: all pairs in id order, no grid. The meaning of every rule, for small flocks.

use crate::engine::{Engine, accepted};
use crate::error::Error;
use crate::flock::{Flock, Motion, Place};
use crate::params::{Plan, Species};
use crate::rules::flocking::{Other, Sight, Sums, Viewer, accumulate, force};
use crate::rules::motion::{Limits, Moving, advance};
use crate::rules::species::species_of;
use crate::rules::vector::{displacement, dot3};
use crate::scenario::Scenario;
use glam::Vec3;

/// Agents the engine takes: a step costs the square of their number.
pub const REFERENCE_AGENTS_MAX: u32 = 65_536;

/// Steps a flock by looking at all pairs.
#[derive(Debug)]
pub struct Reference {
    plan: Plan,
    flock: Flock,
}

impl Reference {
    /// An engine for this scenario; the flock comes with [`Engine::upload`].
    ///
    /// # Errors
    /// [`Error::Limit`] for more than [`REFERENCE_AGENTS_MAX`] agents.
    pub fn new(scenario: &Scenario) -> Result<Self, Error> {
        let agents = scenario.agent_count();
        if agents > REFERENCE_AGENTS_MAX {
            return Err(Error::Limit(format!(
                "count {agents} is too large for the reference engine, which looks at all pairs: at most \
                 {REFERENCE_AGENTS_MAX}; use `--engine cpu`, or a smaller `--count`"
            )));
        }
        Ok(Self { plan: Plan::new(scenario), flock: Flock::default() })
    }

    fn force(&self, i: usize) -> Vec3 {
        let plan = &self.plan;
        let me = self.flock.places[i];
        let species = self.species(me);
        let forward = self.flock.motions[i].forward;
        let sight = Sight::new(|number| number(species));
        let viewer = Viewer { forward, ids: &[me.id], dimensions: plan.params.dimensions };
        let mut sums = Sums::default();
        for (j, place) in self.flock.places.iter().enumerate() {
            let offset = displacement(me.position, place.position, plan.params.period);
            let distance2 = dot3(offset, offset);
            let flockmate = (species.flocks_with >> species_of(&plan.table, place.id)) & 1 == 1;
            if j != i && flockmate && distance2 <= species.perception2 {
                let other = Other { forward: self.flock.motions[j].forward, id: place.id, offset, distance2 };
                accumulate(&mut sums, plan.switches, &viewer, &sight, &other, true);
            }
        }
        force(&sums, forward, &sight)
    }

    fn species(&self, place: Place) -> &Species {
        &self.plan.table.species[species_of(&self.plan.table, place.id)]
    }
}

impl Engine for Reference {
    fn name(&self) -> &'static str {
        "reference"
    }

    fn upload(&mut self, flock: &Flock) -> Result<(), Error> {
        self.flock = accepted(flock, &self.plan.params)?.into_owned();
        Ok(())
    }

    fn step(&mut self, count: u32) -> Result<(), Error> {
        for _ in 0..count {
            let forces: Vec<Vec3> = (0..self.flock.len()).map(|i| self.force(i)).collect();
            let mut next = self.flock.clone();
            for (i, force) in forces.into_iter().enumerate() {
                let place = self.flock.places[i];
                let motion = self.flock.motions[i];
                let limits = Limits::new(|number| number(self.species(place)));
                let before = Moving { position: place.position, forward: motion.forward, speed: motion.speed };
                let after = advance(&self.plan.params, &limits, before, force);
                next.places[i].position = after.position;
                next.motions[i] = Motion { forward: after.forward, speed: after.speed };
            }
            next.step += 1;
            self.flock = next;
        }
        Ok(())
    }

    fn download(&mut self) -> Result<Flock, Error> {
        Ok(self.flock.clone())
    }

    fn steps_done(&self) -> u64 {
        self.flock.step
    }

    fn bytes(&self) -> Option<u64> {
        let row = size_of::<Place>() + size_of::<Motion>();
        // The flock, and beside it the next one and the forces, for as long as a step takes.
        Some((self.flock.len() * (2 * row + size_of::<Vec3>())) as u64)
    }
}
