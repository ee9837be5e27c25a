//! Memory that programs read and write: buffers, views of them, GPU addresses, and who raced whom.
//!
//! Every access goes through a [`View`] of a buffer or through an [`AddressSpace`]; both say what a component
//! outside reads, and which [`Fault`] it is. Nothing here knows an opcode or a number format: components are
//! bits, 1, 2, 4 or 8 bytes of them, little-endian. What one draw writes and another reads is [`Hazards`]'.

mod address;
mod barrier;
mod buffer;
mod fault;
mod hazard;
mod race;
mod shape;
mod view;

pub use address::{Access, AddressSpace, ResidencyError, Resident};
pub use barrier::Barriers;
pub use buffer::{Buffer, TooLarge};
pub use fault::{Fault, Outcome};
pub use hazard::Hazards;
pub use race::{AccessKind, AccessLog, Accessor, Conflict};
pub use shape::Shape;
pub use view::{Bounds, View};
