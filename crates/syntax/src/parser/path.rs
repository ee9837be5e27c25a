//! Paths: a word with its selectors, indices and arguments, and what stands in an index.

use super::Parser;
use crate::lexer::TokenKind;
use crate::tree::{Operand, OperandIndex, Part, SyntaxErrorKind, Value};

impl<'s> Parser<'s, '_> {
    /// A word and the selectors, indices and arguments that follow it.
    ///
    /// The parts of one path lie together in the pool. Those of a path within brackets come to lie before
    /// them, so from the first bracket on they wait aside.
    pub(super) fn path(&mut self) -> Value<'s> {
        let mark = self.open_parts.len();
        let mut start = self.tree.parts.len();
        let mut waiting = false;
        let takes_arguments = self.is_one_of(self.words.calls);
        let token = self.bump();
        let first = self.word(token);
        self.tree.parts.push(Part::Word(first));
        while !self.broken {
            let bracket = match self.current.kind {
                TokenKind::Dot => false,
                TokenKind::OpenBracket => true,
                TokenKind::OpenParenthesis if takes_arguments && self.previous == token => true,
                _ => break,
            };
            if bracket && !waiting {
                waiting = true;
                self.open_parts.extend(self.tree.parts.drain(start..));
            }
            let Some(part) = self.part() else {
                break;
            };
            let parts = if waiting {
                &mut self.open_parts
            } else {
                &mut self.tree.parts
            };
            parts.push(part);
        }
        if waiting {
            start = self.tree.parts.len();
            self.tree.parts.extend(self.open_parts.drain(mark..));
        }
        Value::Path(start as u32..self.tree.parts.len() as u32)
    }

    /// A part of a path behind its first word; the current token begins it.
    fn part(&mut self) -> Option<Part<'s>> {
        match self.current.kind {
            TokenKind::OpenBracket => Some(self.index()),
            TokenKind::OpenParenthesis => self.arguments(),
            _ => {
                self.bump();
                self.selector().map(Part::Word)
            }
        }
    }

    /// `(…)` after a word that takes arguments.
    fn arguments(&mut self) -> Option<Part<'s>> {
        let open = self.current.span;
        let list = self.list_in(TokenKind::CloseParenthesis)?;
        let span = open.to(self.previous.span);
        Some(Part::Arguments { span, list })
    }

    /// `[…]`.
    fn index(&mut self) -> Part<'s> {
        let open = self.current.span;
        if !self.enter() {
            return Part::Index {
                span: open.to(self.previous.span),
                from: None,
                to: None,
            };
        }
        self.bump();
        let mut from = None;
        let mut to = None;
        if !self.is(TokenKind::CloseBracket) {
            from = Some(self.sum());
            if !self.broken && self.eat(TokenKind::DotDot).is_some() {
                to = Some(self.sum());
            }
        }
        self.close(open, TokenKind::CloseBracket);
        Part::Index {
            span: open.to(self.previous.span),
            from,
            to,
        }
    }

    /// The index in brackets: an operand, or a sum of two.
    fn sum(&mut self) -> OperandIndex {
        let left = self.operand();
        if self.broken {
            return left;
        }
        let Some(sign) = self.eat_sign() else {
            return left;
        };
        let right = self.operand();
        if matches!(self.current.kind, TokenKind::Plus | TokenKind::Minus) {
            let message = "an index is a sum of two at most";
            self.fail(SyntaxErrorKind::Unexpected, message, "");
        }
        let span = self.tree.operands[left as usize]
            .span
            .to(self.tree.operands[right as usize].span);
        let nothing = self.tree.parts.len() as u32;
        self.push_operand(Operand {
            span,
            sign: None,
            absolute: None,
            value: Value::Sum(left, sign, right),
            suffix: nothing..nothing,
            attached: None,
        })
    }
}
