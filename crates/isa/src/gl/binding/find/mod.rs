//! Looks up what a program wrote: path to binding, or why it is none.
//!
//! The longest form that matches wins; what is left of the path are selectors, which the caller judges.
//! [`index`] finds the forms to try, [`walk`] tries one, [`verdict`] chooses among the outcomes.

mod index;
mod path;
mod verdict;
mod walk;

use self::index::{Compiled, OPENINGS, Opening};
use self::verdict::Best;
use self::walk::Walker;
use super::pattern::{Element, Omitted};
use crate::gl::availability::Features;
use crate::gl::binding::BindingRow;
use crate::gl::limit::Limits;

pub use self::path::{Match, Mismatch, PathPart, Reason};

/// Looks up a path.
///
/// # Errors
/// Says which part is wrong and why, where it is no binding of a program with these features and limits.
pub fn find(parts: &[PathPart<'_>], features: &Features, limits: &Limits) -> Result<Match, Mismatch> {
    let Some(PathPart::Word(first)) = parts.first() else {
        return Err(Mismatch {
            part: 0,
            end: parts.len().min(1),
            row: None,
            reason: Reason::WordMissing,
        });
    };
    let second = match parts.get(1) {
        Some(PathPart::Word(second)) => second,
        _ => "",
    };
    let Some(opening) = Opening::of(first) else {
        return Best::default().verdict(parts, features);
    };
    let forms = opening.going_on(second);
    let mut best = Best::default();
    for compiled in forms.clone().filter(|compiled| compiled.likely(parts, features)) {
        best.consider(compiled, parts, features, limits);
    }
    if !best.is_final(parts) {
        // Something is odd: every form has its say.
        best = Best::default();
        for compiled in forms {
            best.consider(compiled, parts, features, limits);
        }
    }
    best.verdict(parts, features)
}

/// The words that may stand at part `at` of a path whose parts before it are as written: candidates for
/// "did you mean", and what to list where a path stops too early.
pub fn candidates(
    parts: &[PathPart<'_>],
    at: usize,
    features: &Features,
    limits: &Limits,
) -> Vec<&'static str> {
    candidates_among(parts, at, features, limits, |_| true)
}

/// The same, of some rows only.
pub fn candidates_among(
    parts: &[PathPart<'_>],
    at: usize,
    features: &Features,
    limits: &Limits,
    wanted: impl Fn(&BindingRow) -> bool,
) -> Vec<&'static str> {
    let before = &parts[..at.min(parts.len())];
    let has = |compiled: &&Compiled| {
        compiled.form.check(features).is_ok()
            && !compiled.row.family.is_undocumented()
            && wanted(compiled.row)
    };
    let mut words: Vec<&'static str> = match before.first() {
        None => OPENINGS
            .iter()
            .filter(|opening| opening.forms().any(|compiled| has(&compiled)))
            .map(|opening| opening.word)
            .collect(),
        Some(PathPart::Word(first)) => Opening::of(first)
            .into_iter()
            .flat_map(Opening::forms)
            .filter(has)
            .flat_map(|compiled| expected(compiled, before, features, limits))
            .collect(),
        Some(_) => Vec::new(),
    };
    words.sort_unstable();
    words.dedup();
    words
}

/// The words with which a form may go on after these parts.
fn expected<'c>(
    compiled: &'c Compiled,
    before: &[PathPart<'_>],
    features: &Features,
    limits: &Limits,
) -> impl Iterator<Item = &'static str> + use<'c> {
    let mut walker = Walker::new(before, features, limits, compiled.row.relative);
    let mut next = compiled.elements.len();
    for (at, element) in compiled.elements.iter().enumerate() {
        if walker.at == before.len() || walker.step(element).is_err() {
            next = at;
            break;
        }
    }
    let usable = walker.at == before.len();
    let mut open = usable;
    compiled.elements[next..].iter().flat_map(move |element| {
        let (words, optional): (&[&'static str], bool) = match element {
            Element::Word(word) => (std::slice::from_ref(word), false),
            Element::Choice { words, optional, .. } => (words, *optional),
            Element::Index { omitted, .. } => (&[], *omitted != Omitted::Error),
            Element::Whole { word, .. } => (word.as_slice(), true),
            Element::Constant(_) => (&[], true),
            Element::Arguments => (&[], false),
        };
        let shown = if open { words } else { &[] };
        open = open && optional;
        shown.iter().copied()
    })
}
