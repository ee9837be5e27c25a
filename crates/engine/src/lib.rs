//! The interface of every engine: the traits and the values that go in and out. No engine is in here.
//!
//! Engines meet at batch level: a [`Kernel`] runs one prepared program over a [`Batch`] of lanes held as a
//! structure of arrays. The kernel is immutable and shared; the caller owns the scratch.

pub mod batch;
pub mod environment;
pub mod handle;
pub mod kernel;
pub mod memory;
pub mod trap;
pub mod unwritten;

pub use batch::{Batch, Emission, Mask, Planes};
pub use environment::{Environment, Textures};
pub use kernel::{Engine, Kernel, Refusal, Scratch, more_work, work_of};
pub use memory::Memory;
pub use trap::{AbnormalEnd, Finding, Trap, TrapKind};
