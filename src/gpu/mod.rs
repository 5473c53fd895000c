//! The `gpu` engine: the passes as WGSL compute shaders. The only compute code that names wgpu.

pub mod adapter;
pub mod buffers;
pub mod engine;
pub mod layout;
pub mod options;
pub mod pace;
pub mod pipelines;
pub mod readback;
pub mod schedule;
pub mod shader;
pub mod timing;

pub use adapter::{AdapterChoice, AdapterKind, AdapterReport, Gpu};
pub use engine::GpuEngine;
pub use options::{GpuOptions, Mutation};
