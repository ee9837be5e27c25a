//! The statements that could not be read, which is reported: what they were meant for is not missing as well.

use quadrille_isa::gl::statement::Statement;

/// Statements that could not be read.
#[derive(Default, Debug)]
pub(crate) struct Unread {
    /// Whether the grammar is breached anywhere.
    pub(crate) malformed: bool,
    /// Declarations of the stage whose word is misspelled.
    pub(crate) declarations: Vec<Statement>,
    /// Whether END is misspelled.
    pub(crate) end: bool,
    /// Whether a statement before all names and instructions could not be read, which may be a declaration of the
    /// stage.
    pub(crate) head: bool,
    /// The end of the statement before, if that was too early, so that what follows may be the rest of it.
    pub(crate) severed: Option<u32>,
}
