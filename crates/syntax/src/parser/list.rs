//! Lists in braces and parentheses, and the count of how deep they stand in each other.

use quadrille_base::Span;

use super::{MAX_NESTING, Parser};
use crate::lexer::TokenKind;
use crate::tree::{NodeRange, SyntaxErrorKind};

impl Parser<'_, '_> {
    /// Operands between commas in braces or parentheses; `None` when they lie too deep.
    pub(super) fn list_in(&mut self, close: TokenKind) -> Option<NodeRange> {
        let open = self.current.span;
        if !self.enter() {
            return None;
        }
        self.bump();
        let mark = self.open_lists.len();
        // Empty braces are a list of no subroutines; empty parentheses are nothing.
        if !(self.is(TokenKind::CloseBrace) && close == TokenKind::CloseBrace) {
            while !self.broken {
                let operand = self.operand();
                self.open_lists.push(operand);
                if self.eat(TokenKind::Comma).is_none() {
                    if self.broken || !self.comma_is_missing() {
                        break;
                    }
                    let message = "a comma is missing between two values";
                    self.missing(SyntaxErrorKind::MissingComma, ",", message, "");
                }
            }
        }
        self.close(open, close);
        Some(self.close_list(mark))
    }

    /// Moves the innermost open list to its place.
    pub(super) fn close_list(&mut self, mark: usize) -> NodeRange {
        let start = self.tree.lists.len() as u32;
        self.tree.lists.extend(self.open_lists.drain(mark..));
        start..self.tree.lists.len() as u32
    }

    /// Takes the closing partner of `open`.
    pub(super) fn close(&mut self, open: Span, kind: TokenKind) {
        self.depth = self.depth.saturating_sub(1);
        if self.broken || self.eat(kind).is_some() {
            return;
        }
        if self.comma_is_missing() || !self.is_separator() {
            let message = match kind {
                TokenKind::CloseBracket => "a closing bracket is expected here",
                TokenKind::CloseBrace => "a comma or the closing brace is expected here",
                _ => "a comma or the closing parenthesis is expected here",
            };
            return self.fail(SyntaxErrorKind::Unexpected, message, "");
        }
        let message = match kind {
            TokenKind::CloseBracket => "the bracket has no partner that closes it",
            TokenKind::CloseBrace => "the brace has no partner that closes it",
            _ => "the parenthesis has no partner that closes it",
        };
        self.fail_at(SyntaxErrorKind::Unclosed, open, message, "opened here");
    }

    /// Whether the current token ends more than an operand, so that what is open is never closed.
    fn is_separator(&self) -> bool {
        match self.current.kind {
            TokenKind::End | TokenKind::Semicolon | TokenKind::Comma => true,
            TokenKind::CloseBracket | TokenKind::CloseBrace | TokenKind::CloseParenthesis => true,
            _ => self.opens_statement(),
        }
    }

    /// Counts one level deeper before an opening token. Too deep, everything up to its closing partner is
    /// skipped instead.
    pub(super) fn enter(&mut self) -> bool {
        if self.depth < MAX_NESTING {
            self.depth += 1;
            return true;
        }
        if !self.nesting_reported {
            self.nesting_reported = true;
            let message = "brackets stand too deep in each other";
            self.report(SyntaxErrorKind::Nesting, self.current.span, message);
        }
        let mut open = 0_u64;
        loop {
            match self.current.kind {
                TokenKind::OpenBrace | TokenKind::OpenBracket | TokenKind::OpenParenthesis => open += 1,
                TokenKind::CloseBrace | TokenKind::CloseBracket | TokenKind::CloseParenthesis => open -= 1,
                TokenKind::Semicolon | TokenKind::End => {
                    self.broken = true;
                    return false;
                }
                _ => {}
            }
            self.bump();
            if open == 0 {
                return false;
            }
        }
    }
}
