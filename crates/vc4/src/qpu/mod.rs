//! One QPU: what an instruction does to sixteen elements, accumulators, register files and flags.
//!
//! `code` is the decoded program, made of `micro` operations; `state` is what changes, `run` the loop, and the other
//! modules the parts of an instruction: operands from peripherals, arithmetic, results to peripherals, branches and
//! threads. What QPUs share is in [`crate::machine`].

mod arithmetic;
mod before;
mod branch;
mod code;
mod limits;
pub(crate) mod micro;
mod needs;
mod peripherals;
mod prepare;
mod request;
mod run;
mod signal;
pub(crate) mod state;
mod step;
mod straight;
mod write;

pub use code::Code;
pub(crate) use run::Pause;
pub(crate) use state::Qpu;
