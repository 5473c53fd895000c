//! Flockwork simulates and shows very large flocks, and gives the same numbers again every time.
//!
//! The data flow, which is also the order to read the source in:
//!
//! ```text
//! scenario (what is asked) -> spawn -> Flock (id order) -> Engine::steps -> Flock
//!     |                                                       ^                |
//!     +-> params (the numbers the step reads) ----------------+                v
//!                                              measure, record, render, compare
//! ```
//!
//! A [`Scenario`] is read from a TOML file or one of the built-in presets and checked once. [`spawn`](spawn::spawn) turns it
//! into a [`Flock`], and an [`Engine`] moves that flock by whole steps of fixed length. Three engines exist: `reference`
//! (all pairs, the meaning of every rule), `cpu` (a grid on all cores) and `gpu` (the same grid as WGSL compute passes).
//! `cpu` and `gpu` perform the same operations in the same order, so on adapters with plain IEEE arithmetic their bits
//! are equal.
//!
//! The library never prints and never exits: every failure is an [`Error`] that says what was wrong and what would work.

pub mod compare;
pub mod cpu;
pub mod engine;
pub mod error;
pub mod flock;
pub mod gpu;
pub mod measure;
pub mod number;
pub mod params;
pub mod passes;
pub mod record;
pub mod reference;
pub mod render;
pub mod rules;
pub mod scenario;
pub mod spawn;

pub use engine::Engine;
pub use error::Error;
pub use flock::{Flock, Motion, Place};
pub use scenario::Scenario;
