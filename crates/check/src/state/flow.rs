//! The control flow of the program under construction: labels, branches, calls and open blocks.

use quadrille_base::{Id, Span};
use quadrille_program::InstId;
use quadrille_syntax::tree::Word;
use rustc_hash::FxHashMap;

use crate::state::blocks::Blocks;

/// The control flow so far.
#[derive(Default)]
pub(crate) struct Flow<'s> {
    pub(crate) labels: Labels<'s>,
    /// Branches and the labels they name.
    pub(crate) branches: Vec<(InstId, Word<'s>)>,
    /// The CALIs.
    pub(crate) indirect_calls: Vec<IndirectCall>,
    /// FSIB and FSIE, in the order of the text.
    pub(crate) interlock: Vec<InterlockBound<'s>>,
    /// Blocks that are open.
    pub(crate) blocks: Blocks,
}

/// The labels so far.
#[derive(Default)]
pub(crate) struct Labels<'s> {
    /// The span of each, and the instruction it stands before.
    pub(crate) places: FxHashMap<&'s str, (Span, InstId)>,
    /// The last one, and the instruction it stands before.
    pub(crate) last: Option<(&'s str, InstId)>,
}

impl Labels<'_> {
    /// The instruction that a label stands before.
    pub(crate) fn target(&self, name: &str) -> Option<InstId> {
        self.places.get(name).map(|(_, target)| *target)
    }

    /// Moves the labels from an instruction on by so many instructions.
    pub(crate) fn shift(&mut self, from: InstId, added: usize) {
        for (_, target) in self.places.values_mut() {
            if target.index() >= from.index() {
                *target = InstId::new(target.index() + added);
            }
        }
    }

    /// The labels and their targets, in the order of these.
    pub(crate) fn sorted(&self) -> Vec<(String, InstId)> {
        let named = self.places.iter();
        let mut labels: Vec<(String, InstId)> = named
            .map(|(name, (_, target))| ((*name).to_owned(), *target))
            .collect();
        labels.sort_unstable_by(|a, b| (a.1, &a.0).cmp(&(b.1, &b.0)));
        labels
    }
}

/// A CALI, and the type of the variable that it calls through.
#[derive(Clone, Copy, Debug)]
pub(crate) struct IndirectCall {
    pub(crate) id: InstId,
    pub(crate) of: u32,
    pub(crate) span: Span,
}

/// FSIB or FSIE.
#[derive(Clone, Copy, Debug)]
pub(crate) struct InterlockBound<'s> {
    pub(crate) begins: bool,
    pub(crate) span: Span,
    /// The subroutine it is in; none before the first label.
    pub(crate) subroutine: Option<&'s str>,
}
