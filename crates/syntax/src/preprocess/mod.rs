//! The conditional pass of a C preprocessor, for texts that engines keep with `#ifdef` in them.
//!
//! Lines whose first word is `#if`, `#ifdef`, `#ifndef`, `#elif`, `#else`, `#endif`, `#define` or `#undef`, directly
//! behind the mark, are read here; all others that begin with `#` are the comments that they are in the languages.
//! Macros have no arguments. What comes out remembers where it stood ([`Preprocessed::place`]).

mod directive;
mod expression;
mod macros;
mod map;

use quadrille_base::Span;

pub use macros::{BadDefinition, Macros};
use map::Map;

use crate::blank;
use directive::Directive;
use expression::evaluate;
use macros::{Budget, Spent};

/// The most bytes that macros add to a text.
pub const MOST_ADDED: usize = 16 << 20;

/// The most macros that are replaced in a text, those that others bring among them.
pub const MOST_REPLACED: usize = 1 << 20;

/// The deepest nesting of macros and of conditional groups.
pub const MOST_NESTED: usize = 64;

/// An error of a directive or an expansion.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PreprocessError {
    /// `#endif`, `#else` or `#elif` outside of a group.
    #[error("no `#if` is open that this could belong to")]
    NoGroup,
    /// `#else` or `#elif` behind `#else`.
    #[error("this group has an `#else` already")]
    AfterElse,
    /// A group without its end.
    #[error("this group has no `#endif`")]
    Unclosed,
    /// Too many groups in each other.
    #[error("groups are at most {MOST_NESTED} deep in each other")]
    Nested,
    /// A directive without the name that it needs.
    #[error("the name of a macro belongs here")]
    NameMissing,
    /// `#define F(x)`.
    #[error("a macro has no arguments here: write out what it stands for")]
    Arguments,
    /// A condition that is no expression of whole numbers.
    #[error("a condition is an expression of whole numbers, names and `defined`")]
    Expression,
    /// A condition that divides by zero.
    #[error("this divides by zero")]
    DivisionByZero,
    /// `#error`.
    #[error("the text asks for an error here")]
    Asked,
    /// `#include`.
    #[error("no file is included: give one text")]
    Include,
    /// Something behind a whole directive.
    #[error("only a comment may follow this directive")]
    Behind,
    /// Macros that become too much.
    #[error(
        "macros become too much: they add at most {MOST_ADDED} bytes, {MOST_REPLACED} are replaced, each at most \
         {MOST_NESTED} deep in others"
    )]
    TooLarge,
}

/// A problem and where it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Problem {
    /// The error.
    pub error: PreprocessError,
    /// Its span in the text.
    pub span: Span,
}

/// A text after the pass.
#[derive(Clone, Debug)]
pub struct Preprocessed {
    /// The result: lines of active groups, with macros replaced.
    pub text: String,
    map: Map,
}

impl Preprocessed {
    /// A text that nothing is done to.
    pub fn unchanged(text: impl Into<String>) -> Preprocessed {
        let text = text.into();
        let map = Map::identity(text.len());
        Preprocessed { text, map }
    }

    /// The span before the pass of a span of the text; of what came out of a macro, the span of its name.
    pub fn place(&self, span: Span) -> Span {
        self.map.place(span)
    }

    /// Whether a place holds nothing that came out of a macro.
    pub fn is_written(&self, span: Span) -> bool {
        self.map.is_written(span)
    }
}

/// A group of lines under a condition.
struct Group {
    opened: Span,
    /// Whether the lines around it are taken.
    around: bool,
    /// Whether an arm was taken.
    taken: bool,
    /// Whether the arm at hand is.
    active: bool,
    otherwise: bool,
}

