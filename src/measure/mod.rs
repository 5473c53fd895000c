//! measure

pub mod census;

pub use census::{Census, census};
