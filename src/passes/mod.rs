//! The passes of a step on the CPU, each the twin of the compute pass of the same name in `shaders/`.
//!
//! `bounds -> grid -> count -> scan -> place -> steer -> integrate`: the flock is sorted into a grid, every agent looks
//! at the cells around it, and moves. A pass that works together on the GPU (a scan, a merge) is here its plain meaning.

pub mod bounds;
pub mod count;
pub mod grid;
pub mod groups;
pub mod integrate;
pub mod lanes;
pub mod place;
pub mod scan;
pub mod steer;