/// Takes the lines of a text of at most 4 GiB whose conditions hold, and replaces macros: those given, and those that
/// the text defines. Time is linear in the length of the text and in what macros add.
///
/// # Errors
///
/// All directives that are wrong, or the place where macros become too much.
pub fn preprocess(text: &str, given: &Macros) -> Result<Preprocessed, Vec<Problem>> {
    if u32::try_from(text.len().saturating_add(MOST_ADDED)).is_err() {
        let (error, span) = (PreprocessError::TooLarge, Span::at(0));
        return Err(vec![Problem { error, span }]);
    }
    let mut macros = given.clone();
    let mut pass = Pass {
        text,
        out: String::with_capacity(text.len()),
        map: Map::default(),
        groups: Vec::new(),
        problems: Vec::new(),
        budget: Budget::default(),
    };
    let mut at = 0;
    while at < text.len() {
        let end = line_end(text, at);
        match Directive::of(&text[at..end]) {
            Some(directive) => {
                // A directive goes on where a line ends in `\`.
                let end = continued(text, at);
                pass.directive(directive, at, end, &mut macros);
                at = end;
            }
            None => {
                if pass.is_active() && pass.line(at, end, &macros).is_err() {
                    return Err(pass.problems);
                }
                at = end;
            }
        }
    }
    let unclosed = pass.groups.iter().map(|group| Problem {
        error: PreprocessError::Unclosed,
        span: group.opened,
    });
    pass.problems.extend(unclosed.take(MOST_PROBLEMS));
    if pass.problems.is_empty() {
        let Pass { out, map, .. } = pass;
        Ok(Preprocessed { text: out, map })
    } else {
        Err(pass.problems)
    }
}

/// The most wrong directives that are reported.
const MOST_PROBLEMS: usize = 1000;

struct Pass<'s> {
    text: &'s str,
    out: String,
    map: Map,
    groups: Vec<Group>,
    problems: Vec<Problem>,
    budget: Budget,
}

impl Pass<'_> {
    fn is_active(&self) -> bool {
        self.groups.last().is_none_or(|group| group.active)
    }

    fn wrong(&mut self, error: PreprocessError, span: Span) {
        if self.problems.len() < MOST_PROBLEMS {
            self.problems.push(Problem { error, span });
        }
    }

    /// A line of the program: its words are replaced, its comment stays.
    fn line(&mut self, at: usize, end: usize, macros: &Macros) -> Result<(), Spent> {
        let line = &self.text[at..end];
        let code = line.find('#').unwrap_or(line.len());
        let mut copied = 0;
        if !macros.is_empty() {
            for (start, word) in words(&line[..code]) {
                if !macros.is_defined(word) {
                    continue;
                }
                let span = Span::new((at + start) as u32, (at + start + word.len()) as u32);
                self.copy(at + copied, at + start);
                let before = self.out.len();
                if macros.expand(word, &mut self.out, &mut self.budget).is_err() {
                    self.problems = vec![Problem {
                        error: PreprocessError::TooLarge,
                        span,
                    }];
                    return Err(Spent);
                }
                self.map.replaced(span, self.out.len() - before);
                copied = start + word.len();
            }
        }
        self.copy(at + copied, end);
        Ok(())
    }

    fn copy(&mut self, from: usize, to: usize) {
        self.out.push_str(&self.text[from..to]);
        self.map.written(from, to - from);
    }

    fn directive(&mut self, directive: Directive, at: usize, end: usize, macros: &mut Macros) {
        let start = at + self.text[at..end].find('#').unwrap_or(0);
        let whole = &self.text[start..end];
        let span = Span::new(start as u32, (start + whole.trim_end().len()) as u32);
        let rest = whole.get(directive.word().len()..).unwrap_or_default();
        let rest = without_comments(&rest.replace("\\\r\n", " ").replace("\\\n", " "));
        let rest = rest.trim();
        match directive {
            Directive::If | Directive::Ifdef | Directive::Ifndef => self.open(directive, rest, span, macros),
            Directive::Elif => self.otherwise(Some(rest), span, macros),
            // What stands behind these is a remark, as compilers have it too.
            Directive::Else => self.otherwise(None, span, macros),
            Directive::Endif => {
                if self.groups.pop().is_none() {
                    self.wrong(PreprocessError::NoGroup, span);
                }
            }
            Directive::Define | Directive::Undef | Directive::Error | Directive::Include
                if !self.is_active() => {}
            Directive::Define => {
                if let Err(error) = macros.define_line(rest) {
                    self.wrong(error, span);
                }
            }
            Directive::Undef => match name(rest) {
                Some((name, behind)) => {
                    self.nothing_behind(behind, span);
                    macros.undefine(name);
                }
                None => self.wrong(PreprocessError::NameMissing, span),
            },
            Directive::Error => self.wrong(PreprocessError::Asked, span),
            Directive::Include => self.wrong(PreprocessError::Include, span),
        }
    }

    fn nothing_behind(&mut self, rest: &str, span: Span) {
        if !rest.is_empty() {
            self.wrong(PreprocessError::Behind, span);
        }
    }

    fn open(&mut self, directive: Directive, rest: &str, span: Span, macros: &Macros) {
        let around = self.is_active();
        let holds = around && self.holds(directive, rest, span, macros);
        if self.groups.len() == MOST_NESTED {
            self.wrong(PreprocessError::Nested, span);
        }
        self.groups.push(Group {
            opened: span,
            around,
            taken: holds,
            active: holds,
            otherwise: false,
        });
    }

    /// `#elif` with its condition, or `#else`.
    fn otherwise(&mut self, condition: Option<&str>, span: Span, macros: &Macros) {
        let Some(group) = self.groups.last() else {
            return self.wrong(PreprocessError::NoGroup, span);
        };
        let (open, twice) = (group.around && !group.taken, group.otherwise);
        if twice {
            return self.wrong(PreprocessError::AfterElse, span);
        }
        let holds = open
            && match condition {
                Some(condition) => self.holds(Directive::If, condition, span, macros),
                None => true,
            };
        if let Some(group) = self.groups.last_mut() {
            group.active = holds;
            group.taken |= holds;
            group.otherwise = condition.is_none();
        }
    }

    fn holds(&mut self, directive: Directive, rest: &str, span: Span, macros: &Macros) -> bool {
        let wanted = match directive {
            Directive::Ifdef => true,
            Directive::Ifndef => false,
            _ => {
                let found = evaluate(rest, macros, &mut self.budget);
                return match found {
                    Ok(value) => value != 0,
                    Err(error) => {
                        self.wrong(error, span);
                        false
                    }
                };
            }
        };
        match name(rest) {
            Some((name, behind)) => {
                self.nothing_behind(behind, span);
                macros.is_defined(name) == wanted
            }
            None => {
                self.wrong(PreprocessError::NameMissing, span);
                false
            }
        }
    }
}

