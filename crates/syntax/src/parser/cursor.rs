//! The place in the tokens: what comes next, and going on from it.

use quadrille_base::Span;

use super::Parser;
use crate::lexer::{Lexis, Token, TokenKind};
use crate::tree::{SyntaxErrorKind, Word};

impl<'s> Parser<'s, '_> {
    /// Reads the first tokens, and the header.
    pub(super) fn start(&mut self) {
        self.next = self.fetch();
        self.settle();
        self.program_header();
    }

    /// The next token of the text that is not blank.
    #[inline(always)]
    fn fetch(&mut self) -> Token {
        self.scan.skip_blank();
        self.scan.next().unwrap_or(Token {
            kind: TokenKind::End,
            span: Span::at(self.tree.text.len() as u32),
        })
    }

    /// Makes the next token that is no stray the current one.
    fn settle(&mut self) {
        self.stray = false;
        loop {
            self.current = self.next;
            self.next = self.fetch();
            if self.current.kind != TokenKind::Unknown {
                return;
            }
            self.stray();
        }
    }

    /// Reports the current token, which is a stray.
    fn stray(&mut self) {
        self.stray = true;
        let span = self.current.span;
        let text = &self.tree.text[span.range()];
        let mut hint = "";
        if text.starts_with("//") {
            hint = "a comment begins with #";
            self.scan.skip_line(span.start as usize);
            self.next = self.fetch();
        }
        let one = text.chars().nth(1).is_none();
        let message = if one {
            "this character has no meaning in a program"
        } else {
            "these characters have no meaning in a program"
        };
        self.record(
            SyntaxErrorKind::StrayCharacters,
            span,
            span.start,
            message,
            hint,
            None,
        );
    }

    /// Goes on by one token and returns the one left behind.
    pub(super) fn bump(&mut self) -> Token {
        let token = self.current;
        if token.kind != TokenKind::End {
            self.previous = token;
            self.settle();
        }
        token
    }

    /// Whether the current token is of a kind.
    pub(super) fn is(&self, kind: TokenKind) -> bool {
        self.current.kind == kind
    }

    /// Takes the current token if it is of a kind.
    pub(super) fn eat(&mut self, kind: TokenKind) -> Option<Token> {
        self.is(kind).then(|| self.bump())
    }

    /// The kind of the token after the current one.
    pub(super) fn following(&self) -> TokenKind {
        self.next.kind
    }

    /// The text of the current token.
    pub(super) fn current_text(&self) -> &'s str {
        &self.tree.text[self.current.span.range()]
    }

    /// Whether the current token is the word that ends a program.
    pub(super) fn is_end(&self) -> bool {
        self.is(TokenKind::Word) && self.current_text() == "END" && self.words.lexis == Lexis::Assembly
    }

    /// Whether the current token is one of some words.
    pub(super) fn is_one_of(&self, words: &[&str]) -> bool {
        self.is(TokenKind::Word) && is_among(words, self.current_text())
    }

    /// The word that a token is.
    pub(super) fn word(&self, token: Token) -> Word<'s> {
        Word {
            text: &self.tree.text[token.span.range()],
            span: token.span,
        }
    }

    /// Whether a line ends between the previous token and the current one.
    pub(super) fn on_new_line(&self) -> bool {
        let between = self.previous.span.end as usize..self.current.span.start as usize;
        self.tree.text.as_bytes()[between]
            .iter()
            .any(|byte| matches!(byte, b'\n' | b'\r'))
    }

    /// Whether nothing lies between the previous token and the current one.
    pub(super) fn is_adjacent(&self) -> bool {
        self.previous.span.end == self.current.span.start
    }
}

/// Whether a word is one of some. Nearly all that are not differ in their first letter already.
pub(super) fn is_among(words: &[&str], text: &str) -> bool {
    let first = text.as_bytes().first();
    words
        .iter()
        .any(|word| word.as_bytes().first() == first && *word == text)
}
