//! The batched engine: an operation of the scalar form is a loop over a plane of lanes.
//!
//! A component of a batch is a plane, an array of constant length ([`plane::LANES`]); a program is a list of
//! steps, each a function over whole planes ([`kernel`]), chosen once when the program is prepared. What a step costs
//! beside its arithmetic is paid once for all lanes of a plane. The same source is compiled for each instruction set
//! ([`Level`]), and every one gives the same bits.

#![allow(
    clippy::needless_range_loop,
    reason = "a loop over the lanes of several planes is one flat loop over their number"
)]

mod code;
mod compile;
pub mod engine;
pub mod kernel;
mod limit;
pub mod plane;
mod run;

pub use engine::Wide;
pub use quadrille_numerics::level::{Level, LevelError};
