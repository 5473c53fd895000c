//! The `gpu` engine: one step is a fixed row of compute passes; many steps go into one submission.

use super::adapter::{AdapterKind, Gpu};
use super::buffers::{BOUNDS_RUN, Buffers, READBACK_BYTES, SCAN_BLOCK, TICK_STRIDE};
use super::options::GpuOptions;
use super::pace::{Pace, Steering};
use super::pipelines::{Pipelines, Ready};
use super::schedule::{Schedule, Status};
use super::timing::Timing;
use crate::engine::{Engine, accepted};
use crate::error::Error;
use crate::flock::{Flock, Motion, Place};
use crate::params::{Plan, Switches};
use crate::scenario::Scenario;
use std::cell::Cell;
use std::collections::BTreeMap;
use std::mem::{offset_of, size_of};
use std::time::{Duration, Instant};

/// Workgroups that one dimension of a dispatch can have.
const WORKGROUPS_MAX: u32 = 65_535;

/// A submission is kept about this long, far from the two seconds after which some drivers give up.
const SUBMISSION_AIM: Duration = Duration::from_millis(200);

/// Steps in one submission, however short they are.
const STEPS_PER_SUBMISSION_MAX: u32 = 64;

/// Steps a flock on an adapter.
#[derive(Debug)]
pub struct GpuEngine {
    gpu: Gpu,
    plan: Plan,
    options: GpuOptions,
    buffers: Buffers,
    pipelines: Pipelines,
    schedule: Schedule,
    status: Status,
    pace: Pace,
    step: u64,
    steps_per_submission: u32,
    dispatches: BTreeMap<&'static str, u64>,
    state_readbacks: Cell<u64>,
    submissions: u64,
    submission_longest: Duration,
    timing: Option<Timing>,
}

impl GpuEngine {
    /// An engine for this scenario; the flock comes with [`Engine::upload`].
    ///
    /// # Errors
    /// [`Error::Limit`] when the adapter cannot hold the flock, [`Error::Adapter`] when it refuses a shader.
    pub fn new(gpu: &Gpu, scenario: &Scenario) -> Result<Self, Error> {
        Self::with_options(gpu, scenario, GpuOptions::default())
    }

    /// The same, with other sizes of work.
    ///
    /// # Errors
    /// As [`GpuEngine::new`].
    pub fn with_options(gpu: &Gpu, scenario: &Scenario, options: GpuOptions) -> Result<Self, Error> {
        let plan = Plan::new(scenario);
        let buffers = Buffers::new(gpu, &plan, &options)?;
        let pipelines = Pipelines::new(gpu, &plan, &options, &buffers)?;
        let hardware = gpu.report.kind == AdapterKind::Hardware;
        let pace = Pace::new(&options, plan.params.agent_count, hardware, pipelines.groups.is_some());
        Ok(Self {
            gpu: gpu.clone(),
            options,
            buffers,
            pipelines,
            schedule: Schedule::sparse(options.chunk),
            status: Status::default(),
            pace,
            step: 0,
            steps_per_submission: 1,
            dispatches: BTreeMap::new(),
            state_readbacks: Cell::new(0),
            submissions: 0,
            submission_longest: Duration::ZERO,
            timing: None,
            plan,
        })
    }

    /// The device the engine runs on.
    pub fn gpu(&self) -> &Gpu {
        &self.gpu
    }

