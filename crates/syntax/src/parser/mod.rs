//! Tokens to tree, by recursive descent, in one pass from left to right.
//!
//! Everything that the grammars of the languages share is here, and nothing that only one of them has: the
//! parser takes any word for a mnemonic, any path for an operand. After an error it goes on with the next
//! statement; declarations keep what was understood of them, so that their names stay known.

mod cursor;
mod declaration;
mod list;
mod operand;
mod path;
mod report;
mod statement;

use quadrille_base::Span;

use crate::lexer::{Scan, Token, TokenKind};
use crate::tree::{
    Declarator, Operand, OperandIndex, Part, Statement, SyntaxError, SyntaxErrorKind, Tree, Word, Words,
};

/// How deep braces, brackets and parentheses may stand in each other. The languages need three levels; what
/// lies deeper is skipped up to its closing partner, with one message a program.
pub const MAX_NESTING: u32 = 256;

/// How many errors a tree lists. One of kind [`SyntaxErrorKind::TooMany`] follows where there are more.
pub const MAX_ERRORS: usize = 1000;

/// Parses one program. `words` are those of the language that its header names (see [`crate::header()`]);
/// any other words give a tree as well, only one with more errors.
///
/// Time and memory are linear in the length of the text. A text of more than 4 GiB, which spans cannot
/// address, gives an empty tree with one error.
pub fn parse<'s>(text: &'s str, words: &Words) -> Tree<'s> {
    if u32::try_from(text.len()).is_err() {
        return too_long(words);
    }
    let mut parser = Parser::new(text, words);
    parser.program();
    parser.finish()
}

/// What stands for a text that spans cannot address.
fn too_long<'s>(words: &Words) -> Tree<'s> {
    let mut parser = Parser::new("", words);
    let message = "a program is longer than 4 GiB";
    parser.report(SyntaxErrorKind::TooLong, Span::at(0), message);
    parser.finish()
}

/// The state of one pass over the tokens.
struct Parser<'s, 'w> {
    text: &'s str,
    words: &'w Words,
    /// The tokens after `next`.
    scan: Scan<'s>,
    /// The token to be read; white space, comments and strays are never current.
    current: Token,
    /// The token after it; it may be a stray.
    next: Token,
    /// The token before it.
    previous: Token,
    /// Whether stray characters lie between the two; they were reported, so a missing comma is not.
    stray: bool,
    /// Whether the statement has an error after which the rest of it is skipped.
    broken: bool,
    /// How many braces, brackets and parentheses are open.
    depth: u32,
    /// Whether too deep a nesting was reported.
    nesting_reported: bool,
    header: Option<Word<'s>>,
    end: Option<Span>,
    errors: Vec<SyntaxError>,
    statements: Vec<Statement<'s>>,
    modifiers: Vec<Word<'s>>,
    operands: Vec<Operand<'s>>,
    lists: Vec<OperandIndex>,
    parts: Vec<Part<'s>>,
    declarators: Vec<Declarator<'s>>,
    /// Lists that are not closed yet, the innermost last; each moves to `lists` as one run.
    open_lists: Vec<OperandIndex>,
    /// The same for paths.
    open_parts: Vec<Part<'s>>,
}

impl<'s, 'w> Parser<'s, 'w> {
    fn new(text: &'s str, words: &'w Words) -> Parser<'s, 'w> {
        let none = Token {
            kind: TokenKind::Space,
            span: Span::at(0),
        };
        Parser {
            text,
            words,
            scan: Scan::new(text, words.lexis),
            current: none,
            next: none,
            previous: none,
            stray: false,
            broken: false,
            depth: 0,
            nesting_reported: false,
            header: None,
            end: None,
            errors: Vec::new(),
            // Programs of the world have an operand for each eight bytes or more; comments make it fewer.
            statements: Vec::with_capacity(text.len() / 32),
            modifiers: Vec::new(),
            operands: Vec::with_capacity(text.len() / 8),
            lists: Vec::with_capacity(text.len() / 8),
            parts: Vec::with_capacity(text.len() / 7),
            declarators: Vec::new(),
            open_lists: Vec::new(),
            open_parts: Vec::new(),
        }
    }

    fn finish(mut self) -> Tree<'s> {
        self.end_errors();
        Tree {
            text: self.text,
            lexis: self.words.lexis,
            header: self.header,
            statements: self.statements,
            end: self.end,
            errors: self.errors,
            words: self.modifiers,
            operands: self.operands,
            lists: self.lists,
            parts: self.parts,
            declarators: self.declarators,
        }
    }
}
