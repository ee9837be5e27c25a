//! What tests of many programs share: programs made from the tables by the bytes of a fuzzer or of a seed, and what
//! holds for each of them. Development only; nothing that is shipped depends on it.

pub mod choices;
pub mod hostile;
pub mod program;
pub mod promise;
