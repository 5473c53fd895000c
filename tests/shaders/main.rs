//! The shaders as texts: every pass compiles in two compilers, binds what its table says, and shares its structs with Rust.
//!
//! The shaders that only draw have their own tests; what the passes compute is tested by `golden` and by equality.

#![allow(clippy::unwrap_used)] // a test may give up

mod bindings;
#[path = "../common/mod.rs"]
mod common;
mod constants;
mod layouts;
mod parsed;
mod round_trip;
mod sources;
mod tint;
