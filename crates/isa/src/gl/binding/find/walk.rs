//! Tries one form on a path.

use super::index::Compiled;
use super::path::{Match, PathPart, Reason};
use crate::gl::availability::Features;
use crate::gl::binding::pattern::{Bound, Element, Omitted, Ranges};
use crate::gl::binding::{Binding, Role};
use crate::gl::language::LanguageSet;
use crate::gl::limit::Limits;

/// The position and reason of a form's mismatch.
pub(super) struct Failed {
    /// The first part that does not fit.
    pub(super) part: usize,
    /// Why.
    pub(super) reason: Reason,
}

/// Tries a form.
pub(super) fn walk(
    compiled: &Compiled,
    parts: &[PathPart<'_>],
    features: &Features,
    limits: &Limits,
) -> Result<Match, Failed> {
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
    Ok(Match {
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
        countable: walker.countable,
        whole: walker.whole,
        buffers: walker.buffers,
        dynamic: walker.dynamic,
    })
}

/// Walks along a path, one element of a pattern at a time.
pub(super) struct Walker<'p, 'a> {
    parts: &'p [PathPart<'a>],
    features: &'p Features,
    limits: &'p Limits,
    relative: LanguageSet,
    ranges: bool,
    /// The part that comes next.
    pub(super) at: usize,
    index: [u32; 4],
    captured: usize,
    along: usize,
    count: u32,
    array: bool,
    countable: bool,
    whole: bool,
    buffers: Option<u32>,
    dynamic: Option<usize>,
}

impl<'p, 'a> Walker<'p, 'a> {
    /// At the start of a path, with ranges allowed.
    pub(super) fn new(
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
            countable: false,
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

    /// Takes one element of a pattern.
    pub(super) fn step(&mut self, element: &Element) -> Result<(), Reason> {
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
        if range == Ranges::Vectors {
            self.along = self.captured;
            self.countable = true;
        }
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
        self.countable = true;
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
