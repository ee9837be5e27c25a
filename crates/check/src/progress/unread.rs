//! What stands in the program and could not be read, which is reported: it is not missing as well.

use quadrille_isa::gl::statement::Statement;

/// Statements that could not be read.
#[derive(Default, Debug)]
pub(crate) struct Unread {
    /// Declarations of the stage whose word is misspelled.
    pub(crate) declarations: Vec<Statement>,
    /// Whether END is misspelled.
    pub(crate) end: bool,
    /// Whether a statement before all names and instructions could not be read, which may be a declaration of the
    /// stage.
    pub(crate) head: bool,
}
