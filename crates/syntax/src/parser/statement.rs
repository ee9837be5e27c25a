//! The program, its statements, labels and instructions.

use quadrille_base::Span;

use super::Parser;
use super::cursor::is_among;
use crate::lexer::{Lexis, TokenKind};
use crate::tree::{
    Instruction, NodeRange, OperandIndex, Part, Statement, StatementKind, SyntaxErrorKind, Value, Word,
};

impl<'s> Parser<'s, '_> {
    /// So many statements, those among them that give none in the tree, or up to the end of the program and with it.
    pub(super) fn statements(&mut self, most: usize) {
        let mut read = 0;
        while !self.finished && read < most && self.tree.statements.len() < most {
            read += 1;
            self.finished = self.is(TokenKind::End) || self.is_end() && self.following() != TokenKind::Colon;
            if self.finished {
                self.program_end();
            } else {
                self.statement();
            }
        }
        self.tree.errors.sort_by_key(|error| error.span.start);
    }

    /// `END` and what follows it, or its absence.
    fn program_end(&mut self) {
        let span = self.current.span;
        if !self.is(TokenKind::End) {
            self.tree.end = Some(span);
            self.after_end();
        } else if self.words.lexis == Lexis::Assembly {
            let message = "the program has no END";
            let fix = Some((span, "\nEND\n".to_owned()));
            self.record(SyntaxErrorKind::MissingEnd, span, span.start, message, "", fix);
        }
    }

    /// What stands before the header removed; comments go behind it.
    fn behind_header(&self, before: Span) -> (Span, String) {
        let comments = self.tree.text[before.range()]
            .trim_start_matches('\u{feff}')
            .trim();
        if comments.is_empty() {
            return (before, String::new());
        }
        let header = self.current.span;
        let text = format!("{}\n{comments}", &self.tree.text[header.range()]);
        (before.to(header), text)
    }

    /// The header, if there is one.
    pub(super) fn program_header(&mut self) {
        let start = self.current.span.start;
        if self.is(TokenKind::Header) {
            if start > 0 {
                let span = Span::new(0, start);
                let message = "something stands before the header, which must be the first bytes";
                self.tree.errors.clear();
                self.tree.unlisted = 0;
                let fix = Some(self.behind_header(span));
                self.record(
                    SyntaxErrorKind::BeforeHeader,
                    span,
                    0,
                    message,
                    "remove this",
                    fix,
                );
            }
            let token = self.bump();
            self.tree.header = Some(self.word(token));
        } else {
            let message = "the program does not begin with a header, such as !!ARBvp1.0";
            self.report(SyntaxErrorKind::NoHeader, Span::at(0), message);
        }
    }

    /// Text behind `END` is not read, but one message tells that it is there.
    fn after_end(&mut self) {
        if self.following() != TokenKind::End {
            let span = self.next.span;
            let another = self.tree.text[span.range()].starts_with("!!");
            let hint = if another {
                "another program begins here"
            } else {
                ""
            };
            let message = "only white space and comments may follow END";
            self.record(SyntaxErrorKind::AfterEnd, span, span.start, message, hint, None);
        }
    }

    /// One statement; takes at least one token.
    fn statement(&mut self) {
        let start = self.current.span;
        let kind = match self.current.kind {
            TokenKind::Word if self.following() == TokenKind::Colon => {
                let token = self.bump();
                self.bump();
                StatementKind::Label {
                    name: self.word(token),
                    number: None,
                }
            }
            TokenKind::Word if self.is_one_of(self.words.declarations) => self.declaration(),
            TokenKind::Word if self.is_one_of(self.words.modifiers) => self.declaration(),
            TokenKind::Word => self.instruction(),
            TokenKind::Semicolon => {
                let span = self.bump().span;
                let message = "this semicolon ends no statement";
                let fix = Some((span, String::new()));
                self.record(
                    SyntaxErrorKind::EmptyStatement,
                    span,
                    span.start,
                    message,
                    "",
                    fix,
                );
                StatementKind::Error
            }
            _ => {
                let message = "a statement begins with a word";
                self.fail(SyntaxErrorKind::Unexpected, message, "");
                StatementKind::Error
            }
        };
        if self.broken {
            self.bump_unless_statement_end();
            self.recover();
        }
        self.push_statement(Span::new(start.start, self.previous.span.end), kind);
    }

    /// Goes on in any case: recovery alone may stop where it stands.
    fn bump_unless_statement_end(&mut self) {
        if !self.is(TokenKind::Semicolon) && !self.opens_statement() {
            self.bump();
        }
    }

    /// Neighbouring errors become one node, so that a long run of nonsense stays small.
    fn push_statement(&mut self, span: Span, kind: StatementKind<'s>) {
        if kind == StatementKind::Error
            && let Some(last) = self.tree.statements.last_mut()
            && last.kind == StatementKind::Error
        {
            last.span = last.span.to(span);
            return;
        }
        self.tree.statements.push(Statement { span, kind });
    }

    /// A mnemonic, its modifiers, operands between commas, `;`. Turns out to be a label when a colon ends it,
    /// or a declaration with an unknown opening word when `=` follows its first operand.
    fn instruction(&mut self) -> StatementKind<'s> {
        let token = self.bump();
        let mnemonic = self.word(token);
        let branch = is_among(self.words.branches, mnemonic.text);
        let first_modifier = self.tree.words.len() as u32;
        while self.eat(TokenKind::Dot).is_some() {
            if let Some(modifier) = self.selector() {
                self.tree.words.push(modifier);
            }
        }
        let modifiers = first_modifier..self.tree.words.len() as u32;
        if self.is(TokenKind::Equals) {
            let message = "there is no assignment; an instruction names its opcode first, then its result";
            self.fail(SyntaxErrorKind::Unexpected, message, "MOV copies a value");
        }
        let mark = self.open_lists.len();
        let bare = match self.current.kind {
            TokenKind::Semicolon | TokenKind::Colon | TokenKind::End => true,
            // A line break alone does not end it: operands may stand on the next line.
            _ => self.opens_statement(),
        };
        if !bare && !self.broken {
            let first = self.instruction_operand(branch);
            self.open_lists.push(first);
            if self.is(TokenKind::Equals) && modifiers.is_empty() && !self.broken {
                self.open_lists.truncate(mark);
                return self.declaration_of(modifiers, mnemonic, first);
            }
            self.further_operands();
        }
        let operands = self.close_list(mark);
        if self.is(TokenKind::Colon)
            && !self.broken
            && modifiers.is_empty()
            && let Some(number) = self.label_number(&operands)
        {
            self.bump();
            return StatementKind::Label {
                name: mnemonic,
                number: Some(number),
            };
        }
        self.statement_end(false);
        if self.broken {
            return StatementKind::Error;
        }
        StatementKind::Instruction(Instruction {
            mnemonic,
            modifiers,
            operands,
        })
    }

    /// The operands after the first one, each after its comma.
    fn further_operands(&mut self) {
        while !self.broken {
            if self.eat(TokenKind::Comma).is_none() {
                if self.at_statement_end() || self.on_new_line() || !self.comma_is_missing() {
                    return;
                }
                let message = "a comma is missing between two operands";
                self.missing(SyntaxErrorKind::MissingComma, ",", message, "");
            }
            let operand = self.instruction_operand(false);
            self.open_lists.push(operand);
        }
    }

    /// Whether the current token continues the statement as an operand, so that only a comma can be missing
    /// before it.
    pub(super) fn comma_is_missing(&self) -> bool {
        match self.current.kind {
            // Two words in a row are how a statement begins.
            TokenKind::Word => self.following() != TokenKind::Word && !self.is_end(),
            TokenKind::OpenBrace | TokenKind::Minus | TokenKind::Bar => true,
            kind => kind.is_number(),
        }
    }

    /// Whether the statement ends before the current token, rightly or by a missing semicolon.
    pub(super) fn at_statement_end(&self) -> bool {
        match self.current.kind {
            TokenKind::Semicolon | TokenKind::End | TokenKind::Colon => true,
            TokenKind::Word => self.on_new_line() && self.previous.kind != TokenKind::Comma,
            _ => false,
        }
    }

    /// `SUBROUTINENUM(3)` after a name: the word and what stands in the parentheses.
    fn label_number(&self, operands: &NodeRange) -> Option<(Word<'s>, OperandIndex)> {
        if operands.len() != 1 {
            return None;
        }
        let operand = &self.tree.operands[self.tree.lists[operands.start as usize] as usize];
        let attached = &self.tree.operands[operand.attached? as usize];
        if operand.sign.is_some() || operand.absolute.is_some() || !attached.is_plain() {
            return None;
        }
        match (&operand.value, &attached.value) {
            (Value::Path(path), Value::Parenthesis(list)) if path.len() == 1 && list.len() == 1 => {
                match &self.tree.parts[path.start as usize] {
                    Part::Word(word) => Some((*word, self.tree.lists[list.start as usize])),
                    Part::Index { .. } | Part::Arguments { .. } => None,
                }
            }
            _ => None,
        }
    }

    /// The `;` that ends a statement; `optional` where the grammar lets it be absent.
    pub(super) fn statement_end(&mut self, optional: bool) {
        if self.broken || self.eat(TokenKind::Semicolon).is_some() {
            return;
        }
        match self.current.kind {
            TokenKind::Word | TokenKind::End => {
                if !optional {
                    let message = "a semicolon is missing at the end of this statement";
                    self.missing(SyntaxErrorKind::MissingSemicolon, ";", message, "");
                }
            }
            TokenKind::CloseBracket | TokenKind::CloseBrace | TokenKind::CloseParenthesis => {
                let message = "nothing is open that this could close";
                self.fail(SyntaxErrorKind::Unclosed, message, "");
            }
            TokenKind::Plus => {
                let message = "operands are not added here; only an index in brackets may be a sum";
                self.fail(SyntaxErrorKind::Unexpected, message, "");
            }
            TokenKind::Colon => {
                let message = "a colon stands only after a label, which is a single word";
                self.fail(SyntaxErrorKind::Unexpected, message, "");
            }
            _ => {
                let message = "a comma or a semicolon is expected here";
                self.fail(SyntaxErrorKind::Unexpected, message, "");
            }
        }
    }
}
