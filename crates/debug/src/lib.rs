//! The debugger: runs of any machine, forwards and back.
//!
//! [`machine`] is what a machine lets be seen and done, [`gl`], [`gf3`], [`vc4`] and [`scene`] are those there are. [`timeline`]
//! goes along a run in both directions; [`session`] adds the thread that is looked at, breakpoints and watchpoints;
//! [`command`] is what a user says, [`interpreter`] what is answered. Terminals and editors are faces of the last two.
//! Nothing here opens a file or reads a clock.

pub mod breakpoint;
pub mod command;
pub mod dap;
pub mod difference;
pub mod expression;
pub mod gf3;
pub mod gl;
pub mod interpreter;
pub mod machine;
mod pages;
pub mod scene;
pub mod session;
mod target;
pub mod timeline;
pub mod value;
pub mod vc4;

pub use interpreter::Interpreter;
pub use machine::Machine;
pub use session::Session;
