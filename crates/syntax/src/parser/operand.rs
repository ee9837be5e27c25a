//! Operands: signs, bars, paths, numbers, braces, parentheses, indices.

use quadrille_base::Span;

use super::{MAX_NESTING, Parser};
use crate::lexer::TokenKind;
use crate::tree::{
    Absolute, Number, NumberForm, Operand, OperandIndex, Part, Run, Sign, SyntaxErrorKind, Value, Word,
};

impl<'s> Parser<'s, '_> {
    /// An operand of an instruction, with what is attached to it. `bare` lets a condition follow without
    /// parentheses.
    pub(super) fn instruction_operand(&mut self, bare: bool) -> OperandIndex {
        let index = self.operand();
        if self.broken {
            return index;
        }
        let attached = match self.current.kind {
            TokenKind::OpenParenthesis => true,
            TokenKind::Word if self.following() == TokenKind::OpenParenthesis => {
                bare || self.is_one_of(self.words.calls)
            }
            TokenKind::Word => bare && !self.at_statement_end(),
            _ => false,
        };
        if attached {
            let attached = self.operand();
            self.operands[index as usize].attached = Some(attached);
        }
        index
    }

    /// An operand without anything attached.
    pub(super) fn operand(&mut self) -> OperandIndex {
        let start = self.current.span;
        let sign = self.sign();
        let (absolute, value, suffix) = match self.current.kind {
            TokenKind::Bar => self.absolute(),
            _ => {
                let value = self.value();
                let suffix = self.suffix(&value);
                (None, value, suffix)
            }
        };
        let span = if self.previous.span.end > start.start {
            Span::new(start.start, self.previous.span.end)
        } else {
            Span::at(start.start)
        };
        self.push_operand(Operand {
            span,
            sign,
            absolute,
            value,
            suffix,
            attached: None,
        })
    }

    fn push_operand(&mut self, operand: Operand<'s>) -> OperandIndex {
        self.operands.push(operand);
        self.operands.len() as OperandIndex - 1
    }

    /// At most one sign; a second one is an error.
    fn sign(&mut self) -> Option<Sign> {
        let token = self.eat_sign()?;
        if matches!(self.current.kind, TokenKind::Plus | TokenKind::Minus) {
            let message = "an operand has one sign at most";
            self.fail(SyntaxErrorKind::Unexpected, message, "");
        }
        Some(token)
    }

    fn eat_sign(&mut self) -> Option<Sign> {
        let negative = match self.current.kind {
            TokenKind::Minus => true,
            TokenKind::Plus => false,
            _ => return None,
        };
        let span = self.bump().span;
        Some(Sign { negative, span })
    }

    /// `|…|`, with the suffixes before and after the closing bar.
    fn absolute(&mut self) -> (Option<Absolute>, Value<'s>, Run) {
        let open = self.bump().span;
        let sign = self.sign();
        let value = self.value();
        let mut suffix = self.suffix(&value);
        let mut span = open;
        if !self.broken {
            if let Some(close) = self.eat(TokenKind::Bar) {
                span = open.to(close.span);
                let position = self.current.span.start;
                let outer = self.selectors();
                if !outer.is_empty() {
                    let span = Span::new(position, self.previous.span.end);
                    let message = "a selector stands before the closing bar, not after it";
                    self.report(SyntaxErrorKind::SelectorAfterBar, span, message);
                }
                suffix = if suffix.is_empty() {
                    outer
                } else {
                    suffix.start..outer.end
                };
            } else {
                let message = "the bar has no partner that closes it";
                self.fail_at(SyntaxErrorKind::Unclosed, open, message, "opened here");
            }
        }
        (Some(Absolute { span, sign }), value, suffix)
    }

    /// What an operand holds.
    fn value(&mut self) -> Value<'s> {
        if self.broken {
            return Value::Missing;
        }
        match self.current.kind {
            TokenKind::Word if !self.opens_statement() => self.path(),
            TokenKind::Integer => self.number(NumberForm::Integer),
            TokenKind::Hexadecimal => self.number(NumberForm::Hexadecimal),
            TokenKind::Float => self.number(NumberForm::Float),
            TokenKind::OpenBrace => self
                .list_in(TokenKind::CloseBrace)
                .map_or(Value::Missing, Value::Braces),
            TokenKind::OpenParenthesis => {
                let list = self.list_in(TokenKind::CloseParenthesis);
                list.map_or(Value::Missing, Value::Parenthesis)
            }
            _ => {
                self.missing_operand();
                Value::Missing
            }
        }
    }

    fn missing_operand(&mut self) {
        let hint = match self.current.kind {
            TokenKind::Comma => "before this comma",
            TokenKind::Semicolon => "before this semicolon",
            TokenKind::End => "before the end of the text",
            TokenKind::Word => "before the next statement",
            TokenKind::CloseBrace | TokenKind::CloseBracket | TokenKind::CloseParenthesis => {
                "before this bracket"
            }
            _ => "in place of this",
        };
        self.fail(SyntaxErrorKind::MissingOperand, "an operand is missing", hint);
    }

    fn number(&mut self, form: NumberForm) -> Value<'s> {
        let text = self.current_text();
        self.bump();
        if self.is(TokenKind::Word) && self.is_adjacent() {
            let span = self.current.span;
            let (hint, fix) = if text.ends_with('.') {
                (
                    "a selector has a point of its own",
                    (Span::at(span.start), ".".to_owned()),
                )
            } else {
                ("a number has no type suffix", (span, String::new()))
            };
            let message = "letters follow a number directly";
            self.record(
                SyntaxErrorKind::Unexpected,
                span,
                span.start,
                message,
                hint,
                Some(fix),
            );
            self.bump();
        }
        Value::Number(Number { text, form })
    }

    /// The selectors after a value that is not a path.
    fn suffix(&mut self, value: &Value<'s>) -> Run {
        match value {
            Value::Number(_) | Value::Braces(_) if !self.broken => self.selectors(),
            _ => self.parts.len() as u32..self.parts.len() as u32,
        }
    }

    fn selectors(&mut self) -> Run {
        let first = self.parts.len() as u32;
        while self.eat(TokenKind::Dot).is_some() {
            match self.selector() {
                Some(word) => self.parts.push(Part::Word(word)),
                None => break,
            }
        }
        first..self.parts.len() as u32
    }

    /// The word after a point.
    pub(super) fn selector(&mut self) -> Option<Word<'s>> {
        if let Some(token) = self.eat(TokenKind::Word) {
            return Some(self.word(token));
        }
        self.fail(
            SyntaxErrorKind::Unexpected,
            "a word is expected after the point",
            "",
        );
        None
    }

    /// A word and the selectors, indices and arguments that follow it.
    fn path(&mut self) -> Value<'s> {
        let call = self.is_one_of(self.words.calls);
        let mark = self.open_parts.len();
        // The parts of one path lie together. Those of a path within brackets come to lie before them, so
        // from the first such index on they wait aside.
        let mut start = self.parts.len();
        let token = self.bump();
        let first = self.word(token);
        self.parts.push(Part::Word(first));
        let mut waiting = false;
        while !self.broken {
            let part = match self.current.kind {
                TokenKind::Dot => {
                    self.bump();
                    match self.selector() {
                        Some(word) => Part::Word(word),
                        None => break,
                    }
                }
                TokenKind::OpenBracket | TokenKind::OpenParenthesis => {
                    if self.is(TokenKind::OpenParenthesis) && !(call && self.previous == token) {
                        break;
                    }
                    if !waiting {
                        waiting = true;
                        self.open_parts.extend(self.parts.drain(start..));
                    }
                    match self.is(TokenKind::OpenBracket) {
                        true => self.index(),
                        false => match self.arguments() {
                            Some(arguments) => arguments,
                            None => break,
                        },
                    }
                }
                _ => break,
            };
            let parts = if waiting {
                &mut self.open_parts
            } else {
                &mut self.parts
            };
            parts.push(part);
        }
        if waiting {
            start = self.parts.len();
            self.parts.extend(self.open_parts.drain(mark..));
        }
        Value::Path(start as u32..self.parts.len() as u32)
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

    /// What stands in brackets: an operand, or a sum of two.
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
        let span = self.operands[left as usize]
            .span
            .to(self.operands[right as usize].span);
        let nothing = self.parts.len() as u32;
        self.push_operand(Operand {
            span,
            sign: None,
            absolute: None,
            value: Value::Sum(left, sign, right),
            suffix: nothing..nothing,
            attached: None,
        })
    }

    /// Operands between commas in braces or parentheses; `None` when they lie too deep.
    fn list_in(&mut self, close: TokenKind) -> Option<Run> {
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
    pub(super) fn close_list(&mut self, mark: usize) -> Run {
        let start = self.lists.len() as u32;
        self.lists.extend(self.open_lists.drain(mark..));
        start..self.lists.len() as u32
    }

    /// Takes the closing partner of `open`.
    fn close(&mut self, open: Span, kind: TokenKind) {
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
    fn enter(&mut self) -> bool {
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
