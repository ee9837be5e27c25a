//! The GeForce 3 vertex processor (NV20), which the Xbox's NV2A has twice.
//!
//! - [`word`]: 128-bit instruction words as bits, typed instructions, text and files.
//! - [`function`]: what programs compute, one vertex at a time or many.
//! - [`time`]: when, cycle by cycle.
//!
//! Bits and names come from the tables of `quadrille-isa`, arithmetic from `quadrille-numerics`. No GPU
//! language is parsed here and no engine is known.

pub mod function;
pub mod time;
pub mod word;
