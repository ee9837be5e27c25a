//! Instruction words.
//!
//! [`Word`] is the bits, [`Instruction`] what they mean. [`decode`] drops the bits that mean nothing in a
//! given word (a real program's unused operands hold anything); [`encode`] fills them as drivers do. Text
//! ([`mod@print`], [`assemble`]) keeps every bit, by naming those fields that differ from the driver's choice.

pub mod assemble;
mod bits;
mod decode;
mod encode;
pub mod explain;
pub mod form;
mod instruction;
pub mod listing;
mod malformed;
pub mod name;
mod named;
mod operand;
pub mod print;
pub mod rule;
mod statement;
pub mod text;
pub mod token;

pub use bits::Word;
pub use decode::{decode, decode_any, decode_any_program, decode_program};
pub use encode::{Conflict, encode};
pub use instruction::{
    Instruction, OutputTarget, OutputWrite, Register, SourceOperand, TemporaryWrite, Unit,
};
pub use malformed::{Malformed, Reason};
pub use name::Numbering;
