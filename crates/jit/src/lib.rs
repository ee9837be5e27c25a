//! Native code for straight-line functions of words: what is made of vector instructions of this machine, while it runs.
//!
//! A [`Function`] reads planes (a word in each lane), computes every lane by itself, and writes planes. It is made by
//! whoever knows what a program means, by operations ([`Unary`], [`Binary`]) or by running functions of
//! `numerics::binary32` over [`Recorded`] numbers; what it gives is what [`Function::evaluate`] says, to the bit, but for
//! which NaN an operation on numbers gives. Where this machine has an instruction set that code is made for
//! ([`Native`]), it computes all lanes of a run in registers.
//!
//! What is absent on purpose: flow, memory at computed addresses, longs. These belong to the engine around it.

#[cfg(not(all(feature = "native", target_arch = "x86_64")))]
mod absent;
#[cfg(all(feature = "native", target_arch = "x86_64"))]
mod allocate;
mod function;
#[cfg(all(feature = "native", target_arch = "x86_64"))]
mod hoist;
#[cfg(all(feature = "native", target_arch = "x86_64"))]
mod memory;
#[cfg(all(feature = "native", target_arch = "x86_64"))]
mod native;
mod operation;
mod planes;
mod record;
#[cfg(all(feature = "native", target_arch = "x86_64"))]
mod schedule;
#[cfg(all(feature = "native", target_arch = "x86_64"))]
mod step;
#[cfg(all(feature = "native", target_arch = "x86_64"))]
mod x86;

#[cfg(not(all(feature = "native", target_arch = "x86_64")))]
pub use absent::Native;
pub use function::{Function, Value};
#[cfg(all(feature = "native", target_arch = "x86_64"))]
pub use native::Native;
pub use operation::{Angle, Binary, Comparison, Unary};
pub use planes::{BLOCK, MOST_PLANES, Planes, Storage};
pub use record::Recorded;

/// Why there is no code.
#[derive(Debug, thiserror::Error)]
pub enum NativeError {
    /// There is none for the instruction set.
    #[error("no code is made for this instruction set")]
    Level,
    /// The function reads and writes too many planes.
    #[error("a function of too many planes")]
    Planes,
    /// The function computes too many values.
    #[error("a function of too many values")]
    Values,
    /// An instruction has no encoding: a mistake in this crate.
    #[error("an instruction without an encoding")]
    Encoding,
    /// The system gives no memory that can be executed.
    #[error("no memory for code")]
    Memory(#[from] std::io::Error),
}
