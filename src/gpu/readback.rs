//! Bytes from the GPU back to the host.

use super::adapter::Gpu;
use bytemuck::Pod;

/// A buffer the host can map, as large as the largest readback.
#[derive(Debug)]
pub struct Readback {
    staging: wgpu::Buffer,
}

impl Readback {
    /// Room for this many bytes.
    pub fn new(gpu: &Gpu, label: &str, size: u64) -> Self {
        let staging = gpu.device.create_buffer(&wgpu::BufferDescriptor {
            label: Some(label),
            size,
            usage: wgpu::BufferUsages::MAP_READ | wgpu::BufferUsages::COPY_DST,
            mapped_at_creation: false,
        });
        Self { staging }
    }

    /// Records the copy of `size` bytes of a buffer, from byte `start`.
    pub fn copy(&self, encoder: &mut wgpu::CommandEncoder, from: &wgpu::Buffer, start: u64, size: u64) {
        encoder.copy_buffer_to_buffer(from, start, &self.staging, 0, size);
    }

    /// Submits nothing, waits for what was submitted, and reads rows of `T` from the start of the room.
    ///
    /// # Errors
    /// What the driver says when the device was lost or the room cannot be mapped.
    pub fn read<T: Pod>(&self, gpu: &Gpu, size: u64) -> Result<Vec<T>, String> {
        let (send, receive) = std::sync::mpsc::channel();
        self.staging.map_async(wgpu::MapMode::Read, 0..size, move |result| {
            // The receiver lives until the end of this function; if it is gone nobody wants the answer.
            let _ = send.send(result);
        });
        gpu.wait(None)?;
        receive.recv().map_err(|error| error.to_string())?.map_err(|error| error.to_string())?;
        let rows = {
            let view = self.staging.get_mapped_range(0..size).map_err(|error| error.to_string())?;
            bytemuck::pod_collect_to_vec(&view)
        };
        self.staging.unmap();
        Ok(rows)
    }
}
