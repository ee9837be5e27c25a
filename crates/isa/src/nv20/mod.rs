//! The tables of the GeForce 3 vertex processor (NV20, and the NV2A of the Xbox): fields of its 128-bit
//! words, operations of its two units, names of its registers.
//!
//! Not here: what a whole word means ([decoding is the machine's](self)) and what an operation computes
//! (the NV20 numbers of `quadrille-numerics`).
//!
//! Sources: NV_vertex_program and NV_vertex_program1_1 for names and operations; the public hardware notes
//! of envytools (`docs/hw/graph/xf`) and xboxdevwiki for the encoding.

pub mod field;
pub mod limit;
pub mod operation;
pub mod register;

pub use field::{FIELDS, Field};
pub use operation::{IluOp, MacOp, Shape};
pub use register::{Input, Output};
