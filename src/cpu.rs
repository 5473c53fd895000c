//! The `cpu` engine: the passes of `passes/` on all cores, the twin of the compute passes.

use crate::engine::{Engine, accepted};
use crate::error::Error;
use crate::flock::{Flock, Motion, Place};
use crate::params::{Grid, Plan};
use crate::passes::bounds::bounds;
use crate::passes::count::count;
use crate::passes::grid::grid;
use crate::passes::integrate::integrate;
use crate::passes::lanes::Lanes;
use crate::passes::place::{Entry, place_gather, place_order};
use crate::passes::scan::scan;
use crate::passes::steer::{Sorted, steer};
use crate::scenario::Scenario;
use glam::Vec4;

/// Steps a flock on the CPU, with a grid and all cores.
#[derive(Debug)]
pub struct Cpu {
    plan: Plan,
    step: u64,
    places: Vec<Place>,
    motions: Vec<Motion>,
    sorter: Sorter,
    forces: Vec<Vec4>,
    lanes: Lanes,
}

impl Cpu {
    /// An engine for this scenario; the flock comes with [`Engine::upload`].
    pub fn new(scenario: &Scenario) -> Self {
        Self::with_lanes(scenario, Lanes::default())
    }

    /// The same, with this many agents side by side.
    pub fn with_lanes(scenario: &Scenario, lanes: Lanes) -> Self {
        let plan = Plan::new(scenario);
        let agents = scenario.agent_count() as usize;
        Self {
            step: 0,
            places: vec![Place::default(); agents],
            motions: vec![Motion::default(); agents],
            sorter: Sorter::new(agents),
            forces: vec![Vec4::ZERO; agents],
            lanes,
            plan,
        }
    }
}

impl Engine for Cpu {
    fn name(&self) -> &'static str {
        "cpu"
    }

    fn upload(&mut self, flock: &Flock) -> Result<(), Error> {
        let flock = accepted(flock, &self.plan.params)?;
        self.step = flock.step;
        self.places.copy_from_slice(&flock.places);
        self.motions.copy_from_slice(&flock.motions);
        Ok(())
    }

    fn step(&mut self, count: u32) -> Result<(), Error> {
        for _ in 0..count {
            if !self.places.is_empty() {
                let sorted = self.sorter.sort(&self.plan, &self.places, &self.motions);
                steer(&self.plan, sorted, self.lanes, &mut self.forces);
                integrate(&self.plan, sorted, self.lanes, &self.forces, &mut self.places, &mut self.motions);
            }
            self.step += 1;
        }
        Ok(())
    }

    fn download(&mut self) -> Result<Flock, Error> {
        Ok(Flock::from_rows(self.step, &self.places, &self.motions))
    }

    fn steps_done(&self) -> u64 {
        self.step
    }

    fn bytes(&self) -> Option<u64> {
        Some(room(&self.places) + room(&self.motions) + room(&self.forces) + self.sorter.bytes())
    }
}

/// Bytes of an array, the part that is not in use too.
fn room<T>(array: &Vec<T>) -> u64 {
    (array.capacity() * size_of::<T>()) as u64
}

/// Sorts a flock into the grid of its step, and keeps the room that this needs.
#[derive(Debug)]
pub struct Sorter {
    grid: Grid,
    cells: Vec<u32>,
    starts: Vec<u32>,
    cursors: Vec<u32>,
    order: Vec<Entry>,
    places: Vec<Place>,
    motions: Vec<Motion>,
}

impl Sorter {
    /// Room for a flock of this size.
    pub fn new(agents: usize) -> Self {
        Self {
            grid: Grid::default(),
            cells: vec![0; agents],
            starts: Vec::new(),
            cursors: Vec::new(),
            order: vec![Entry::default(); agents],
            places: vec![Place::default(); agents],
            motions: vec![Motion::default(); agents],
        }
    }

    /// The agents in order of cell and id, with their grid.
    pub fn sort(&mut self, plan: &Plan, places: &[Place], motions: &[Motion]) -> Sorted<'_> {
        self.grid = grid(&plan.params, &bounds(places));
        let cells = self.grid.cell_count as usize + 1;
        self.starts.resize(cells, 0);
        self.cursors.resize(cells, 0);
        count(&self.grid, places, &mut self.cells, &mut self.starts);
        scan(&mut self.starts);
        place_order(places, &self.cells, &self.starts, &mut self.cursors, &mut self.order);
        place_gather(&self.order, places, motions, &mut self.places, &mut self.motions);
        Sorted { grid: &self.grid, starts: &self.starts, places: &self.places, motions: &self.motions }
    }

    fn bytes(&self) -> u64 {
        let numbers = room(&self.cells) + room(&self.starts) + room(&self.cursors);
        numbers + room(&self.order) + room(&self.places) + room(&self.motions)
    }
}
