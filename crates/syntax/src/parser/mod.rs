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
use crate::tree::{OperandIndex, Part, SyntaxErrorKind, Tree, Words};

/// The deepest nesting of braces, brackets and parentheses. The languages need three levels; what
/// lies deeper is skipped up to its closing partner, with one message a program.
pub const MAX_NESTING: u32 = 256;

/// The most errors that a tree lists; [`Tree::unlisted`] is the number of the others.
pub const MAX_ERRORS: usize = 1000;

/// Parses one program. `words` are those of the language that its header names (see [`crate::header()`]);
/// any other words give a tree as well, only one with more errors.
///
/// Time and memory are linear in the length of the text. A text of more than 4 GiB, which spans cannot
/// address, gives an empty tree with one error.
pub fn parse<'s>(text: &'s str, words: &Words) -> Tree<'s> {
    let mut parser = Parser::new(text, words);
    parser.tree.reserve(text.len());
    parser.statements(usize::MAX);
    parser.tree
}

/// A program as trees of some statements each, one after the other in the same memory: for who reads a long
/// program once and wants no tree of all of it. Together they hold what [`parse`] gives.
pub struct Pieces<'s, 'w> {
    parser: Parser<'s, 'w>,
    most: usize,
    begun: bool,
    ended: bool,
}

impl<'s, 'w> Pieces<'s, 'w> {
    /// The pieces of a program, of at most so many statements each.
    pub fn new(text: &'s str, words: &'w Words, most: usize) -> Pieces<'s, 'w> {
        Pieces {
            parser: Parser::new(text, words),
            most: most.max(1),
            begun: false,
            ended: false,
        }
    }

    /// The next piece, in place of the one before; every program has one. All have the header, the last has
    /// `END`, and an error is in the piece in which it is found.
    pub fn advance(&mut self) -> Option<&Tree<'s>> {
        if self.ended {
            return None;
        }
        let parser = &mut self.parser;
        // What stands around the header belongs to the first piece.
        if self.begun {
            parser.tree.clear();
        }
        self.begun = true;
        parser.statements(self.most);
        self.ended = parser.finished;
        Some(&parser.tree)
    }

    /// The piece at hand.
    pub fn tree(&self) -> &Tree<'s> {
        &self.parser.tree
    }
}

/// The state of one pass over the tokens.
struct Parser<'s, 'w> {
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
    /// The number of braces, brackets and parentheses that are open.
    depth: u32,
    /// Whether too deep a nesting was reported.
    nesting_reported: bool,
    /// The tree of this piece so far.
    tree: Tree<'s>,
    /// Whether all of the program was read.
    finished: bool,
    /// Lists that are not closed yet, the innermost last; each moves to `lists` as one run.
    open_lists: Vec<OperandIndex>,
    /// The same for paths.
    open_parts: Vec<Part<'s>>,
}

impl<'s, 'w> Parser<'s, 'w> {
    fn new(text: &'s str, words: &'w Words) -> Parser<'s, 'w> {
        let too_long = u32::try_from(text.len()).is_err();
        let text = if too_long { "" } else { text };
        let none = Token {
            kind: TokenKind::Space,
            span: Span::at(0),
        };
        let mut parser = Parser {
            words,
            scan: Scan::new(text, words.lexis),
            current: none,
            next: none,
            previous: none,
            stray: false,
            broken: false,
            depth: 0,
            nesting_reported: false,
            tree: Tree::new(text, words.lexis),
            finished: too_long,
            open_lists: Vec::new(),
            open_parts: Vec::new(),
        };
        if too_long {
            let message = "a program is longer than 4 GiB";
            parser.report(SyntaxErrorKind::TooLong, Span::at(0), message);
        } else {
            parser.start();
        }
        parser
    }
}
