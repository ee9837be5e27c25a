//! The slow, plainly right engine: it walks the checked program as the specification's pseudo-code does.
//!
//! It takes every program whose instructions it has, and refuses the others. Each instruction is executed for all lanes before the next one, so that lanes
//! which exchange values (derivatives, votes) see each other. An [`Observer`] sees every step; the one that
//! sees nothing is the default and costs nothing.

mod arithmetic;
mod kernel;
mod observer;
mod operand;
mod refusal;
mod sanitizer;
mod state;

pub use kernel::{Reference, ReferenceKernel};
pub use observer::{Observer, Quiet, Step};
pub use sanitizer::{FINDINGS, Sanitizer};
