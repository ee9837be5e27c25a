//! Looks up what a program wrote: path to binding, or why it is none.
//!
//! The longest form that matches wins; what is left of the path are selectors, which the caller judges.

use std::sync::LazyLock;

use super::pattern::{Bound, Element, Omitted, Ranges, parse};
use super::{BINDINGS, Binding, BindingRow, Form, Role};
use crate::gl::availability::{Features, Missing};
use crate::gl::language::LanguageSet;
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
    /// How many vectors: more than one only for a range or a whole.
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

/// A form with its pattern taken apart.
struct Compiled {
    row: &'static BindingRow,
    form: &'static Form,
    elements: Vec<Element>,
}

/// The forms by their first word, and their second where it is a word too.
struct Index {
    /// First word, second word or nothing, the forms; sorted.
    buckets: Vec<(&'static str, &'static str, Vec<Compiled>)>,
}

static INDEX: LazyLock<Index> = LazyLock::new(|| {
    let mut buckets: Vec<(&str, &str, Vec<Compiled>)> = Vec::new();
    for row in BINDINGS {
        for form in row.forms {
            let elements = parse(form.pattern);
            let Some(Element::Word(first)) = elements.first() else {
                panic!("a pattern begins with a word: {}", form.pattern)
            };
            let second = match elements.get(1) {
                Some(Element::Word(second)) => second,
                _ => "",
            };
            let compiled = Compiled {
                row,
                form,
                elements: elements.clone(),
            };
            match buckets.iter_mut().find(|(a, b, _)| a == first && *b == second) {
                Some((_, _, forms)) => forms.push(compiled),
                None => buckets.push((first, second, vec![compiled])),
            }
        }
    }
    buckets.sort_unstable_by_key(|(first, second, _)| (*first, *second));
    Index { buckets }
});

impl Index {
    fn bucket(&self, first: &str, second: &str) -> &[Compiled] {
        match self
            .buckets
            .binary_search_by_key(&(first, second), |(a, b, _)| (a, b))
        {
            Ok(at) => &self.buckets[at].2,
            Err(_) => &[],
        }
    }

    /// All forms whose first word is this.
    fn opening(&self, first: &str) -> impl Iterator<Item = &Compiled> {
        let start = self.buckets.partition_point(|(word, _, _)| *word < first);
        self.buckets[start..]
            .iter()
            .take_while(move |(word, _, _)| *word == first)
            .flat_map(|(_, _, forms)| forms)
    }
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
    let index = &*INDEX;
    let mut best = Best::default();
    let forms = index.bucket(first, second).iter();
    let others = if second.is_empty() {
        &[]
    } else {
        index.bucket(first, "")
    };
    for compiled in forms.chain(others) {
        best.consider(
            compiled,
            walk(compiled, parts, features, limits),
            compiled.form.check(features),
        );
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
    let index = &*INDEX;
    let before = &parts[..at.min(parts.len())];
    let mut words: Vec<&'static str> = match before.first() {
        None => index
            .buckets
            .iter()
            .filter(|(_, _, forms)| forms.iter().any(|compiled| compiled.form.check(features).is_ok()))
            .map(|(word, _, _)| *word)
            .collect(),
        Some(PathPart::Word(first)) => index
            .opening(first)
            .filter(|compiled| compiled.form.check(features).is_ok())
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

/// How far a form got.
struct Walked {
    matched: Match,
}

/// Where and why a form failed.
struct Failed {
    part: usize,
    reason: Reason,
}

fn walk(
    compiled: &Compiled,
    parts: &[PathPart<'_>],
    features: &Features,
    limits: &Limits,
) -> Result<Walked, Failed> {
    let ranges = compiled.row.role != Role::Attribute && compiled.row.role != Role::Result
        || features.languages.meets(LanguageSet::GPU);
    let mut walker = Walker::new(parts, features, limits, compiled.row.relative);
    walker.ranges = ranges;
    for element in &compiled.elements {
        walker.step(element).map_err(|reason| Failed {
            part: walker.at,
            reason,
        })?;
    }
    Ok(Walked {
        matched: Match {
            row: compiled.row,
            form: compiled.form,
            first: Binding {
                family: compiled.row.family,
                index: walker.index,
            },
            consumed: walker.at,
            along: walker.along,
            count: walker.count,
            array: walker.array,
            whole: walker.whole,
            buffers: walker.buffers,
            dynamic: walker.dynamic,
        },
    })
}

/// Walks along a path, one element of a pattern at a time.
struct Walker<'p, 'a> {
    parts: &'p [PathPart<'a>],
    features: &'p Features,
    limits: &'p Limits,
    relative: LanguageSet,
    ranges: bool,
    at: usize,
    index: [u32; 4],
    captured: usize,
    along: usize,
    count: u32,
    array: bool,
    whole: bool,
    buffers: Option<u32>,
    dynamic: Option<usize>,
}

impl<'p, 'a> Walker<'p, 'a> {
    fn new(
        parts: &'p [PathPart<'a>],
        features: &'p Features,
        limits: &'p Limits,
        relative: LanguageSet,
    ) -> Walker<'p, 'a> {
        Walker {
            parts,
            features,
            limits,
            relative,
            ranges: true,
            at: 0,
            index: [0; 4],
            captured: 0,
            along: 0,
            count: 1,
            array: false,
            whole: false,
            buffers: None,
            dynamic: None,
        }
    }

    fn capture(&mut self, value: u32) {
        self.index[self.captured] = value;
        self.captured += 1;
    }

    fn word(&self) -> Option<&'a str> {
        match self.parts.get(self.at) {
            Some(PathPart::Word(word)) => Some(word),
            _ => None,
        }
    }