/// The text behind a directive, up to a comment of the language or of C; a comment within it is a blank.
fn without_comments(rest: &str) -> String {
    let mut out = String::with_capacity(rest.len());
    let mut rest = rest;
    while let Some(at) = rest.find(['#', '/']) {
        let (before, mark) = rest.split_at(at);
        out.push_str(before);
        if mark.starts_with('#') || mark.starts_with("//") {
            return out;
        }
        rest = match mark.strip_prefix("/*").map(|comment| comment.split_once("*/")) {
            Some(Some((_, behind))) => behind,
            Some(None) => return out,
            None => &mark[1..],
        };
        out.push(if mark.starts_with("/*") { ' ' } else { '/' });
    }
    out.push_str(rest);
    out
}

/// The name that a text begins with, and what follows it.
fn name(text: &str) -> Option<(&str, &str)> {
    let (start, word) = words(text).next()?;
    (start == 0).then(|| (word, text[word.len()..].trim_start()))
}

/// The words of a text that may be names of macros, and where they begin.
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let part = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'$';
    let mut at = 0;
    std::iter::from_fn(move || {
        loop {
            let bytes = &text.as_bytes()[at..];
            let start = at + bytes.iter().position(|byte| part(*byte))?;
            let length = text.as_bytes()[start..]
                .iter()
                .take_while(|byte| part(**byte))
                .count();
            at = start + length;
            if !text.as_bytes()[start].is_ascii_digit() {
                return Some((start, &text[start..at]));
            }
        }
    })
}

/// The end of the line at `at`, with its line end.
fn line_end(text: &str, at: usize) -> usize {
    let end = blank::comment_end(text.as_bytes(), at);
    match &text.as_bytes()[end..] {
        [b'\r', b'\n', ..] => end + 2,
        [] => end,
        _ => end + 1,
    }
}

/// The end of the lines at `at` that are joined by `\`.
fn continued(text: &str, mut at: usize) -> usize {
    loop {
        let end = line_end(text, at);
        let goes_on = text[at..end].trim_end_matches(['\r', '\n']).ends_with('\\');
        if !goes_on || end == text.len() {
            return end;
        }
        at = end;
    }
}
