//! Values of instructions that compute, as expressions.

pub(crate) mod componentwise;
pub(crate) mod computed;
pub(crate) mod convert;
pub(crate) mod field;
mod finished;
pub(crate) mod float;
mod group;
pub(crate) mod integer;
pub(crate) mod pack;
pub(crate) mod scalar;
pub(crate) mod sum;
pub(crate) mod vector;
mod vote;
