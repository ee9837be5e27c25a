//! The GeForce 3 vertex processor (NV20), which the Xbox's NV2A has twice.
//!
//! - [`word`]: 128-bit instruction words as bits, typed instructions, text and files.
//! - [`function`]: what programs compute, one vertex at a time or many.
//! - [`lower`]: programs of the OpenGL languages to words.
//! - [`raise`]: words back to the OpenGL languages.
//! - [`schedule`]: the same bits in fewer cycles.
//! - [`target`]: where the GeForce 3 and the Xbox differ.
//! - [`time`]: when, cycle by cycle.
//! - [`engine`]: the function as an engine for the vertex stage of a scene.
//!
//! Bits and names come from the tables of `quadrille-isa`, arithmetic from `quadrille-numerics`. No other
//! engine is known here.

pub mod engine;
pub mod function;
pub mod lower;
mod picture;
pub mod raise;
pub mod schedule;
pub mod target;
pub mod time;
pub mod word;
