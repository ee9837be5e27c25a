//! The formatter: one statement a line, one blank where a blank helps, and not a token changed.
//!
//! Only white space is touched: comments stay, at the end of their line or on their own, and blank lines stay
//! as one. Within braces line breaks stay, so that the rows of a matrix remain rows. It knows no style but
//! its own, and it does not rewrite: what is to be spelled otherwise is the printer's business.

mod lines;
mod spacing;

use lines::{Kind, Lines};
use quadrille_base::Span;
use spacing::Spacing;

use crate::lexer::{Scan, Token, TokenKind};
use crate::parse;
use crate::tree::{Statement, StatementKind, SyntaxErrorKind, Tree, Words};

/// Formats one program. A text that the grammar does not allow comes back as it is, since where its
/// statements begin and end is a guess; white space before the header, which is such an error, is removed.
///
/// The result has the tokens of the text, white space apart, and formatting it again changes nothing.
pub fn format(text: &str, words: &Words) -> String {
    let tree = parse(text, words);
    if tree.errors.iter().any(|error| !is_harmless(error.kind)) {
        return text.to_owned();
    }
    let mut formatter = Formatter {
        tree: &tree,
        words,
        statement: 0,
        within: false,
        depth: 0,
        spacing: Spacing::new(words),
        lines: Lines::default(),
    };
    formatter.tokens();
    let line_end = if text.contains("\r\n") { "\r\n" } else { "\n" };
    formatter.lines.finish(line_end)
}

/// Whether statements are known in spite of an error.
fn is_harmless(kind: SyntaxErrorKind) -> bool {
    use SyntaxErrorKind::*;
    match kind {
        BeforeHeader | AfterEnd | SelectorAfterBar => true,
        NoHeader | StrayCharacters | MissingSemicolon | MissingEquals | MissingComma | MissingOperand
        | Unclosed | EmptyStatement | Unexpected | Nesting | MissingEnd | TooLong | TooMany => false,
    }
}

/// What came before a token in the source.
#[derive(Clone, Copy)]
struct Gap {
    /// How many line ends.
    line_ends: usize,
    /// Whether anything did.
    separated: bool,
}

struct Formatter<'t, 's, 'w> {
    tree: &'t Tree<'s>,
    words: &'w Words,
    /// Index of the statement that is being written, or comes next.
    statement: usize,
    /// Whether some, but not all tokens of that statement are written.
    within: bool,
    /// How many blocks are open.
    depth: usize,
    spacing: Spacing<'w>,
    lines: Lines,
}

impl Formatter<'_, '_, '_> {
    fn tokens(&mut self) {
        let mut gap = Gap {
            line_ends: 0,
            separated: false,
        };
        for token in Scan::new(self.tree.text, self.tree.lexis) {
            let text = &self.tree.text[token.span.range()];
            match token.kind {
                TokenKind::Space => {
                    gap.separated = true;
                    gap.line_ends += line_ends(text);
                    continue;
                }
                TokenKind::Comment => self.comment(text, gap),
                _ => self.token(token, text, gap),
            }
            gap = Gap {
                line_ends: 0,
                separated: false,
            };
        }
    }

    fn comment(&mut self, text: &str, gap: Gap) {
        if gap.line_ends == 0 && self.lines.is_open() {
            self.lines.push(" ");
        } else if self.within {
            self.lines.open(Kind::Continuation, self.depth, false);
        } else {
            self.lines.open(Kind::Whole, self.depth, gap.line_ends > 1);
        }
        self.lines.push(text);
        self.lines.close();
    }

    fn token(&mut self, token: Token, text: &str, gap: Gap) {
        let tree = self.tree;
        let statement = tree.statements.get(self.statement);
        let within = statement.filter(|statement| statement.span.start <= token.span.start);
        match within {
            Some(statement) if statement.span.start == token.span.start => self.begin(statement, gap),
            Some(_) => {
                let row = gap.line_ends > 0 && self.spacing.keeps_rows(token.kind);
                if row || !self.lines.is_open() {
                    self.lines.open(Kind::Continuation, self.depth, false);
                } else if self.spacing.before(token.kind, gap.separated) {
                    self.lines.push(" ");
                }
            }
            // The header, `END` and what follows it.
            None if gap.line_ends > 0 || !self.lines.is_open() || tree.end == Some(token.span) => {
                self.lines.open(Kind::Whole, 0, gap.line_ends > 1);
            }
            None if gap.separated => self.lines.push(" "),
            None => {}
        }
        self.lines.push(text);
        self.spacing.after(token.kind, text);
        if let Some(statement) = within {
            if head(tree, statement) == Some(token.span) {
                self.lines.end_head();
            }
            if statement.span.end <= token.span.end {
                self.statement += 1;
                self.within = false;
            }
        }
    }

    /// Opens the line of a statement, in or out of the blocks that it opens or closes.
    fn begin(&mut self, statement: &Statement<'_>, gap: Gap) {
        let mut depth = self.depth;
        match &statement.kind {
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
        self.lines.open(Kind::Whole, depth, gap.line_ends > 1);
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
