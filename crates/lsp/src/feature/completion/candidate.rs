//! A word that may be offered, and the words that are the same in all languages.

use quadrille_isa::gl::profile::PROFILES;

/// What a candidate is, for the picture beside it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum CandidateKind {
    Opcode,
    Keyword,
    Binding,
    Option,
    Variable,
    Constant,
    Label,
    Selector,
}

/// A word that may stand at a place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Candidate {
    pub(crate) word: String,
    pub(crate) kind: CandidateKind,
    /// What it is, in a phrase.
    pub(crate) detail: String,
}

pub(super) fn one(word: impl Into<String>, kind: CandidateKind, detail: impl Into<String>) -> Candidate {
    Candidate {
        word: word.into(),
        kind,
        detail: detail.into(),
    }
}

/// All headers.
pub(crate) fn headers() -> Vec<Candidate> {
    let rows = PROFILES.iter();
    rows.map(|row| one(row.header, CandidateKind::Keyword, row.stage.to_string()))
        .collect()
}

/// Components.
pub(super) fn selectors() -> Vec<Candidate> {
    let words = [
        "x", "y", "z", "w", "xy", "xyz", "xyzw", "r", "g", "b", "a", "rgb", "rgba",
    ];
    let detail = |word: &str| match word.len() {
        1 => "a component",
        _ => "components",
    };
    words
        .into_iter()
        .map(|word| one(word, CandidateKind::Selector, detail(word)))
        .collect()
}
