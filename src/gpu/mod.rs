//! The GPU: the only compute code that names wgpu.

pub mod adapter;

pub use adapter::{AdapterChoice, AdapterKind, AdapterReport, Gpu};
