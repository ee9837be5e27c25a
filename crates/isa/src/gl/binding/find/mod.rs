//! Looks up what a program wrote: path to binding, or why it is none.
//!
//! The longest form that matches wins; what is left of the path are selectors, which the caller judges.
//! [`index`] finds the forms to try, [`walk`] tries one, [`verdict`] chooses among the outcomes.

mod index;
mod verdict;
mod walk;

use self::index::{Compiled, OPENINGS, Opening};
use self::verdict::Best;
use self::walk::Walker;
use super::pattern::{Element, Omitted};
use super::{Binding, BindingRow, Form};
use crate::gl::availability::{Features, Missing};
use crate::gl::limit::{Limit, Limits};
use crate::gl::option::ProgramOption;

/// One part of a written path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PathPart<'a> {
    /// A word: the first, or one after a `.`.
    Word(&'a str),
    /// `[n]`, or `[]`.
    Index(Option<i64>),
    /// `[a..b]`.
    Range(i64, i64),
    /// `[A0.x + n]`: an index that is known at run time.
    Dynamic,
    /// `(…)`.
    Arguments,
}

/// A path that is a binding.
#[derive(Clone, Copy, Debug)]
pub struct Match {
    /// The row.
    pub row: &'static BindingRow,
    /// The form that matched.
    pub form: &'static Form,
    /// The bound vector, or the first of several.
    pub first: Binding,
    /// How many parts of the path it took; the rest are selectors.
    pub consumed: usize,
    /// Which captured number counts up from one vector to the next.
    pub along: usize,
    /// Whether it belongs to a family of numbered vectors, so that an array of attributes or results can be
    /// bound to it and its successors.
    pub countable: bool,
    /// How many vectors: more than one only for a range or a whole. For a whole buffer it is what the limit
    /// allows, up to 2^31: something to compare with, not to list.
    pub count: u32,
    /// Whether several vectors are meant, be they as few as one: `env[3..3]`, `state.matrix.mvp`. Only an
    /// array can be bound to it.
    pub array: bool,
    /// Whether everything was meant because no number was written, so that a declared size decides.
    pub whole: bool,
    /// How many buffers, where a range of buffers is written: the variable gets one more dimension, and the
    /// first captured number counts up along it.
    pub buffers: Option<u32>,
    /// The part that holds an index known at run time; the captured number is then 0.
    pub dynamic: Option<usize>,
}

impl Match {
    /// The bound vectors in order, of the first buffer where there are several.
    pub fn bindings(&self) -> impl ExactSizeIterator<Item = Binding> + use<> {
        let (first, along) = (self.first, self.along);
        (0..self.count).map(move |offset| {
            let mut binding = first;
            binding.index[along] += offset;
            binding
        })
    }

    /// Whether every vertex is meant, so that the variable gets one more dimension.
    pub fn every_vertex(&self) -> bool {
        self.first.index.contains(&Binding::EVERY)
    }
}

/// A path that is no binding, and why.
#[derive(Clone, Copy, Debug)]
pub struct Mismatch {
    /// The first part that is wrong; the number of parts where the path stops too early.
    pub part: usize,
    /// One past the last part that is wrong.
    pub end: usize,
    /// The row that came nearest, where one did.
    pub row: Option<&'static BindingRow>,
    /// What is wrong.
    pub reason: Reason,
}

/// Why a path is no binding.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// No binding of this program has this word here; [`candidates`] are those that one has.
    UnknownWord,
    /// A word must follow.
    WordMissing,
    /// An index must follow.
    IndexMissing,
    /// `[]` where a number must stand.
    IndexEmpty,
    /// A number beyond its bound.
    OutOfRange {
        /// The number.
        value: i64,
        /// What it must be below.
        below: u32,
        /// The limit that says so, unless the specification fixes it.
        limit: Option<Limit>,
    },
    /// A number that this does not divide.
    NotMultipleOf(u32),
    /// `[a..b]` with a greater than b.
    RangeReversed {
        /// The first number.
        from: i64,
        /// The last.
        to: i64,
    },
    /// A range where only one number may stand.
    RangeNotAllowed,
    /// An index known at run time where only a constant may stand.
    RelativeNotAllowed,
    /// A parenthesis is needed or in the way.
    Parenthesis,
    /// A binding, but not in this program.
    Unavailable(Missing),
    /// A binding that an option of the program takes away.
    Excluded(ProgramOption),
}

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
    if !best.settled(parts) {
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
    let before = &parts[..at.min(parts.len())];
    let has = |compiled: &&Compiled| compiled.form.check(features).is_ok();
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
