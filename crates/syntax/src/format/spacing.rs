//! Whether a space stands between two tokens of one statement.

use crate::lexer::TokenKind;
use crate::tree::Words;

/// The state of a statement's tokens so far that decides about the space before the next one.
pub(super) struct Spacing<'w> {
    words: &'w Words,
    previous: TokenKind,
    /// Whether the previous token is a sign of an operand, or a bar that opens: what follows stands close.
    prefix: bool,
    /// Whether the previous token is a word whose parenthesis stands close.
    call: bool,
    /// The number of open brackets; within them a sign may add.
    brackets: usize,
    /// The number of open braces; within them rows stay rows.
    braces: usize,
    /// Whether a bar waits for its partner.
    bar: bool,
}

impl<'w> Spacing<'w> {
    pub(super) fn new(words: &'w Words) -> Spacing<'w> {
        Spacing {
            words,
            previous: TokenKind::Semicolon,
            prefix: false,
            call: false,
            brackets: 0,
            braces: 0,
            bar: false,
        }
    }

    /// Forgets what came before a statement.
    pub(super) fn begin(&mut self) {
        *self = Spacing::new(self.words);
    }

    /// Whether a line end before a token of this kind is kept.
    pub(super) fn keeps_rows(&self, kind: TokenKind) -> bool {
        let edge = matches!(self.previous, TokenKind::Comma | TokenKind::OpenBrace);
        self.braces > 0 && (edge || kind == TokenKind::CloseBrace)
    }

    /// Whether a space stands before a token of this kind; `separated` says whether one did.
    pub(super) fn before(&self, kind: TokenKind, separated: bool) -> bool {
        use TokenKind::*;
        if self.prefix {
            return false;
        }
        match (self.previous, kind) {
            // Closed up, these would be another number: `5 .x`, `0. ..3`.
            (previous, Dot | DotDot) if previous.is_number() => separated,
            (Dot | DotDot | OpenBracket | OpenParenthesis, _) => false,
            (OpenBrace, CloseBrace) => false,
            (_, Comma | Semicolon | Colon | Dot | DotDot) => false,
            (_, OpenBracket | CloseBracket | CloseParenthesis) => false,
            (_, OpenParenthesis) => !self.call,
            (_, Bar) => !self.bar,
            // A number and letters that follow it directly are two tokens only while they stand so.
            (previous, Word) if previous.is_number() => separated,
            _ => true,
        }
    }

    /// Takes note of a token.
    pub(super) fn after(&mut self, kind: TokenKind, text: &str) {
        use TokenKind::*;
        let operand_before = matches!(
            self.previous,
            Word | Integer | Hexadecimal | Float | CloseBracket | CloseParenthesis | CloseBrace
        );
        self.prefix = match kind {
            Plus | Minus => self.brackets == 0 || !operand_before,
            Bar => !self.bar,
            _ => false,
        };
        match kind {
            Bar => self.bar = !self.bar,
            OpenBracket => self.brackets += 1,
            CloseBracket => self.brackets = self.brackets.saturating_sub(1),
            OpenBrace => self.braces += 1,
            CloseBrace => self.braces = self.braces.saturating_sub(1),
            _ => {}
        }
        self.call = kind == Word && (text == "SUBROUTINENUM" || self.words.calls.contains(&text));
        self.previous = kind;
    }
}
