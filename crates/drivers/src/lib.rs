//! The machine's drivers as engines, each in a process of its own: a driver that crashes, or that does not return,
//! costs one scene and no more.
//!
//! A program that links this starts its own executable again with arguments under which it calls [`serve`], given by a
//! [`Launch`]. [`process`] is the part that knows nothing of drivers: a child process that answers questions. The
//! messages between the two are in `message`. Files are asked of the parent, so that its rules about them hold.

mod assembler;
mod driver;
mod engine;
mod error;
mod message;
pub mod process;
mod serve;

pub use assembler::{Assembler, SystemVerdict};
pub use driver::Driver;
pub use engine::{DRIVERS, DriverRow, Engine, UnknownEngine};
pub use error::DriverError;
pub use message::{ContentError, ServeError, rule};
pub use process::{Death, Launch};
pub use quadrille_opengl::DRIVER_REFUSES;
pub use serve::serve;
