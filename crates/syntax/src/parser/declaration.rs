//! Declarations: modifiers, an opening word, and what is declared.

use super::Parser;
use crate::lexer::TokenKind;
use crate::tree::{Declaration, Declarator, NodeRange, OperandIndex, StatementKind, SyntaxErrorKind, Word};

impl<'s> Parser<'s, '_> {
    /// A declaration that begins with a modifier or an opening word.
    pub(super) fn declaration(&mut self) -> StatementKind<'s> {
        let first = self.tree.words.len() as u32;
        while self.is_one_of(self.words.modifiers) {
            let token = self.bump();
            let word = self.word(token);
            self.tree.words.push(word);
        }
        let modifiers = first..self.tree.words.len() as u32;
        // A word that opens no declaration is taken for one that is misspelled.
        if !self.is(TokenKind::Word) || self.is_end() {
            let message = "a modifier is followed by a declaration";
            self.fail(SyntaxErrorKind::Unexpected, message, "");
            return StatementKind::Error;
        }
        let token = self.bump();
        let keyword = self.word(token);
        let first = self.tree.declarators.len() as u32;
        self.declarators(keyword);
        StatementKind::Declaration(Declaration {
            modifiers,
            keyword,
            items: first..self.tree.declarators.len() as u32,
        })
    }

    /// A declaration with an unknown opening word, of which the target is read already; `=` comes next.
    pub(super) fn declaration_of(
        &mut self,
        modifiers: NodeRange,
        keyword: Word<'s>,
        target: OperandIndex,
    ) -> StatementKind<'s> {
        let first = self.tree.declarators.len() as u32;
        self.declarator_value(keyword, None, target);
        while self.eat(TokenKind::Comma).is_some() && !self.broken {
            self.declarator(keyword);
        }
        self.statement_end(false);
        if self.broken {
            // What the word is, an opcode or a declaration, is not even known.
            return StatementKind::Error;
        }
        StatementKind::Declaration(Declaration {
            modifiers,
            keyword,
            items: first..self.tree.declarators.len() as u32,
        })
    }

    fn declarators(&mut self, keyword: Word<'s>) {
        let open_ended = self.words.unterminated.contains(&keyword.text);
        let nothing = open_ended && self.at_statement_end() && !self.is(TokenKind::Word);
        if nothing || self.words.bare.contains(&keyword.text) {
            self.statement_end(open_ended);
            return;
        }
        self.declarator(keyword);
        while !self.broken {
            if self.eat(TokenKind::Comma).is_none() {
                let another = match self.current.kind {
                    kind if open_ended => kind.is_number() || kind == TokenKind::Minus,
                    _ => !self.at_statement_end() && !self.on_new_line() && self.comma_is_missing(),
                };
                if !another {
                    break;
                }
                if !open_ended {
                    let message = "a comma is missing between two names";
                    self.missing(SyntaxErrorKind::MissingComma, ",", message, "");
                }
            }
            self.declarator(keyword);
        }
        self.statement_end(open_ended);
    }

    /// One declared thing, with a type before its name where the opening word wants one.
    fn declarator(&mut self, keyword: Word<'s>) {
        let mut type_name = None;
        if self.words.typed.contains(&keyword.text) && self.following() == TokenKind::Word {
            let token = self.bump();
            type_name = Some(self.word(token));
        }
        // Without a `;` to end it, `PRIMITIVE_OUT POINTS` and the next opcode look like an instruction.
        let argument = self.words.unterminated.contains(&keyword.text) && self.is(TokenKind::Word);
        let target = if argument && !self.is_one_of(self.words.declarations) && !self.is_end() {
            self.path_operand()
        } else {
            self.operand()
        };
        self.declarator_value(keyword, type_name, target);
    }

    /// `= value`, or a value without `=`, or nothing.
    fn declarator_value(&mut self, keyword: Word<'s>, type_name: Option<Word<'s>>, target: OperandIndex) {
        let start = type_name.map_or(self.tree.operands[target as usize].span, |word| word.span);
        let mut value = None;
        if !self.broken {
            if self.eat(TokenKind::Equals).is_some() {
                if self.is(TokenKind::Equals) {
                    let message = "one equals sign is enough";
                    self.fail(SyntaxErrorKind::Unexpected, message, "");
                }
                value = Some(self.operand());
            } else if self.value_follows() && !self.words.unterminated.contains(&keyword.text) {
                if !self.words.without_equals.contains(&keyword.text) {
                    let message = "an equals sign is missing between the name and its value";
                    self.missing(SyntaxErrorKind::MissingEquals, " =", message, "");
                }
                value = Some(self.operand());
            }
        }
        self.tree.declarators.push(Declarator {
            span: start.to(self.previous.span),
            type_name,
            target,
            value,
        });
    }

    /// Whether the current token begins what can only be a value: braces, or a word with a point after it.
    fn value_follows(&self) -> bool {
        match self.current.kind {
            TokenKind::OpenBrace => true,
            TokenKind::Word => self.following() == TokenKind::Dot && !self.opens_statement(),
            _ => false,
        }
    }
}
