//! The `Lane` traits: what the body of an operation may do with numbers.
//!
//! A body written against these traits is the meaning of an operation once for every kind of number and for
//! every engine: with a scalar type it is the reference, with a wide type it is a batched engine, with a
//! recorder it is what a compiler reads. Therefore there is no `if` on a value: comparisons give a
//! [`Bits::Mask`], and [`Bits::select`] takes the place of branches. No operation is defined here.

mod bits;
mod float;
mod int;
mod wide;

pub use bits::{Bits, Mask};
pub use float::Float;
pub use int::Int;
pub use wide::{Wide, WideMask};