    /// Why a word is not there.
    fn no_word(&self) -> Reason {
        match self.parts.get(self.at) {
            Some(PathPart::Word(_)) => Reason::UnknownWord,
            _ => Reason::WordMissing,
        }
    }

    fn step(&mut self, element: &Element) -> Result<(), Reason> {
        match element {
            Element::Word(word) => {
                if self.word() != Some(word) {
                    return Err(self.no_word());
                }
                self.at += 1;
            }
            Element::Choice {
                words,
                first,
                optional,
                captured,
            } => {
                let found = self
                    .word()
                    .and_then(|word| words.iter().position(|choice| *choice == word));
                match found {
                    Some(number) => {
                        self.at += 1;
                        if *captured {
                            self.capture(first + number as u32);
                        }
                    }
                    None if *optional => {
                        if *captured {
                            self.capture(0);
                        }
                    }
                    None => return Err(self.no_word()),
                }
            }
            Element::Index {
                bound,
                step,
                range,
                omitted,
            } => {
                self.index_part(*bound, *step, *range, *omitted)?;
            }
            Element::Whole { word, bound } => self.whole_part(*word, *bound)?,
            Element::Constant(value) => self.capture(*value),
            Element::Arguments => {
                if self.parts.get(self.at) != Some(&PathPart::Arguments) {
                    return Err(Reason::Parenthesis);
                }
                self.at += 1;
            }
        }
        Ok(())
    }

    fn index_part(&mut self, bound: Bound, step: u32, range: Ranges, omitted: Omitted) -> Result<(), Reason> {
        let value = match self.parts.get(self.at) {
            Some(PathPart::Index(Some(value))) => self.bounded(*value, bound)?,
            Some(PathPart::Index(None)) => return Err(Reason::IndexEmpty),
            Some(PathPart::Range(from, to)) => {
                if range == Ranges::Error || !self.ranges {
                    return Err(Reason::RangeNotAllowed);
                }
                let (from, count) = self.range(*from, *to, bound)?;
                if range == Ranges::Buffers {
                    self.buffers = Some(count);
                } else {
                    self.along = self.captured;
                    self.count = count;
                    self.array = true;
                }
                from
            }
            Some(PathPart::Dynamic) => {
                if !self.relative.meets(self.features.languages) {
                    return Err(Reason::RelativeNotAllowed);
                }
                self.dynamic = Some(self.at);
                0
            }
            _ => {
                let value = match omitted {
                    Omitted::Error => return Err(Reason::IndexMissing),
                    Omitted::Zero => self.bounded(0, bound)?,
                    Omitted::Every => Binding::EVERY,
                };
                self.capture(value);
                return Ok(());
            }
        };
        if value % step != 0 {
            return Err(Reason::NotMultipleOf(step));
        }
        self.at += 1;
        self.capture(value);
        Ok(())
    }

    fn whole_part(&mut self, word: Option<&'static str>, bound: Bound) -> Result<(), Reason> {
        let written = match word {
            Some(word) if self.word() == Some(word) => {
                self.at += 1;
                true
            }
            Some(_) => false,
            None => matches!(
                self.parts.get(self.at),
                Some(PathPart::Index(_) | PathPart::Range(..) | PathPart::Dynamic)
            ),
        };
        self.along = self.captured;
        let value = match self.parts.get(self.at) {
            _ if !written => {
                self.count = bound.below(self.features, self.limits);
                self.array = true;
                self.whole = true;
                self.capture(0);
                return Ok(());
            }
            Some(PathPart::Index(Some(value))) => self.bounded(*value, bound)?,
            Some(PathPart::Index(None)) => return Err(Reason::IndexEmpty),
            Some(PathPart::Range(from, to)) => {
                let (from, count) = self.range(*from, *to, bound)?;
                self.count = count;
                self.array = true;
                from
            }
            Some(PathPart::Dynamic) => return Err(Reason::RelativeNotAllowed),
            _ => return Err(Reason::IndexMissing),
        };
        self.at += 1;
        self.capture(value);
        Ok(())
    }

    fn bounded(&self, value: i64, bound: Bound) -> Result<u32, Reason> {
        let below = bound.below(self.features, self.limits);
        u32::try_from(value)
            .ok()
            .filter(|value| *value < below)
            .ok_or_else(|| Reason::OutOfRange {
                value,
                below,
                limit: bound.limit(self.features),
            })
    }

    /// First number and length of a range.
    fn range(&self, from: i64, to: i64, bound: Bound) -> Result<(u32, u32), Reason> {
        if from > to {
            return Err(Reason::RangeReversed { from, to });
        }
        let first = self.bounded(from, bound)?;
        let last = self.bounded(to, bound)?;
        Ok((first, last - first + 1))
    }
}

/// The best outcomes so far.
#[derive(Default)]
struct Best {
    /// The longest match that the program has.
    matched: Option<Match>,
    /// The longest match that it does not have.
    unavailable: Option<(Match, Missing)>,
    /// The failure of a form that it has which got furthest.
    failed: Option<(Failed, &'static BindingRow)>,
}

impl Best {
    fn consider(
        &mut self,
        compiled: &Compiled,
        walked: Result<Walked, Failed>,
        available: Result<(), Missing>,
    ) {
        match (walked, available) {
            (Ok(Walked { matched }), Ok(())) => {
                if self.matched.is_none_or(|best| best.consumed < matched.consumed) {
                    self.matched = Some(matched);
                }
            }
            (Ok(Walked { matched }), Err(missing)) => {
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

    fn verdict(self, parts: &[PathPart<'_>], features: &Features) -> Result<Match, Mismatch> {
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
        if let Some((other, missing)) = self.unavailable
            && other.consumed > further
            && !own(&other)
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
    INDEX
        .opening(first)
        .any(|compiled| compiled.form.check(features).is_ok())
}
