//! Statements whose opening word is misspelled, or that cannot be read: the mistake is told once, and what they
//! would have declared, opened or closed is neither unknown nor missing.

use quadrille_base::{Span, suggest};
use quadrille_isa::gl::LanguageSet;
use quadrille_isa::gl::opcode::OPCODES;
use quadrille_isa::gl::statement::{STATEMENTS, Statement};
use quadrille_syntax::tree::{Instruction, OperandIndex, Part, Value, Word};

use crate::checker::Checker;
use crate::mnemonic;
use crate::rules;
use crate::scope::Entity;

impl<'t, 's> Checker<'t, 's> {
    /// Takes an instruction whose opcode is none for what it was meant to be, if that is no instruction: the
    /// declaration whose word is nearest, END, or a label. Whether it is one.
    pub(crate) fn misspelled_statement(&mut self, instruction: &Instruction<'s>, span: Span) -> bool {
        let word = instruction.mnemonic;
        let known = mnemonic::readings(word.text).next().is_some();
        // To look for what is near takes time, and past the limit nothing is told.
        if known || self.is_full() || !self.words(&instruction.modifiers).is_empty() {
            return false;
        }
        let operands = self.list(&instruction.operands);
        let last = self.text[span.end as usize..].trim().is_empty();
        let ended = self.text[span.range()].ends_with(';');
        if operands.is_empty() && last && (!ended || suggest::nearest(word.text, ["END"]).is_some()) {
            self.no_instruction(&word, "END");
            self.unread.end = true;
            return true;
        }
        let near = self.nearest_opening(&word);
        let Some(near) = near.map(|near| (near, Statement::find(near))) else {
            self.meant_names(&word, operands);
            return operands.is_empty() && !ended && self.label_without_colon(&word);
        };
        let (near, Some(statement)) = near else {
            self.meant_names(&word, operands);
            return false;
        };
        self.no_instruction(&word, near);
        let names: Vec<Word<'s>> = operands
            .iter()
            .filter_map(|index| self.leading_word(*index))
            .collect();
        if statement == Statement::Option {
            for name in names {
                self.bring(name.text);
            }
        } else if statement.row().unterminated {
            self.unread.declarations.push(statement);
        } else {
            for name in names {
                // A name that is declared already stays what it is.
                self.scope.declare(name.text, Entity::Broken, name.span).ok();
            }
        }
        true
    }

    /// What stands behind a word that is nothing may be what a declaration declares, if it is nothing but new names;
    /// a word alone may be that itself.
    fn meant_names(&mut self, word: &Word<'s>, operands: &[OperandIndex]) {
        if operands.is_empty() {
            self.scope.declare(word.text, Entity::Broken, word.span).ok();
        }
        let name = |index: &OperandIndex| match &self.operand(*index).value {
            Value::Path(parts) if self.is_bare(*index) => match self.parts(parts) {
                [Part::Word(name)] if self.scope.find(name.text).is_none() => Some(*name),
                _ => None,
            },
            _ => None,
        };
        let names: Option<Vec<Word<'s>>> = operands.iter().map(name).collect();
        for name in names.into_iter().flatten() {
            self.scope.declare(name.text, Entity::Broken, name.span).ok();
        }
    }

    fn no_instruction(&mut self, word: &Word<'s>, near: &str) {
        let message = "there is no such instruction or declaration";
        self.report(rules::unknown_opcode::at(word.span, message, Some(near)));
    }

    /// Takes a word that stands alone for a label, where the language has labels.
    fn label_without_colon(&mut self, word: &Word<'s>) -> bool {
        let labels = LanguageSet::GPU.or(LanguageSet::V20);
        let labels = labels.or(LanguageSet::AV2).or(LanguageSet::AF2);
        if !self.features.languages.meets(labels) {
            return false;
        }
        let diagnostic = rules::unknown_opcode::at(word.span, "there is no such instruction", None)
            .hint("a label has a colon behind it")
            .fix("make it a label", Span::at(word.span.end), ":");
        self.report(diagnostic);
        self.label(word, None);
        true
    }

    /// Follows the blocks that a statement which cannot be read was meant to open, divide, close or leave.
    pub(crate) fn follow_unread(&mut self, span: Span) {
        let text = &self.text[span.range()];
        let length = text
            .find(|c: char| !c.is_ascii_alphanumeric() && c != '_')
            .unwrap_or(text.len());
        self.follow_word(&text[..length], span);
    }

    /// The same for an opcode.
    pub(crate) fn follow_word(&mut self, word: &str, span: Span) {
        let mut readings = mnemonic::readings(word).map(|(row, _)| row);
        if let Some(row) = readings.find(|row| row.availability.check(&self.features).is_ok()) {
            self.follow(row.operation, row.mnemonic, span);
        }
    }

    /// The statement of the program's language whose opening word is nearest to a word, if no opcode is nearer.
    pub(crate) fn nearest_statement(&self, word: &Word<'s>) -> Option<Statement> {
        Statement::find(self.nearest_opening(word)?)
    }

    /// The nearest word that opens a statement in the program's language.
    fn nearest_opening(&self, word: &Word<'s>) -> Option<&'static str> {
        let opcodes = OPCODES
            .iter()
            .filter(|row| row.availability.check(&self.features).is_ok());
        let statements = STATEMENTS
            .iter()
            .filter(|row| row.availability.check(&self.features).is_ok());
        let words = opcodes
            .map(|row| row.mnemonic)
            .chain(statements.map(|row| row.word));
        suggest::nearest(word.text, words)
    }

    /// The word that an operand begins with.
    pub(crate) fn leading_word(&self, index: OperandIndex) -> Option<Word<'s>> {
        match &self.operand(index).value {
            Value::Path(parts) => match self.parts(parts) {
                [Part::Word(name), ..] => Some(*name),
                _ => None,
            },
            _ => None,
        }
    }
}
