//! OpenGL, loaded at run time: EGL with a pixel buffer, or OSMesa where there is no EGL.
//!
//! The only module of the crate that is unsafe. Its methods are safe: those that take memory take slices of the
//! length that GL reads or writes, all others take numbers. What the calls draw is said elsewhere.
#![allow(unsafe_code, reason = "calls of a C library")]
#![allow(clippy::too_many_arguments, reason = "the signatures are those of GL")]

mod arrays;
mod context;
mod error;
mod framebuffer;
mod functions;
mod image;
mod image_format;
mod layout;
mod parameters;
mod program;
mod shader;
mod stored;

pub(crate) use self::arrays::{Components, VertexArray};
pub use self::error::{GlError, OpenError};
pub use self::functions::Gl;
pub(crate) use self::image::Texels;
pub(crate) use self::layout::Layout;
pub use self::program::Answer;
pub(crate) use self::stored::{StoredArray, StoredVertices};
