//! Approximations of functions that IEEE 754 does not fix, each with its stated error.
//!
//! They use additions, multiplications, divisions and bit moves only, so that every machine gives the same
//! bits. The meaning of an opcode is not here: opcodes choose among these.

pub mod log2;
