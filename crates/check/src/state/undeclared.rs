//! The names that are used and not declared.

use rustc_hash::FxHashSet;

/// The limit on the names that all words of a program together are compared with: beyond that a long program without
/// its declarations would take time without end.
const MOST_COMPARED: usize = 1 << 20;

/// The names without a declaration so far.
#[derive(Default)]
pub(crate) struct Undeclared<'s> {
    /// Each is reported at its first use alone.
    pub(crate) reported: FxHashSet<&'s str>,
    /// The number of names in declarations that could not be read: as many words that stand for nothing are theirs.
    pub(crate) hidden: usize,
    /// The number of names that words without a meaning were compared with.
    compared: usize,
}

impl Undeclared<'_> {
    /// Whether a word may be compared with so many names.
    pub(crate) fn may_compare(&mut self, names: usize) -> bool {
        let after = self.compared.saturating_add(names);
        let may = after <= MOST_COMPARED;
        if may {
            self.compared = after;
        }
        may
    }
}
