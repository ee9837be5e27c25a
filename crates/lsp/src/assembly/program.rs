//! A program of a document: header, tree, and the features that its options switch on.

use quadrille_base::Span;
use quadrille_check::words;
use quadrille_isa::gl::profile::{DRIVER_PROFILES, PROFILES, Profile};
use quadrille_isa::gl::{Features, ProgramOption};
use quadrille_syntax::tree::{Operand, Part, Statement, StatementKind, Tree, Value, Word};

use crate::document::Piece;

/// A program, parsed. Spans are those of the piece; [`Program::place`] gives those of the document.
#[derive(Debug)]
pub(crate) struct Program<'d> {
    pub(crate) piece: Piece<'d>,
    pub(crate) profile: &'static Profile,
    /// The header.
    pub(crate) header: Span,
    /// With the options that it names.
    pub(crate) features: Features,
    pub(crate) tree: Tree<'d>,
}

impl<'d> Program<'d> {
    /// Parses a piece; none if it has no known header.
    pub(crate) fn parse(piece: Piece<'d>) -> Option<Program<'d>> {
        let profiles = || PROFILES.iter().chain(DRIVER_PROFILES);
        let headers: Vec<&str> = profiles().map(|profile| profile.header).collect();
        let header = quadrille_syntax::header(piece.text, &headers)?;
        let profile = profiles().nth(header.index)?;
        let tree = quadrille_syntax::parse(piece.text, &words(profile));
        let mut features = profile.features();
        for option in options(&tree) {
            let row = option.row();
            if row.accepts(features.languages, features.stage) {
                features = features.with(option);
            }
        }
        Some(Program {
            piece,
            profile,
            header: header.span,
            features,
            tree,
        })
    }

    /// The span in the document of a span of the piece.
    pub(crate) fn place(&self, span: Span) -> Span {
        span.moved(self.piece.base)
    }

    /// The statement at a byte of the piece, its end included.
    pub(crate) fn statement(&self, offset: u32) -> Option<&Statement<'d>> {
        let statements = &self.tree.statements;
        let after = statements.partition_point(|statement| statement.span.start <= offset);
        let before = statements.get(after.checked_sub(1)?)?;
        (offset <= before.span.end).then_some(before)
    }

    /// The operands of a list.
    pub(crate) fn list(&self, list: &std::ops::Range<u32>) -> impl Iterator<Item = &Operand<'d>> {
        let list = &self.tree.lists[list.start as usize..list.end as usize];
        list.iter().map(|at| &self.tree.operands[*at as usize])
    }

    /// The parts of a path.
    pub(crate) fn parts(&self, parts: &std::ops::Range<u32>) -> &[Part<'d>] {
        &self.tree.parts[parts.start as usize..parts.end as usize]
    }

    /// The first word of an operand that is a path.
    pub(crate) fn first_word(&self, operand: &Operand<'d>) -> Option<Word<'d>> {
        match &operand.value {
            Value::Path(parts) => match self.parts(parts).first() {
                Some(Part::Word(word)) => Some(*word),
                Some(Part::Index { .. } | Part::Arguments { .. }) | None => None,
            },
            Value::Number(_) | Value::Braces(_) | Value::Parenthesis(_) | Value::Sum(..) | Value::Missing => {
                None
            }
        }
    }
}

/// The options that a program names.
pub(super) fn options<'t>(tree: &'t Tree<'_>) -> impl Iterator<Item = ProgramOption> + 't {
    tree.statements.iter().filter_map(|statement| {
        let StatementKind::Declaration(declaration) = &statement.kind else {
            return None;
        };
        if declaration.keyword.text != "OPTION" {
            return None;
        }
        let item = tree.declarators.get(declaration.items.start as usize)?;
        let name = &tree.text[tree.operands[item.target as usize].span.range()];
        ProgramOption::find(name)
    })
}
