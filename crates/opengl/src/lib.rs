//! The OpenGL driver of the machine, so that its pictures and verdicts can be compared with ours: the assembly
//! itself is handed to it, or shaders that programs were translated to.
//!
//! The driver is loaded at run time. This is one of the few crates that reach outside: it opens a system
//! library, and whatever that opens. Everything unsafe is in `gl`; what it draws is said in safe code.

mod device;
mod draw;
mod gl;
mod matrix;
mod measure;
mod names;
mod painter;
mod places;
mod program;
mod room;
mod scene;
mod state;
mod target;
mod texture;

use quadrille_base::rule;

pub use device::OpenGl;
pub use gl::{Answer, Gl, OpenError};
pub use measure::Operands;
pub use scene::run_scene;
pub use target::{ProgramTarget, TARGETS};

rule!(
    DRIVER_REFUSES,
    "driver-refuses",
    Error,
    "the driver refuses a program or a command of a scene",
    ["docs/compare.md"],
    "lib.rs"
);
