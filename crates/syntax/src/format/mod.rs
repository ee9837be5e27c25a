//! The formatter: one statement a line, one blank where a blank helps, and not a token changed.
//!
//! Only white space is touched: comments stay, at the end of their line or on their own, and blank lines stay
//! as one. Within braces line breaks stay, so that the rows of a matrix remain rows. It knows no style but
//! its own, and it does not rewrite: what is to be spelled otherwise is the printer's business.

mod lines;
mod spacing;

use lines::{LineKind, Lines};
use quadrille_base::Span;
use spacing::Spacing;

use crate::lexer::{Scan, Token, TokenKind};
use crate::parser::Pieces;
use crate::tree::{Statement, StatementKind, Tree, Words};

/// Formats one program. A text that the grammar does not allow comes back as it is, since where its
/// statements begin and end is a guess; white space before the header, which is such an error, is removed.
///
/// The result has the tokens of the text, white space apart, and formatting it again changes nothing.
pub fn format(text: &str, words: &Words) -> String {
    let mut formatter = Formatter {
        text,
        pieces: Pieces::new(text, words, PIECE),
        words,
        statement: 0,
        within: false,
        depth: 0,
        spacing: Spacing::new(words),
        lines: Lines::default(),
    };
    if formatter.tokens().is_none() {
        return text.to_owned();
    }
    formatter.lines.finish(line_end(text))
}

/// The end of lines of a text.
pub fn line_end(text: &str) -> &'static str {
    if text.contains("\r\n") {
        "\r\n"
    } else if text.contains('\r') && !text.contains('\n') {
        "\r"
    } else {
        "\n"
    }
}

/// The number of statements that are read at once: a long program takes no memory for the tree of all of it.
const PIECE: usize = 256;

/// The white space before a token in the source.
#[derive(Clone, Copy)]
struct Gap {
    /// The number of line ends.
    line_ends: usize,
    /// Whether there is any.
    separated: bool,
}

struct Formatter<'s, 'w> {
    text: &'s str,
    pieces: Pieces<'s, 'w>,
    words: &'w Words,
    /// Index in its piece of the statement that is being written, or comes next.
    statement: usize,
    /// Whether some, but not all tokens of that statement are written.
    within: bool,
    /// The number of open blocks.
    depth: usize,
    spacing: Spacing<'w>,
    lines: Lines,
}

impl Formatter<'_, '_> {
    /// Goes on to the next piece; `None` where the grammar does not allow it.
    fn advance(&mut self) -> Option<()> {
        while let Some(tree) = self.pieces.advance() {
            self.statement = 0;
            if tree.unlisted > 0 || tree.errors.iter().any(|error| !error.kind.keeps_statements()) {
                return None;
            }
            if !tree.statements.is_empty() {
                break;
            }
        }
        Some(())
    }

    /// Writes all tokens; `None` where the grammar does not allow them.
    fn tokens(&mut self) -> Option<()> {
        self.advance()?;
        let mut gap = Gap {
            line_ends: 0,
            separated: false,
        };
        for token in Scan::new(self.text, self.words.lexis) {
            let text = &self.text[token.span.range()];
            match token.kind {
                TokenKind::Space => {
                    gap.separated = true;
                    gap.line_ends += line_ends(text);
                    continue;
                }
                TokenKind::Comment => self.comment(text, gap),
                _ => {
                    self.token(token, text, gap);
                    if self.statement == self.pieces.tree().statements.len() {
                        self.advance()?;
                    }
                }
            }
            gap = Gap {
                line_ends: 0,
                separated: false,
            };
        }
        Some(())
    }

    fn comment(&mut self, text: &str, gap: Gap) {
        if gap.line_ends == 0 && self.lines.is_open() {
            self.lines.push(" ");
        } else if self.within {
            self.lines.open(LineKind::Continuation, self.depth, false);
        } else {
            self.lines.open(LineKind::Whole, self.depth, gap.line_ends > 1);
        }
        self.lines.push(text);
        self.lines.close();
    }

    fn token(&mut self, token: Token, text: &str, gap: Gap) {
        let tree = self.pieces.tree();
        let statement = tree.statements.get(self.statement);
        let within = statement.filter(|statement| statement.span.start <= token.span.start);
        let within = within.map(|statement| (statement.span, head(tree, statement)));
        let is_end = tree.end == Some(token.span);
        match within {
            Some((span, _)) if span.start == token.span.start => self.begin(gap),
            Some(_) => {
                let row = gap.line_ends > 0 && self.spacing.keeps_rows(token.kind);
                if row || !self.lines.is_open() {
                    self.lines.open(LineKind::Continuation, self.depth, false);
                } else if self.spacing.before(token.kind, gap.separated) {
                    self.lines.push(" ");
                }
            }
            // The header, `END` and what follows it.
            None if gap.line_ends > 0 || !self.lines.is_open() || is_end => {
                self.lines.open(LineKind::Whole, 0, gap.line_ends > 1);
            }
            None if gap.separated => self.lines.push(" "),
            None => {}
        }
        self.lines.push(text);
        self.spacing.after(token.kind, text);
        if let Some((span, head)) = within {
            if head == Some(token.span) {
                self.lines.end_head();
            }
            if span.end <= token.span.end {
                self.statement += 1;
                self.within = false;
            }
        }
    }

    /// Opens the line of a statement, in or out of the blocks that it opens or closes.
    fn begin(&mut self, gap: Gap) {
        let mut depth = self.depth;
        match &self.pieces.tree().statements[self.statement].kind {
            StatementKind::Instruction(instruction) => {
                let blocks = &self.words.blocks;
                let mnemonic = instruction.mnemonic.text;
                if blocks.close.contains(&mnemonic) {
                    self.depth = self.depth.saturating_sub(1);
                    depth = self.depth;
                } else if blocks.divide.contains(&mnemonic) {
                    depth = self.depth.saturating_sub(1);
                } else if blocks.open.contains(&mnemonic) {
                    self.depth += 1;
                }
            }
            StatementKind::Label { .. } => depth = 0,
            StatementKind::Declaration(_) | StatementKind::Error => {}
        }
        self.lines.open(LineKind::Whole, depth, gap.line_ends > 1);
        self.spacing.begin();
        self.within = true;
    }
}

/// The last token before the operands of an instruction: the mnemonic or its last modifier.
fn head(tree: &Tree<'_>, statement: &Statement<'_>) -> Option<Span> {
    match &statement.kind {
        StatementKind::Instruction(instruction) => {
            let modifiers = instruction.modifiers.start as usize..instruction.modifiers.end as usize;
            Some(tree.words[modifiers].last().unwrap_or(&instruction.mnemonic).span)
        }
        StatementKind::Label { .. } | StatementKind::Declaration(_) | StatementKind::Error => None,
    }
}

fn line_ends(space: &str) -> usize {
    let bytes = space.as_bytes();
    let ends = |at: usize| bytes[at] == b'\n' || (bytes[at] == b'\r' && bytes.get(at + 1) != Some(&b'\n'));
    (0..bytes.len()).filter(|at| ends(*at)).count()
}
