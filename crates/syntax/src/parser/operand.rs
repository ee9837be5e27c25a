//! Operands: signs, bars, and the value between them.

use quadrille_base::Span;

use super::Parser;
use crate::lexer::TokenKind;
use crate::tree::{
    Absolute, NodeRange, Number, NumberForm, Operand, OperandIndex, Part, Sign, SyntaxErrorKind, Value, Word,
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
            self.tree.operands[index as usize].attached = Some(attached);
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

    /// The operand that begins with the current token, which is a word and surely no opcode.
    pub(super) fn path_operand(&mut self) -> OperandIndex {
        let start = self.current.span.start;
        let value = self.path();
        let nothing = self.tree.parts.len() as u32;
        self.push_operand(Operand {
            span: Span::new(start, self.previous.span.end),
            sign: None,
            absolute: None,
            value,
            suffix: nothing..nothing,
            attached: None,
        })
    }

    #[inline]
    pub(super) fn push_operand(&mut self, operand: Operand<'s>) -> OperandIndex {
        self.tree.operands.push(operand);
        self.tree.operands.len() as OperandIndex - 1
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

    pub(super) fn eat_sign(&mut self) -> Option<Sign> {
        let negative = match self.current.kind {
            TokenKind::Minus => true,
            TokenKind::Plus => false,
            _ => return None,
        };
        let span = self.bump().span;
        Some(Sign { negative, span })
    }

    /// `|…|`, with the suffixes before and after the closing bar.
    fn absolute(&mut self) -> (Option<Absolute>, Value<'s>, NodeRange) {
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

    /// The value of an operand.
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
        let number = self.bump().span;
        if self.is(TokenKind::Word) && self.is_adjacent() {
            let span = self.current.span;
            let letters = self.current_text();
            let (hint, fix) = if matches!(text, "1" | "2" | "3") && letters.starts_with('d') {
                let target = format!("{text}{letters}").to_ascii_uppercase();
                ("a target has capital letters", (number.to(span), target))
            } else if text.ends_with('.') {
                (
                    "a selector has a point of its own",
                    (Span::at(span.start), "0.".to_owned()),
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
    fn suffix(&mut self, value: &Value<'s>) -> NodeRange {
        match value {
            Value::Number(_) | Value::Braces(_) if !self.broken => self.selectors(),
            _ => self.tree.parts.len() as u32..self.tree.parts.len() as u32,
        }
    }

    fn selectors(&mut self) -> NodeRange {
        let first = self.tree.parts.len() as u32;
        while self.eat(TokenKind::Dot).is_some() {
            match self.selector() {
                Some(word) => self.tree.parts.push(Part::Word(word)),
                None => break,
            }
        }
        first..self.tree.parts.len() as u32
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
}
