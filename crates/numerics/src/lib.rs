//! Every arithmetic primitive of the three machines, with its contract: rounding, special values, error.
//!
//! No host `sin`, `powf` or `mul_add` defines a meaning here: those differ between platforms, and the same
//! input must give the same bits everywhere. No meaning knows an instruction set; [`level`] is the one that loops over
//! many numbers are compiled for.

#![warn(clippy::wildcard_enum_match_arm)]

pub mod approximate;
pub mod binary32;
pub mod convert;
pub mod environment;
pub mod lane;
pub mod level;
pub mod nv20;
pub mod qpu;
