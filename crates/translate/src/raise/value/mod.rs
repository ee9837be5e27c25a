//! Values of instructions that compute, as expressions.

pub(crate) mod arithmetic;
pub(crate) mod convert;
pub(crate) mod integer;
pub(crate) mod pack;
pub(crate) mod vector;
pub(crate) mod vote;
