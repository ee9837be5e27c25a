//! Errors: how they are recorded, and how the parser goes on after one.

use quadrille_base::Span;

use super::{MAX_ERRORS, Parser};
use crate::lexer::TokenKind;
use crate::tree::{SyntaxError, SyntaxErrorKind};

impl Parser<'_, '_> {
    /// Records an error at `span`; the statement goes on.
    pub(super) fn report(&mut self, kind: SyntaxErrorKind, span: Span, message: &str) {
        self.record(kind, span, span.start, message, "", None);
    }

    /// Records an error; beyond the limit they are only counted.
    pub(super) fn record(
        &mut self,
        kind: SyntaxErrorKind,
        span: Span,
        position: u32,
        message: &str,
        hint: &str,
        fix: Option<(Span, String)>,
    ) {
        if self.tree.errors.len() == MAX_ERRORS {
            self.tree.unlisted += 1;
            return;
        }
        self.tree.errors.push(SyntaxError {
            kind,
            span,
            position,
            message: message.to_owned(),
            hint: hint.to_owned(),
            fix,
        });
    }

    /// Records an error at the current token, after which the rest of the statement is skipped.
    pub(super) fn fail(&mut self, kind: SyntaxErrorKind, message: &str, hint: &str) {
        self.fail_at(kind, self.current.span, message, hint);
    }

    /// Records an error at `span` that the current token gave away; the rest of the statement is skipped.
    pub(super) fn fail_at(&mut self, kind: SyntaxErrorKind, span: Span, message: &str, hint: &str) {
        // Strays just before were reported already, and are the likely reason.
        if !self.broken && !self.stray {
            self.record(kind, span, self.current.span.start, message, hint, None);
        }
        self.broken = true;
    }

    /// Records that `mark` is missing after the previous token; the statement goes on as if it were there.
    pub(super) fn missing(&mut self, kind: SyntaxErrorKind, mark: &str, message: &str, hint: &str) {
        if self.broken || self.stray {
            return;
        }
        let end = self.previous.span.end;
        let fix = Some((Span::at(end), mark.to_owned()));
        self.record(kind, Span::at(end), self.current.span.start, message, hint, fix);
    }

    /// Skips the rest of a broken statement: up to and with its `;`, or up to a line that surely begins
    /// another one.
    pub(super) fn recover(&mut self) {
        self.broken = false;
        self.depth = 0;
        loop {
            match self.current.kind {
                TokenKind::End => return,
                TokenKind::Semicolon => {
                    self.bump();
                    return;
                }
                TokenKind::Word if self.opens_statement() => return,
                _ => {
                    self.bump();
                }
            }
        }
    }

    /// Whether the current word surely begins a statement, whatever came before: `END`, or a line that
    /// begins as only a statement can.
    pub(super) fn opens_statement(&self) -> bool {
        self.is_end() || (self.on_new_line() && self.is(TokenKind::Word) && self.has_opcode_shape())
    }

    /// Whether the words from the current one on are those of a label, a declaration or an instruction: a
    /// word, perhaps with modifiers, and another word or a colon after it. Operands look so only where one
    /// is attached to another.
    fn has_opcode_shape(&self) -> bool {
        let later = self.scan.clone().filter(|token| !token.kind.is_blank());
        let mut later = std::iter::once(self.next).chain(later).take(8);
        while let Some(token) = later.next() {
            match token.kind {
                TokenKind::Colon => return true,
                TokenKind::Word => return !self.words.calls.contains(&&self.tree.text[token.span.range()]),
                TokenKind::Dot if later.next().is_some_and(|word| word.kind == TokenKind::Word) => {}
                _ => return false,
            }
        }
        false
    }
}
