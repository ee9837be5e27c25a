//! A program to be translated, with its source text.

use quadrille_program::Program;

/// A program as it is translated: what it is, the text that it was read from, and the program of the
/// neighbouring stage if both are translated together.
#[derive(Clone, Copy, Debug)]
pub struct SourceProgram<'a> {
    /// The program.
    pub program: &'a Program,
    /// Its text, for comments; may be empty.
    pub text: &'a str,
    /// The fragment program of a vertex program, or the other way round.
    pub partner: Option<&'a Program>,
}
