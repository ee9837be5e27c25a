//! Options of the assembler.

use super::dialect::Dialect;
use super::limits::Limits;

/// Options of the assembler.
#[derive(Clone, Copy, Default, Debug)]
pub struct Options {
    /// The limits on a text.
    pub limits: Limits,
    /// Whose choices to make where the published assemblers differ.
    pub dialect: Dialect,
    /// The address of the first word, which absolute labels count from.
    pub origin: u32,
}
