//! `libquadrille`: the C interface. The header `include/quadrille.h` is written from these files by
//! `cargo xtask gen`, so that their comments are what a C programmer reads.
//!
//! Each function is thin: it reads its arguments at the [`ffi`], calls the facade, and keeps the answer in an
//! object that C holds by a pointer. Objects never change once they are given out but for options and inputs,
//! which have no locks: whoever sets one is alone with it. There is no global state.
//!
//! Nothing here checks, translates or runs: that is the crate `quadrille`.
#![allow(
    clippy::missing_safety_doc,
    reason = "the first lines of the header state the one contract of all functions"
)]

pub mod check_options;
pub mod diagnostic;
pub mod evaluation;
mod ffi;
pub mod fixed;
pub mod fixed_function;
pub mod gf3;
pub mod inputs;
mod numbered;
pub mod on_driver;
pub mod program;
pub mod qpu;
pub mod reflection;
pub mod report;
pub mod split;
pub mod stage;
pub mod status;
mod texts;
pub mod translate_arb;
pub mod translate_options;
pub mod translation;
pub mod version;

#[cfg(test)]
mod tests;
