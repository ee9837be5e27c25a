//! The languages whose registers have names of their own, !!VP1.0, !!VP1.1, !!VSP1.0 and !!FP1.0.
//!
//! Behind it there is no difference: `R3` is a temporary slot, `v[OPOS]` the binding of `vertex.position`,
//! `c[7]` a parameter slot bound to `program.env[7]`.

pub(crate) mod files;
pub(crate) mod fragment;
pub(crate) mod operand;
pub(crate) mod precision;
pub(crate) mod reads;
