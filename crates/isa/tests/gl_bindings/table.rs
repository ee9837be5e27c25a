//! The table checks itself: every form matches itself and nothing else, and no path is too odd.

use quadrille_isa::gl::binding::{BINDINGS, PathPart, candidates, find};
use quadrille_isa::gl::{Limits, ProgramOption, Role};

use crate::path::path;

/// Every text that a form can be written as, with numbers 0 and 1 where they may stand.
fn texts(pattern: &str) -> Vec<String> {
    let mut texts = vec![String::new()];
    let mut rest = pattern;
    while let Some(first) = rest.chars().next() {
        let close = match first {
            '[' => rest.find(']'),
            '(' => rest.find(')'),
            '{' => rest.find('}'),
            _ => None,
        };
        let (piece, after) = match close {
            Some(close) => rest.split_at(close + 1),
            None => rest.split_at(
                rest[1..]
                    .find(['.', '[', '(', '{'])
                    .map_or(rest.len(), |at| at + 1),
            ),
        };
        let (mark, after) = match after.chars().next() {
            Some(mark @ ('?' | '*')) if close.is_some() => (mark, &after[1..]),
            _ => (' ', after),
        };
        let mut choices: Vec<String> = match first {
            '[' if piece.starts_with("[=") => vec![String::new()],
            '[' => vec!["[0]".into()],
            '{' => vec![piece[1..piece.len() - 1].split('[').next().unwrap().to_owned() + "[0]"],
            '(' if piece == "(expression)" => vec!["(x)".into()],
            '(' => piece[1..piece.len() - 1].split('|').map(str::to_owned).collect(),
            _ => vec![piece.to_owned()],
        };
        if mark != ' ' {
            choices.push(String::new());
        }
        texts = texts
            .iter()
            .flat_map(|text| choices.iter().map(move |choice| format!("{text}{choice}")))
            .collect();
        rest = after;
    }
    texts
}

#[test]
fn every_form_matches_itself_and_nothing_else_does() {
    let programs: Vec<_> = quadrille_isa::gl::profile::PROFILES
        .iter()
        .map(|profile| {
            let accepted = quadrille_isa::gl::option::OPTIONS
                .iter()
                .filter(|row| row.accepts(profile.language, profile.stage));
            let wanted = accepted.filter(|row| row.option != ProgramOption::ArbPositionInvariant);
            wanted.fold(profile.features(), |features, row| features.with(row.option))
        })
        .collect();
    let mut tried = 0;
    for row in BINDINGS {
        assert_eq!(row.family.row().family, row.family);
        assert_eq!(row.contents.split(',').count(), 4, "{}", row.name);
        for form in row.forms {
            let having: Vec<_> = programs
                .iter()
                .filter(|features| form.check(features).is_ok())
                .collect();
            assert!(!having.is_empty(), "no program has {}", form.pattern);
            for text in texts(form.pattern) {
                for features in &having {
                    let parts = path(&text);
                    let found = find(&parts, features, &Limits::UNLIMITED)
                        .unwrap_or_else(|wrong| panic!("{text} in {features:?}: {wrong:?}"));
                    assert_eq!(found.consumed, parts.len(), "{text}");
                    assert_eq!(
                        found.row.family, row.family,
                        "{text} in {features:?} is two bindings"
                    );
                    tried += 1;
                    if row.role == Role::Handle || found.array {
                        continue;
                    }
                    // What is printed means the same.
                    let printed = found.first.text(features);
                    let again = find(&path(&printed), features, &Limits::UNLIMITED)
                        .unwrap_or_else(|wrong| panic!("{printed} for {text}: {wrong:?}"));
                    assert_eq!(again.first, found.first, "{text} printed as {printed}");
                }
            }
        }
    }
    assert!(tried > 1000, "{tried}");
}

proptest::proptest! {
    /// Whatever is written, the look-up answers, and points into what was written.
    #[test]
    fn no_path_is_too_odd(
        header in 0..quadrille_isa::gl::profile::PROFILES.len(),
        words in proptest::collection::vec((0usize..9, proptest::num::i64::ANY, 0usize..400), 0..8),
    ) {
        static WORDS: std::sync::LazyLock<Vec<&str>> = std::sync::LazyLock::new(|| {
            let patterns = BINDINGS.iter().flat_map(|row| row.forms).map(|form| form.pattern);
            patterns.flat_map(|pattern| pattern.split(['.', '[', ']', '(', ')', '{', '}', '|', '?', '*'])).collect()
        });
        let parts: Vec<PathPart<'_>> = words
            .iter()
            .map(|(kind, number, word)| match kind {
                0 => PathPart::Index(Some(*number)),
                1 => PathPart::Index(Some(number % 8)),
                2 => PathPart::Index(None),
                3 => PathPart::Range(number % 4, number % 7),
                4 => PathPart::Dynamic,
                5 => PathPart::Arguments,
                _ => PathPart::Word(WORDS[word % WORDS.len()]),
            })
            .collect();
        let features = quadrille_isa::gl::profile::PROFILES[header].features();
        for limits in [Limits::MINIMUM, Limits::UNLIMITED] {
            match find(&parts, &features, &limits) {
                Ok(found) => proptest::prop_assert!(found.consumed <= parts.len() && found.count > 0),
                Err(wrong) => {
                    proptest::prop_assert!(wrong.part <= wrong.end && wrong.end <= parts.len());
                    candidates(&parts, wrong.part, &features, &limits);
                }
            }
        }
    }
}
