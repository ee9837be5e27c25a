//! Functions and macros that a text defines, by the ranges of their bodies.

use std::ops::Range;

/// A function: one expression, or lines that end in one.
pub(super) struct Function {
    pub(super) parameters: Vec<Box<[u8]>>,
    /// The number of the text that the body stands in.
    pub(super) text: usize,
    /// The bytes of the body within its text.
    pub(super) range: Range<usize>,
    /// Whether the body is lines.
    pub(super) is_block: bool,
}

/// A macro: parameters and the lines to read.
pub(super) struct Macro {
    pub(super) parameters: Vec<Box<[u8]>>,
    /// The number of the text that the lines stand in.
    pub(super) text: usize,
    /// The bytes of the lines within their text.
    pub(super) range: Range<usize>,
}
