//! Numeric environments: each is a type that implements [`Float`](crate::lane::Float), so that the rules of a
//! language's arithmetic are chosen by a type parameter and never asked for again.
//!
//! | type | format | rules |
//! |---|---|---|
//! | [`Ieee`] | binary32 | IEEE 754, round to nearest even, denormals |
//! | [`Vp1`] | binary32 | NV_vertex_program 2.14.1.11: round to zero, ±0·x = +0, no denormals |
//! | [`Flushing`] | binary32 | NV_fragment_program: IEEE 754 without denormals |
//! | [`Half`] | binary16 | IEEE 754 with denormals |
//! | [`Fixed`] | 12 bits, 10 of them fraction | NV_fragment_program: clamps, NaN is 0 |
//! | [`Double`] | binary64 | IEEE 754 |
//!
//! `+ - * /` are correctly rounded in every type. [`Ieee`] and [`Flushing`] compute in binary32 alone, their functions
//! by [`binary32`](crate::binary32), so that lanes side by side cost what their operations cost. Whatever another
//! type does not do itself it does in binary64 and rounds once: for formats of at most 24 significant bits that is
//! the correctly rounded result of `+ - * /` and square root.

mod double;
mod fixed;
mod flushing;
mod half;
mod ieee;
mod scalar;
mod single;
mod vp1;

pub use double::Double;
pub use fixed::Fixed;
pub use flushing::Flushing;
pub use half::Half;
pub use ieee::Ieee;
pub use vp1::Vp1;
