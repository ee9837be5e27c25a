//! Options of the assembler.

use super::dialect::Dialect;
use super::limits::Limits;
use super::syntax::Syntax;

/// Options of the assembler.
#[derive(Clone, Copy, Default, Debug)]
pub struct Options {
    /// The limits on a text.
    pub limits: Limits,
    /// Whose choices to make where the published assemblers differ.
    pub dialect: Dialect,
    /// The syntax; found by what a text has if there is none.
    pub syntax: Option<Syntax>,
    /// The address of the first word, which absolute labels count from.
    pub origin: u32,
}
