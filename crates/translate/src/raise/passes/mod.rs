//! Passes over a finished shader.

pub(crate) mod assigned;
pub(crate) mod bits;
pub(crate) mod comments;
pub(crate) mod fixed_position;
pub(crate) mod long;
pub(crate) mod polyfill;
pub(crate) mod unused;
