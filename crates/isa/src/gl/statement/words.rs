//! The words that a parser has to know.

use std::sync::LazyLock;

use super::{MODIFIERS, SECOND_SPELLINGS, STATEMENTS, Statement};
use crate::gl::availability::Availability;
use crate::gl::language::LanguageSet;

/// The words of a language that a parser has to know before it has read any option: those that the language
/// has, and those that one of its options could bring.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct StatementWords {
    /// Words that open a statement.
    pub declarations: &'static [&'static str],
    /// Words that may stand before them.
    pub modifiers: &'static [&'static str],
    /// Opening words whose statement may end without `;`.
    pub unterminated: &'static [&'static str],
}

/// The words for one set of languages.
#[derive(Debug)]
struct WordLists {
    languages: LanguageSet,
    declarations: Vec<&'static str>,
    modifiers: Vec<&'static str>,
    unterminated: Vec<&'static str>,
}

/// The statement words of a header's language.
pub fn words(language: LanguageSet) -> StatementWords {
    static LISTS: LazyLock<Vec<WordLists>> = LazyLock::new(|| {
        // ARB programs get the words of their options, which add to the language.
        let arb_fragment = LanguageSet::AF.or(LanguageSet::AF1);
        [
            LanguageSet::V10,
            LanguageSet::VS,
            LanguageSet::V11,
            LanguageSet::V20,
            LanguageSet::F10,
        ]
        .into_iter()
        .chain([LanguageSet::AV, arb_fragment, LanguageSet::ATI])
        .chain([
            LanguageSet::NV4,
            LanguageSet::N50,
            LanguageSet::C50,
            LanguageSet::F20,
        ])
        .map(WordLists::new)
        .collect()
    });
    let mut lists = LISTS.iter();
    let own = lists.find(|lists| lists.languages == language);
    own.or_else(|| LISTS.iter().find(|lists| lists.languages.meets(language)))
        .map_or(
            StatementWords {
                declarations: &[],
                modifiers: &[],
                unterminated: &[],
            },
            |lists| StatementWords {
                declarations: &lists.declarations,
                modifiers: &lists.modifiers,
                unterminated: &lists.unterminated,
            },
        )
}

impl WordLists {
    fn new(languages: LanguageSet) -> WordLists {
        let has = |availability: &Availability| {
            let by_option = availability.by_option.iter().any(|(by, _)| by.meets(languages));
            by_option || availability.languages.meets(languages)
        };
        let statements = || STATEMENTS.iter().filter(|row| has(&row.availability));
        let seconds = || {
            let of_language = |(_, statement): &&(&str, Statement)| has(&statement.row().availability);
            SECOND_SPELLINGS.iter().filter(of_language)
        };
        WordLists {
            languages,
            declarations: statements()
                .map(|row| row.word)
                .chain(seconds().map(|(word, _)| *word))
                .collect(),
            modifiers: MODIFIERS
                .iter()
                .filter(|row| has(&row.availability))
                .map(|row| row.word)
                .collect(),
            unterminated: statements()
                .filter(|row| row.unterminated)
                .map(|row| row.word)
                .chain(seconds().map(|(word, _)| *word))
                .collect(),
        }
    }
}
