//! The machine's drivers as engines, each in a process of its own: a driver that crashes, or that does not return,
//! costs one scene and no more.
//!
//! Who links this starts its own executable again with arguments under which it calls [`serve`]; a [`Launch`] says
//! how. [`process`] is the part that knows nothing of drivers: a child process that answers questions. What goes
//! between the two is in `message`. Files are asked of the parent, so that its rules about them hold.

mod assembler;
mod driver;
mod engine;
mod error;
mod message;
pub mod process;
mod serve;

pub use assembler::Assembler;
pub use driver::Driver;
pub use engine::{DRIVERS, DriverRow, Engine, UnknownEngine};
pub use error::DriverError;
pub use message::{ContentError, ServeError};
pub use process::{Death, Launch};
pub use serve::serve;
