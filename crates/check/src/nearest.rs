//! The opcode or statement that a misspelled word is nearest to.

use quadrille_base::suggest;
use quadrille_isa::gl::opcode::OPCODES;
use quadrille_isa::gl::statement::{STATEMENTS, Statement};
use quadrille_syntax::tree::Word;

use crate::language::Language;

/// The statement of the program's language whose opening word is nearest to a word, if no opcode is nearer.
pub(crate) fn nearest_statement(language: &Language, word: &Word<'_>) -> Option<Statement> {
    Statement::find(nearest_opening(language, word)?)
}

/// The nearest word that opens a statement in the program's language.
pub(crate) fn nearest_opening(language: &Language, word: &Word<'_>) -> Option<&'static str> {
    let opcodes = OPCODES
        .iter()
        .filter(|row| row.availability.check(&language.features).is_ok());
    let statements = STATEMENTS
        .iter()
        .filter(|row| row.availability.check(&language.features).is_ok());
    let words = opcodes
        .map(|row| row.mnemonic)
        .chain(statements.map(|row| row.word));
    suggest::nearest(word.text, words)
}