    /// Dispatches recorded so far, by entry point.
    pub fn dispatches(&self) -> &BTreeMap<&'static str, u64> {
        &self.dispatches
    }

    /// The last step's sorted copy: places and motions in order of cell and id, as they were before that step.
    pub fn sorted(&self) -> (&wgpu::Buffer, &wgpu::Buffer) {
        (&self.buffers.sorted_places, &self.buffers.sorted_motions)
    }

    /// Times an array of the state was read back to the host; a step never does.
    pub fn state_readbacks(&self) -> u64 {
        self.state_readbacks.get()
    }

    /// The longest list of the last steps: candidates of one agent, itself among them, or an eighth of those that lanes
    /// walked together.
    pub fn candidates_max(&self) -> u32 {
        self.pace.needs().unwrap_or_default().candidates
    }

    /// Submissions of steps so far.
    pub fn submissions(&self) -> u64 {
        self.submissions
    }

    /// The longest time from a submission to its end.
    pub fn submission_longest(&self) -> Duration {
        self.submission_longest
    }

    /// Rules that are compiled in.
    pub fn switches(&self) -> Switches {
        self.plan.switches
    }

    /// The state's places and motions, in memory order, for drawing without a copy.
    pub fn state(&self) -> (&wgpu::Buffer, &wgpu::Buffer) {
        (&self.buffers.places, &self.buffers.motions)
    }

    /// Up to `count` steps and their report; returns how many were done, and whether the next are planned otherwise.
    fn submit(&mut self, count: u32) -> Result<(u32, bool), String> {
        let began = Instant::now();
        let steering = self.pace.next(self.schedule);
        self.plan_with(match steering {
            Steering::Together { .. } => self.schedule.together(self.options.chunk),
            Steering::Alone | Steering::Rounds => self.schedule.alone(),
        });
        let planned = self.schedule;
        let long = !matches!(steering, Steering::Together { parts: 1 } | Steering::Alone);
        let steps = if long { 1 } else { count.min(self.steps_per_submission) };
        let mut steered = None;
        let mut encoder = self.encoder();
        for _ in 0..steps {
            self.record_sort(&mut encoder);
            if long {
                self.finish(encoder)?;
                let began = Instant::now();
                self.submit_long(steering)?;
                steered = Some(began.elapsed());
                encoder = self.encoder();
            } else {
                self.record_steer(&mut encoder, steering, self.agent_workgroups(), 0);
            }
            self.record(&mut encoder, |p| &p.integrate, false, self.agent_workgroups(), &[]);
        }
        self.buffers.status_read.copy(&mut encoder, &self.buffers.status, 0, size_of::<Status>() as u64);
        encoder.clear_buffer(&self.buffers.status, offset_of!(Status, candidates_max) as u64, Some(24));
        if let Some(timing) = &self.timing {
            timing.resolve(&mut encoder);
        }
        self.finish(encoder)?;
        if let Some(timing) = &mut self.timing {
            timing.collect(&self.gpu)?;
        }
        let status: Vec<Status> = self.buffers.status_read.read(&self.gpu, size_of::<Status>() as u64)?;
        let done = status[0].steps_done.wrapping_sub(self.status.steps_done);
        self.status = status[0];
        self.pace.learn(steering, self.status.needs(), steered.unwrap_or(began.elapsed() / steps));
        self.adapt(steps, done, began.elapsed());
        Ok((done, self.schedule != planned))
    }

    /// Submits, and waits for the end.
    fn finish(&mut self, encoder: wgpu::CommandEncoder) -> Result<(), String> {
        let began = Instant::now();
        self.gpu.queue.submit([encoder.finish()]);
        self.gpu.wait(None)?;
        self.submissions += 1;
        self.submission_longest = self.submission_longest.max(began.elapsed());
        Ok(())
    }

    /// Plans the next submission from the report and the time of this one.
    fn adapt(&mut self, steps: u32, done: u32, elapsed: Duration) {
        let needs = self.status.needs();
        if !self.schedule.covers(needs) || self.schedule.wasteful(needs, self.options.chunk) {
            self.plan_with(Schedule::for_needs(needs, self.plan.params.agent_count, self.options.chunk));
            log::debug!("replanned for {needs:?}: {:?}", self.schedule);
        }
        if done < steps || elapsed > SUBMISSION_AIM {
            self.steps_per_submission = (self.steps_per_submission / 2).max(1);
        } else if elapsed < SUBMISSION_AIM / 2 && steps == self.steps_per_submission {
            self.steps_per_submission = (self.steps_per_submission * 2).min(STEPS_PER_SUBMISSION_MAX);
        }
    }

    /// Tells the passes of a plan that is not the one they know.
    fn plan_with(&mut self, schedule: Schedule) {
        if schedule != self.schedule {
            self.schedule = schedule;
            self.buffers.set_schedule(&self.gpu, schedule);
        }
    }

    /// Steers some workgroups of agents from a slice on, in one dispatch.
    fn record_steer(
        &mut self,
        encoder: &mut wgpu::CommandEncoder,
        steering: Steering,
        workgroups: [u32; 2],
        slice: u32,
    ) {
        if matches!(steering, Steering::Together { .. }) {
            self.record(encoder, |p| p.groups.as_ref().unwrap_or(&p.steer), false, workgroups, &[tick(slice)]);
        } else {
            self.record(encoder, |p| &p.steer, false, workgroups, &[tick(slice), 0]);
        }
    }

    /// Everything up to the sorted copy.
    fn record_sort(&mut self, encoder: &mut wgpu::CommandEncoder) {
        let agents = self.agent_workgroups();
        let blocks = [self.buffers.cell_count.div_ceil(SCAN_BLOCK), 1];
        encoder.clear_buffer(&self.buffers.starts, 0, None);
        let runs = folded(self.plan.params.agent_count.div_ceil(self.options.workgroup * BOUNDS_RUN));
        self.record(encoder, |p| &p.bounds, false, runs, &[]);
        self.record(encoder, |p| &p.grid, false, [1, 1], &[]);
        self.record(encoder, |p| &p.count, false, agents, &[]);
        self.record(encoder, |p| &p.scan[0], false, blocks, &[]);
        self.record(encoder, |p| &p.scan[1], false, [1, 1], &[]);
        self.record(encoder, |p| &p.scan[2], false, blocks, &[]);
        self.record(encoder, |p| &p.place_scatter, false, agents, &[]);
        if self.schedule.merges == 0 {
            self.record(encoder, |p| &p.place_rank_last, false, agents, &[]);
            return;
        }
        self.record(encoder, |p| &p.place_rank, false, agents, &[]);
        // Each of these reads the order that the one before wrote.
        let mut swapped = true;
        for level in 0..self.schedule.merges {
            self.record(encoder, |p| &p.place_merge, swapped, agents, &[tick(level)]);
            swapped = !swapped;
        }
        self.record(encoder, |p| &p.place_gather, swapped, agents, &[]);
    }

    /// Steers in many submissions, so that none is long: lanes that walk together in parts of the flock; long lists slice by
    /// slice, so that the kept sums stay small, and round by round.
    fn submit_long(&mut self, steering: Steering) -> Result<(), String> {
        let slices = self.plan.params.agent_count.div_ceil(self.options.slice);
        let (parts, rounds) = match steering {
            Steering::Together { parts } => (parts, 1),
            Steering::Alone | Steering::Rounds => (slices, self.schedule.rounds(self.options.chunk)),
        };
        let slices_each = slices.div_ceil(parts);
        let agents = (slices_each * self.options.slice).min(self.plan.params.agent_count);
        let workgroups = folded(agents.div_ceil(self.options.workgroup));
        for slice in (0..slices).step_by(slices_each as usize) {
            for round in 0..rounds {
                let mut encoder = self.encoder();
                if steering == Steering::Rounds {
                    self.record(&mut encoder, |p| &p.steer_in_rounds, false, workgroups, &[tick(slice), tick(round)]);
                } else {
                    self.record_steer(&mut encoder, steering, workgroups, slice);
                }
                self.finish(encoder)?;
            }
        }
        Ok(())
    }

    fn record(
        &mut self,
        encoder: &mut wgpu::CommandEncoder,
        which: fn(&Pipelines) -> &Ready,
        swapped: bool,
        workgroups: [u32; 2],
        ticks: &[u32],
    ) {
        let ready = which(&self.pipelines);
        *self.dispatches.entry(ready.entry).or_default() += 1;
        let timestamp_writes = self.timing.as_mut().and_then(|timing| timing.stamps_of(ready.entry));
        let mut pass =
            encoder.begin_compute_pass(&wgpu::ComputePassDescriptor { label: Some(ready.entry), timestamp_writes });
        pass.set_pipeline(&ready.pipeline);
        pass.set_bind_group(0, if swapped { &ready.group_swapped } else { &ready.group }, ticks);
        pass.dispatch_workgroups(workgroups[0], workgroups[1], 1);
    }

    fn encoder(&self) -> wgpu::CommandEncoder {
        self.gpu.device.create_command_encoder(&wgpu::CommandEncoderDescriptor { label: Some("flockwork.step") })
    }

    fn agent_workgroups(&self) -> [u32; 2] {
        folded(self.plan.params.agent_count.div_ceil(self.options.workgroup))
    }

    fn read_rows<T: bytemuck::Pod>(&self, from: &wgpu::Buffer) -> Result<Vec<T>, String> {
        self.state_readbacks.set(self.state_readbacks.get() + 1);
        let size = u64::from(self.plan.params.agent_count) * size_of::<T>() as u64;
        let mut rows = Vec::with_capacity(self.plan.params.agent_count as usize);
        let mut start = 0;
        while start < size {
            let part = (size - start).min(READBACK_BYTES);
            let mut encoder = self.encoder();
            self.buffers.rows_read.copy(&mut encoder, from, start, part);
            self.gpu.queue.submit([encoder.finish()]);
            rows.extend(self.buffers.rows_read.read::<T>(&self.gpu, part)?);
            start += part;
        }
        Ok(rows)
    }

    fn lost(&self, reason: String) -> Error {
        Error::DeviceLost { steps_done: self.step, reason }
    }
}

