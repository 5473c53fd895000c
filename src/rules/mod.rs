//! The rules: pure functions on plain vectors, each the twin of a function in `shaders/shared/`.
//!
//! A rule's arithmetic is written once here and once in the WGSL file of the same name, with the same names and the same
//! order of operations; that is why the engines agree to the last bit. No `mul_add`, no `normalize`, no trigonometry.

pub mod axis;
pub mod flocking;
pub mod grid;
pub mod limits;
pub mod motion;
pub mod neighbourhood;
pub mod opensteer;
pub mod random;
pub mod space;
pub mod span;
pub mod species;
pub mod vector;
