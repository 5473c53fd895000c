//! The buffers of a flock on the GPU, made once and checked against the adapter's limits before anything is allocated.

use super::adapter::Gpu;
use super::layout::Slot;
use super::options::GpuOptions;
use super::readback::Readback;
use super::schedule::{Schedule, Status};
use crate::error::Error;
use crate::flock::Place;
use crate::params::{CELLS_LIMIT, Grid, Plan, Table};
use crate::passes::bounds::NOBODY;
use crate::rules::flocking::Sums;
use std::cell::Cell;
use std::mem::size_of;
use wgpu::{BindingResource, BufferBinding, BufferUsages};

/// Dynamic offsets are multiples of this on every adapter.
pub const TICK_STRIDE: u64 = 256;

/// Bytes of one row of places, of motions or of forces.
const ROW: u64 = size_of::<Place>() as u64;

/// Bytes of one entry of an order.
const ENTRY: u64 = 8;

/// Bytes read back at a time, so that reading takes little memory: a multiple of a row.
pub const READBACK_BYTES: u64 = 1 << 24;

/// Cells of one block of the scan.
pub const SCAN_BLOCK: u32 = 4096;

/// Agents that a thread of `bounds` looks at.
pub const BOUNDS_RUN: u32 = 16;

/// The buffers of a flock.
#[derive(Debug)]
pub struct Buffers {
    params: wgpu::Buffer,
    grid: wgpu::Buffer,
    schedule: wgpu::Buffer,
    table: wgpu::Buffer,
    /// State: places, in memory order.
    pub places: wgpu::Buffer,
    /// State: motions, in memory order.
    pub motions: wgpu::Buffer,
    /// Sorted copy: places, in order of cell and id.
    pub sorted_places: wgpu::Buffer,
    /// Sorted copy: motions.
    pub sorted_motions: wgpu::Buffer,
    cells: wgpu::Buffer,
    slots: wgpu::Buffer,
    /// First row of each cell.
    pub starts: wgpu::Buffer,
    block_sums: wgpu::Buffer,
    /// Orders before `steer`, forces after it.
    scratch: wgpu::Buffer,
    bounds: wgpu::Buffer,
    /// Report of the steps.
    pub status: wgpu::Buffer,
    sums_kept: wgpu::Buffer,
    ticks: wgpu::Buffer,
    /// The report, on its way to the host.
    pub status_read: Readback,
    /// Rows of agents on their way to the host, a part at a time.
    pub rows_read: Readback,
    /// Cells there is room for.
    pub cell_count: u32,
    /// Bytes of all of them, but for what is only on its way to the host.
    pub bytes: u64,
    agents: u64,
}

impl Buffers {
    /// Buffers for the flock of this plan.
    ///
    /// # Errors
    /// [`Error::Limit`] when a buffer would be larger than the adapter binds, or memory runs out.
    pub fn new(gpu: &Gpu, plan: &Plan, options: &GpuOptions) -> Result<Self, Error> {
        let agents = u64::from(plan.params.agent_count.max(1));
        let cell_count = plan.params.cells_most();
        check_limits(gpu, plan.params.agent_count, cell_count)?;
        let memory = gpu.device.push_error_scope(wgpu::ErrorFilter::OutOfMemory);
        let made = Self::make(gpu, plan, options, agents, cell_count);
        if let Some(error) = pollster::block_on(memory.pop()) {
            return Err(Error::Limit(format!(
                "count {agents} needs about {} MB on the adapter, which has not that much left ({error}); use a smaller `--count`",
                (agents * 88 + u64::from(cell_count) * 4) / 1_000_000
            )));
        }
        Ok(made)
    }

    fn make(gpu: &Gpu, plan: &Plan, options: &GpuOptions, agents: u64, cell_count: u32) -> Self {
        let storage = BufferUsages::STORAGE | BufferUsages::COPY_DST | BufferUsages::COPY_SRC;
        let state = storage | BufferUsages::VERTEX;
        let uniform = BufferUsages::UNIFORM | BufferUsages::COPY_DST;
        let bytes = Cell::new(0);
        let new = |name: &str, size: u64, usage| {
            bytes.set(bytes.get() + size);
            let label = format!("flockwork.{name}");
            gpu.device.create_buffer(&wgpu::BufferDescriptor {
                label: Some(&label),
                size,
                usage,
                mapped_at_creation: false,
            })
        };
        let slice = u64::from(options.slice).min(agents);
        let buffers = Self {
            params: new("params", size_of_val(&plan.params) as u64, uniform),
            grid: new("grid", size_of::<Grid>() as u64, uniform | storage),
            schedule: new("schedule", size_of::<Schedule>() as u64, uniform),
            table: new("table", size_of::<Table>() as u64, storage),
            places: new("places", ROW * agents, state),
            motions: new("motions", ROW * agents, state),
            sorted_places: new("sorted_places", ROW * agents, state),
            sorted_motions: new("sorted_motions", ROW * agents, state),
            cells: new("cells", 4 * agents, storage),
            slots: new("slots", 4 * agents, storage),
            starts: new("starts", 4 * (u64::from(cell_count) + 1), storage),
            block_sums: new("block_sums", 4 * u64::from(cell_count.div_ceil(SCAN_BLOCK)), storage),
            scratch: new("scratch", scratch_size(agents), storage),
            bounds: new("bounds", size_of_val(&NOBODY) as u64, storage),
            status: new("status", size_of::<Status>() as u64, storage),
            sums_kept: new("sums_kept", size_of::<Sums>() as u64 * slice, storage),
            ticks: new("ticks", TICK_STRIDE * ticks_most(agents, options), uniform),
            status_read: Readback::new(gpu, "flockwork.status_read", size_of::<Status>() as u64),
            rows_read: Readback::new(gpu, "flockwork.rows_read", (ROW * agents).min(READBACK_BYTES)),
            cell_count,
            bytes: bytes.get(),
            agents,
        };
        buffers.fill(gpu, plan, options);
        buffers
    }