impl Engine for GpuEngine {
    fn name(&self) -> &'static str {
        "gpu"
    }

    fn adapter(&self) -> Option<String> {
        Some(self.gpu.report.to_string())
    }

    fn upload(&mut self, flock: &Flock) -> Result<(), Error> {
        let flock = accepted(flock, &self.plan.params)?;
        self.step = flock.step;
        self.pace.restart();
        self.gpu.queue.write_buffer(&self.buffers.places, 0, bytemuck::cast_slice(&flock.places));
        self.gpu.queue.write_buffer(&self.buffers.motions, 0, bytemuck::cast_slice(&flock.motions));
        self.gpu.health().map_err(|reason| self.lost(reason))
    }

    fn step(&mut self, count: u32) -> Result<(), Error> {
        if self.plan.params.agent_count == 0 {
            self.step += u64::from(count);
            return Ok(());
        }
        let mut left = count;
        while left > 0 {
            let (done, replanned) = self.submit(left).map_err(|reason| self.lost(reason))?;
            if done == 0 && !replanned {
                return Err(self.lost("the adapter did not finish a step it was given enough work for".into()));
            }
            left -= done;
            self.step += u64::from(done);
        }
        Ok(())
    }

    fn download(&mut self) -> Result<Flock, Error> {
        if self.plan.params.agent_count == 0 {
            return Ok(Flock { step: self.step, ..Flock::default() });
        }
        let places: Vec<Place> = self.read_rows(&self.buffers.places).map_err(|reason| self.lost(reason))?;
        let motions: Vec<Motion> = self.read_rows(&self.buffers.motions).map_err(|reason| self.lost(reason))?;
        Ok(Flock::from_rows(self.step, &places, &motions))
    }

    fn steps_done(&self) -> u64 {
        self.step
    }

    fn bytes(&self) -> Option<u64> {
        Some(self.buffers.bytes)
    }

    fn time_passes(&mut self) -> bool {
        self.timing = Timing::new(&self.gpu);
        self.timing.is_some()
    }

    fn pass_times(&self) -> BTreeMap<&'static str, Duration> {
        self.timing.as_ref().map(|timing| timing.spent()).unwrap_or_default()
    }
}

/// The dynamic offset of a tick.
fn tick(index: u32) -> u32 {
    index * TICK_STRIDE as u32
}

/// Workgroups in two dimensions, none above the limit.
fn folded(workgroups: u32) -> [u32; 2] {
    if workgroups <= WORKGROUPS_MAX {
        return [workgroups, 1];
    }
    let rows = workgroups.div_ceil(WORKGROUPS_MAX);
    [workgroups.div_ceil(rows), rows]
}
