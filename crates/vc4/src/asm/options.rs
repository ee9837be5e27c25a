//! How a text is assembled.

use super::dialect::Dialect;
use super::limits::Limits;

/// How to assemble.
#[derive(Clone, Copy, Default, Debug)]
pub struct Options {
    /// What a text may ask for.
    pub limits: Limits,
    /// Whose choices to make where the published assemblers differ.
    pub dialect: Dialect,
    /// The address of the first word, which absolute labels count from.
    pub origin: u32,
}
