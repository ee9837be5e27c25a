//! Common parts of tests of many programs: programs made from the tables by the bytes of a fuzzer or of a seed, and
//! the invariants of each of them. Development only; nothing that is shipped depends on it.

pub mod choices;
pub mod engines;
pub mod form;
pub mod hostile;
pub mod program;
pub mod promise;
