//! The slow, plainly right engine: it walks the checked program as the specification's pseudo-code does.
//!
//! Each instruction is executed for all lanes that are at it before the next one, so that lanes which exchange
//! values (derivatives, votes) see each other; where lanes diverge and reconverge, `schedule` says. An
//! [`Observer`] sees every step; the one that sees nothing is the default and costs nothing.

#[macro_use]
mod watch;
mod word;

mod arithmetic;
mod condition;
mod convert;
mod destination;
mod flow;
mod group;
mod kernel;
mod memory;
mod observer;
mod operand;
mod patch;
mod paused;
mod prepared;
mod run;
mod sanitizer;
mod schedule;
mod stage;
mod state;
mod texture;
mod undefined;

pub use kernel::{Reference, ReferenceKernel, ReferenceNv20};
pub use observer::{MemoryEvent, Observer, OutputEvent, Quiet, Step, Typed};
pub use paused::PausedRun;
pub use sanitizer::{
    DRAW_FINDINGS, FEEDBACK_LOOP, FINDINGS, MISSING_BARRIER, OVERLAPPING_BLIT, PARTED_BARRIER, Sanitizer,
    SanitizingKernel, SharedHazards,
};