    fn fill(&self, gpu: &Gpu, plan: &Plan, options: &GpuOptions) {
        let write = |buffer, bytes: &[u8]| gpu.queue.write_buffer(buffer, 0, bytes);
        write(&self.params, bytemuck::bytes_of(&plan.params));
        write(&self.table, bytemuck::bytes_of(&plan.table));
        write(&self.bounds, bytemuck::cast_slice(&[NOBODY.lo, NOBODY.hi]));
        write(&self.status, bytemuck::bytes_of(&Status::default()));
        self.set_schedule(gpu, Schedule::sparse(options.chunk));
        let ticks = ticks_most(self.agents, options);
        let mut words = vec![0_u32; (ticks * TICK_STRIDE / 4) as usize];
        for (tick, words) in (0..).zip(words.chunks_mut(TICK_STRIDE as usize / 4)) {
            words[0] = tick;
        }
        write(&self.ticks, bytemuck::cast_slice(&words));
    }

    /// Tells the passes what is planned.
    pub fn set_schedule(&self, gpu: &Gpu, schedule: Schedule) {
        gpu.queue.write_buffer(&self.schedule, 0, bytemuck::bytes_of(&schedule));
    }

    /// The buffer of a slot. `swapped` exchanges the two orders.
    pub fn binding(&self, slot: Slot, swapped: bool) -> BindingResource<'_> {
        let whole = |buffer| BindingResource::Buffer(BufferBinding { buffer, offset: 0, size: None });
        match slot {
            Slot::Params => whole(&self.params),
            Slot::Grid => whole(&self.grid),
            Slot::Schedule => whole(&self.schedule),
            Slot::Table => whole(&self.table),
            Slot::Places => whole(&self.places),
            Slot::Motions => whole(&self.motions),
            Slot::SortedPlaces => whole(&self.sorted_places),
            Slot::SortedMotions => whole(&self.sorted_motions),
            Slot::Cells => whole(&self.cells),
            Slot::Slots => whole(&self.slots),
            Slot::Starts => whole(&self.starts),
            Slot::BlockSums => whole(&self.block_sums),
            Slot::Order => self.order(swapped),
            Slot::OrderNext => self.order(!swapped),
            Slot::Forces => part(&self.scratch, 0, ROW * self.agents),
            Slot::Bounds => whole(&self.bounds),
            Slot::Status => whole(&self.status),
            Slot::SumsKept => whole(&self.sums_kept),
            Slot::Slice | Slot::Round => part(&self.ticks, 0, 16),
        }
    }

    fn order(&self, second: bool) -> BindingResource<'_> {
        let offset = if second { order_size(self.agents) } else { 0 };
        part(&self.scratch, offset, ENTRY * self.agents)
    }
}

fn part(buffer: &wgpu::Buffer, offset: u64, size: u64) -> BindingResource<'_> {
    BindingResource::Buffer(BufferBinding { buffer, offset, size: std::num::NonZeroU64::new(size) })
}

/// Bytes of one order, a multiple of what offsets must be multiples of.
fn order_size(agents: u64) -> u64 {
    (ENTRY * agents).next_multiple_of(TICK_STRIDE)
}

fn scratch_size(agents: u64) -> u64 {
    (order_size(agents) + ENTRY * agents).max(ROW * agents)
}

/// Numbers from 0 that a tick may take: slices, rounds and merges.
fn ticks_most(agents: u64, options: &GpuOptions) -> u64 {
    let slices = agents.div_ceil(u64::from(options.slice));
    let rounds = agents.div_ceil(u64::from(options.chunk));
    slices.max(rounds).max(32)
}

/// Agents whose grid fits a buffer of this size.
fn largest_with_cells(most: u64) -> u64 {
    let cells = most / 4 - 1;
    if cells >= u64::from(CELLS_LIMIT) { u64::MAX } else { cells / 4 }
}

fn check_limits(gpu: &Gpu, agents: u32, cell_count: u32) -> Result<(), Error> {
    let report = &gpu.report;
    let most = report.max_storage_buffer_binding_size.min(report.max_buffer_size);
    let needs = (ROW * u64::from(agents)).max(4 * (u64::from(cell_count) + 1));
    if needs > most {
        let largest = (most / ROW).min(largest_with_cells(most));
        return Err(Error::Limit(format!(
            "count {agents} needs a buffer of {needs} bytes; adapter {} binds {most} bytes: at most {largest} agents. \
             Use a smaller `--count`, or `--engine cpu`",
            report.name
        )));
    }
    if scratch_size(u64::from(agents)) > report.max_buffer_size {
        return Err(Error::Limit(format!(
            "count {agents} needs a buffer of {} bytes; adapter {} makes buffers of {} bytes: at most {} agents",
            scratch_size(u64::from(agents)),
            report.name,
            report.max_buffer_size,
            report.max_buffer_size / ROW - 16
        )));
    }
    Ok(())
}
