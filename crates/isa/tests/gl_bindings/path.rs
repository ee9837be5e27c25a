//! Written paths and their look-up, for the tests of bindings.

use quadrille_isa::gl::binding::{Match, Mismatch, PathPart, Reason, find};
use quadrille_isa::gl::{Binding, Features, Limits, Profile, ProgramOption};

/// A written path, taken apart as the parser does it: words, indices, ranges; a register in brackets is an
/// index known at run time.
pub(crate) fn path(text: &str) -> Vec<PathPart<'_>> {
    let mut parts = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        if let Some(inside) = rest.strip_prefix('[') {
            let (inside, after) = inside.split_once(']').expect("a bracket closes");
            rest = after;
            parts.push(match inside.split_once("..") {
                Some((from, to)) => PathPart::Range(from.parse().unwrap(), to.parse().unwrap()),
                None if inside.is_empty() => PathPart::Index(None),
                None => inside
                    .parse()
                    .map_or(PathPart::Dynamic, |index| PathPart::Index(Some(index))),
            });
        } else if rest.starts_with('(') {
            rest = rest.split_once(')').expect("a parenthesis closes").1;
            parts.push(PathPart::Arguments);
        } else {
            let word = rest.strip_prefix('.').unwrap_or(rest);
            let end = word.find(['.', '[', '(']).unwrap_or(word.len());
            parts.push(PathPart::Word(&word[..end]));
            rest = &word[end..];
        }
    }
    parts
}

pub(crate) fn features(header: &str, options: &[ProgramOption]) -> Features {
    let features = Profile::of(header).expect("a header").features();
    options
        .iter()
        .fold(features, |features, option| features.with(*option))
}

pub(crate) fn look(header: &str, text: &str) -> Result<Match, Mismatch> {
    find(&path(text), &features(header, &[]), &Limits::DESKTOP)
}

pub(crate) fn binding(header: &str, text: &str) -> Binding {
    let found = look(header, text).unwrap_or_else(|wrong| panic!("{header} {text}: {wrong:?}"));
    assert_eq!((found.consumed, found.count), (path(text).len(), 1), "{text}");
    found.first
}

pub(crate) fn reason(header: &str, options: &[ProgramOption], text: &str) -> (usize, Reason) {
    let wrong = find(&path(text), &features(header, options), &Limits::DESKTOP).expect_err(text);
    (wrong.part, wrong.reason)
}
