//! How long each pass takes on the adapter, by its own clock: nothing of the host's submission is in these times.

use super::adapter::Gpu;
use super::readback::Readback;
use std::collections::BTreeMap;
use std::time::Duration;

/// Passes of one submission that are timed; those after them are not.
const PASSES_MAX: u32 = 2048;

/// Bytes of one timestamp.
const STAMP: u64 = 8;

/// Timestamps before and after each pass.
#[derive(Debug)]
pub struct Timing {
    stamps: wgpu::QuerySet,
    resolved: wgpu::Buffer,
    read: Readback,
    recorded: Vec<&'static str>,
    spent: BTreeMap<&'static str, Duration>,
    /// A submission had more passes than there are timestamps: what is known is then less than what was spent.
    overrun: bool,
}

impl Timing {
    /// A clock for this device; `None` when the adapter has none.
    pub fn new(gpu: &Gpu) -> Option<Self> {
        if !gpu.device.features().contains(wgpu::Features::TIMESTAMP_QUERY) {
            return None;
        }
        let size = STAMP * u64::from(2 * PASSES_MAX);
        Some(Self {
            stamps: gpu.device.create_query_set(&wgpu::QuerySetDescriptor {
                label: Some("flockwork.stamps"),
                ty: wgpu::QueryType::Timestamp,
                count: 2 * PASSES_MAX,
            }),
            resolved: gpu.device.create_buffer(&wgpu::BufferDescriptor {
                label: Some("flockwork.stamps_resolved"),
                size,
                usage: wgpu::BufferUsages::QUERY_RESOLVE | wgpu::BufferUsages::COPY_SRC,
                mapped_at_creation: false,
            }),
            read: Readback::new(gpu, "flockwork.stamps_read", size),
            recorded: Vec::new(),
            spent: BTreeMap::new(),
            overrun: false,
        })
    }

    /// Where the next pass, of this entry point, puts its timestamps.
    pub fn stamps_of(&mut self, entry: &'static str) -> Option<wgpu::ComputePassTimestampWrites<'_>> {
        let index = self.recorded.len() as u32;
        if index >= PASSES_MAX {
            self.overrun = true;
            return None;
        }
        self.recorded.push(entry);
        Some(wgpu::ComputePassTimestampWrites {
            query_set: &self.stamps,
            beginning_of_pass_write_index: Some(2 * index),
            end_of_pass_write_index: Some(2 * index + 1),
        })
    }

    /// Records that the timestamps so far go to the host.
    pub fn resolve(&self, encoder: &mut wgpu::CommandEncoder) {
        let count = 2 * self.recorded.len() as u32;
        if count > 0 {
            encoder.resolve_query_set(&self.stamps, 0..count, &self.resolved, 0);
            self.read.copy(encoder, &self.resolved, 0, STAMP * u64::from(count));
        }
    }

    /// Adds the times of the passes of a submission that has ended.
    ///
    /// # Errors
    /// As [`Readback::read`].
    pub fn collect(&mut self, gpu: &Gpu) -> Result<(), String> {
        if self.recorded.is_empty() {
            return Ok(());
        }
        let stamps: Vec<u64> = self.read.read(gpu, STAMP * 2 * self.recorded.len() as u64)?;
        let period = f64::from(gpu.queue.get_timestamp_period());
        for (entry, pair) in self.recorded.drain(..).zip(stamps.chunks_exact(2)) {
            let nanos = pair[1].saturating_sub(pair[0]) as f64 * period;
            *self.spent.entry(entry).or_default() += Duration::from_nanos(nanos as u64);
        }
        Ok(())
    }

    /// Time spent so far in each entry point; empty once a submission had more passes than are timed.
    pub fn spent(&self) -> BTreeMap<&'static str, Duration> {
        if self.overrun { BTreeMap::new() } else { self.spent.clone() }
    }
}
