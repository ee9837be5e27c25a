//! Chooses among the outcomes of the forms that were tried.

use super::index::{Compiled, Opening};
use super::path::{Match, Mismatch, PathPart, Reason};
use super::walk::{Failed, walk};
use crate::gl::availability::{Features, Missing};
use crate::gl::binding::BindingRow;
use crate::gl::limit::Limits;

/// The best outcomes so far.
#[derive(Default)]
pub(super) struct Best {
    /// The longest match that the program has.
    matched: Option<Match>,
    /// The longest match that it does not have.
    unavailable: Option<(Match, Missing)>,
    /// The failure of a form that it has which got furthest.
    failed: Option<(Failed, &'static BindingRow)>,
}

impl Best {
    /// Tries a form.
    pub(super) fn consider(
        &mut self,
        compiled: &Compiled,
        parts: &[PathPart<'_>],
        features: &Features,
        limits: &Limits,
    ) {
        let walked = walk(compiled, parts, features, limits);
        let available = compiled.form.check(features);
        match (walked, available) {
            (Ok(matched), Ok(())) => {
                if self.matched.is_none_or(|best| best.consumed < matched.consumed) {
                    self.matched = Some(matched);
                }
            }
            (Ok(matched), Err(missing)) => {
                let key = (matched.consumed, missing);
                if self
                    .unavailable
                    .is_none_or(|(best, missing)| (best.consumed, missing) < key)
                {
                    self.unavailable = Some((matched, missing));
                }
            }
            (Err(failed), Ok(())) => {
                if self
                    .failed
                    .as_ref()
                    .is_none_or(|(best, _)| best.part < failed.part)
                {
                    self.failed = Some((failed, compiled.row));
                }
            }
            (Err(_), Err(_)) => {}
        }
    }

    /// Whether no other form need be tried: what matched leaves nothing but selectors.
    pub(super) fn is_final(&self, parts: &[PathPart<'_>]) -> bool {
        self.matched
            .is_some_and(|matched| match parts.get(matched.consumed..) {
                Some([]) => true,
                Some([PathPart::Word(word)]) => word.bytes().all(|letter| b"xyzwrgba".contains(&letter)),
                _ => false,
            })
    }

    /// The result of the lookup of a path, after all forms were tried.
    pub(super) fn verdict(self, parts: &[PathPart<'_>], features: &Features) -> Result<Match, Mismatch> {
        let length = self.matched.map_or(0, |matched| matched.consumed);
        // A form that reads further and finds a wrong number is what was meant; one that misses a word or
        // number is not, for selectors may follow the shorter form.
        let incomplete = |failed: &Failed| {
            let Failed { reason, .. } = failed;
            use Reason::{IndexMissing, Parenthesis, UnknownWord, WordMissing};
            matches!(reason, UnknownWord | WordMissing | IndexMissing | Parenthesis)
        };
        let failed = self
            .failed
            .filter(|(failed, _)| self.matched.is_none() || failed.part >= length && !incomplete(failed));
        let further = failed.as_ref().map_or(length, |(failed, _)| failed.part);
        // Of one family, the form that the program has says which number is wrong.
        let own = |other: &Match| {
            let same = |row: &BindingRow| row.family == other.row.family;
            failed
                .as_ref()
                .is_some_and(|(failed, row)| same(row) && !incomplete(failed))
        };
        // Neither does a wrong number of its own make a form of other stages the one that was meant.
        let number = failed.as_ref().is_some_and(|(failed, _)| !incomplete(failed));
        let elsewhere = |missing: Missing| !matches!(missing, Missing::Option(_));
        if let Some((other, missing)) = self.unavailable
            && other.consumed > further
            && !own(&other)
            && !(number && elsewhere(missing))
        {
            return Err(Mismatch {
                part: length.min(other.consumed),
                end: other.consumed,
                row: Some(other.row),
                reason: Reason::Unavailable(missing),
            });
        }
        if let Some((failed, row)) = failed {
            let unknown = failed.reason == Reason::UnknownWord;
            return Err(Mismatch {
                part: failed.part,
                end: parts.len().min(failed.part + 1),
                row: if unknown { None } else { Some(row) },
                reason: failed.reason,
            });
        }
        if let Some(matched) = self.matched {
            let excluded = matched
                .row
                .excluded
                .iter()
                .find(|option| features.options.contains(**option));
            return excluded.map_or(Ok(matched), |option| {
                Err(Mismatch {
                    part: 0,
                    end: matched.consumed,
                    row: Some(matched.row),
                    reason: Reason::Excluded(*option),
                })
            });
        }
        let part =
            usize::from(matches!(parts.first(), Some(PathPart::Word(first)) if opens(first, features)));
        let reason = match parts.get(part) {
            Some(PathPart::Word(_)) => Reason::UnknownWord,
            _ => Reason::WordMissing,
        };
        Err(Mismatch {
            part,
            end: parts.len().min(part + 1),
            row: None,
            reason,
        })
    }
}

/// Whether a binding of the program begins with this word.
fn opens(first: &str, features: &Features) -> bool {
    let mut forms = Opening::of(first).into_iter().flat_map(Opening::forms);
    forms.any(|compiled| compiled.form.check(features).is_ok())
}
