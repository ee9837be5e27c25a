//! The tables of the VideoCore IV QPU: fields, operations, signals and registers of its 64-bit words.
//!
//! [`decode()`] turns a word into a typed [`Instruction`], [`encode()`] turns it back; for every word that
//! decodes at all the two are inverse, bit for bit, because no bit is dropped. What is *not* here: text
//! syntax, rules about sequences of instructions, and what an instruction computes.
//!
//! Source of the encodings: VideoCore IV 3D Architecture Reference Guide, section 3, with the corrections
//! of the published addendum of vc4asm (see `docs/qpu-assembler.md`).

#[macro_use]
mod table;

pub mod address;
pub mod condition;
pub mod decode;
pub mod encode;
pub mod field;
pub mod form;
pub mod instruction;
pub mod operation;
pub mod pack;
pub mod signal;
pub mod small_immediate;

pub use address::{Address, Read, RegisterFile, Sfu, TmuCoordinate, Write};
pub use condition::{BranchCondition, Condition};
pub use decode::{Reserved, decode};
pub use encode::encode;
pub use field::Field;
pub use form::Form;
pub use instruction::{
    Alu, Branch, Instruction, LoadImmediate, OperandB, Results, Semaphore, SemaphoreAction,
};
pub use operation::{AddOp, MulOp, Mux};
pub use pack::{FilePack, ImmediateKind, MulPack, Pack, Unpack};
pub use signal::Signal;
pub use small_immediate::{Rotation, SmallImmediate};
