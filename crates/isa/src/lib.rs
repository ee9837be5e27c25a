//! The tables: what each machine's instructions, operands and limits are, as data.
//!
//! A checker, a printer, an engine and a manual page all look things up here; none keeps a list of its own.

#![warn(clippy::wildcard_enum_match_arm)]

pub mod gl;
pub mod nv20;
pub mod qpu;
