//! Names of the program that a word may have been meant for.

use quadrille_base::suggest;

use crate::checker::Checker;

/// How many names are looked at for all words of a program together: beyond that a long program without its
/// declarations would take time without end.
const MOST_COMPARED: usize = 1 << 20;

impl<'s> Checker<'_, 's> {
    /// The declared name nearest to a word.
    pub(crate) fn near_name(&mut self, word: &str) -> Option<&'s str> {
        self.may_compare(self.scope.len())
            .then(|| self.scope.nearest(word))?
    }

    /// The label nearest to a word.
    pub(crate) fn near_label(&mut self, word: &str) -> Option<&'s str> {
        if !self.may_compare(self.labels.len()) {
            return None;
        }
        let mut known: Vec<&'s str> = self.labels.keys().copied().collect();
        known.sort_unstable();
        suggest::nearest(word, known)
    }

    /// Whether a word may be compared with so many names.
    fn may_compare(&mut self, names: usize) -> bool {
        let after = self.compared.saturating_add(names);
        let may = !self.is_full() && after <= MOST_COMPARED;
        if may {
            self.compared = after;
        }
        may
    }
}
