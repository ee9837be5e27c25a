//! The tables of the GeForce 3 vertex processor (NV20, and the NV2A of the Xbox): fields of its 128-bit
//! words, operations of its two units, names of its registers.
//!
//! [`evaluate`] says which numbers of `quadrille-numerics` an operation computes, [`realise`] by which operations
//! the machine computes those of the OpenGL languages. Not here: what a whole word means
//! ([decoding is the machine's](self)).
//!
//! Sources: NV_vertex_program and NV_vertex_program1_1 for names and operations; the public hardware notes
//! of envytools (`docs/hw/graph/xf`) and xboxdevwiki for the encoding.

pub mod evaluate;
pub mod field;
pub mod limit;
pub mod operation;
#[allow(
    clippy::wildcard_enum_match_arm,
    reason = "an operation is matched by what sets it apart"
)]
pub mod realise;
pub mod register;

pub use evaluate::{ilu, mac};
pub use field::{FIELDS, Field};
pub use operation::{IluOp, MacOp, Shape};
pub use realise::{Realisation, realisation};
pub use register::{Input, Output};
