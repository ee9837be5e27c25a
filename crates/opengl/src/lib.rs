//! The OpenGL driver of the machine, so that its pictures and verdicts can be compared with ours: the assembly
//! itself is handed to it, or shaders that programs were translated to.
//!
//! The driver is loaded at run time. This is one of the few crates that reach outside: it opens a system
//! library, and whatever that opens. Everything unsafe is in `gl`; what it draws is said in safe code.

mod command;
mod device;
mod draw;
mod enumerant;
mod error;
mod gl;
mod matrix;
mod measure;
mod painter;
mod places;
mod program;
mod room;
mod scene;
mod shaders;
mod state;
mod state_value;
mod target;
mod texparameter;
mod texture;
mod workload;

#[cfg(test)]
mod tests;

pub use device::OpenGl;
pub use error::{MeasureError, WorkloadError};
pub use gl::{Answer, Gl, GlError, OpenError};
pub use measure::Operands;
pub use program::DRIVER_REFUSES;
pub use scene::{run_compatible, run_scene};
pub use target::{ProgramTarget, TARGETS};
pub use workload::{StoredWorkload, Workload, WorkloadTexture};
