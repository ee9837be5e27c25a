//! The forms of all bindings by their first words, so that a look-up tries few.

use std::sync::LazyLock;

use super::path::PathPart;
use crate::gl::availability::Features;
use crate::gl::binding::pattern::{Element, parse};
use crate::gl::binding::{BINDINGS, BindingRow, Form};
use crate::gl::language::{LanguageSet, StageSet};

/// A form with its pattern taken apart.
pub(super) struct Compiled {
    pub(super) row: &'static BindingRow,
    pub(super) form: &'static Form,
    pub(super) elements: Vec<Element>,
    /// The last word that its pattern cannot do without.
    last: &'static str,
    /// Every language that has the form in some stage by some option.
    languages: LanguageSet,
    /// Every stage that has it in some language by some option.
    stages: StageSet,
}

impl Compiled {
    fn new(row: &'static BindingRow, form: &'static Form) -> Compiled {
        let mut languages = LanguageSet::NONE;
        let mut stages = StageSet::of(&[]);
        for availability in form.availability {
            let by_option = availability.by_option.iter().map(|(languages, _)| *languages);
            languages = by_option.fold(languages | availability.languages, LanguageSet::or);
            stages = stages.or(availability.stages);
        }
        let elements = parse(form.pattern);
        let mut last = "";
        for element in &elements {
            if let Element::Word(word) = element {
                last = word;
            }
        }
        Compiled {
            row,
            form,
            elements,
            last,
            languages,
            stages,
        }
    }

    /// False where no program of this language and stage has the form, whatever its options; decided
    /// without looking at each availability.
    const fn possible(&self, features: &Features) -> bool {
        self.stages.contains(features.stage) && self.languages.meets(features.languages)
    }

    /// Whether it may match these parts and the program may have it, as far as a glance tells.
    pub(super) fn likely(&self, parts: &[PathPart<'_>], features: &Features) -> bool {
        let has = |part: &PathPart<'_>| matches!(part, PathPart::Word(word) if *word == self.last);
        self.possible(features) && parts.iter().any(has)
    }

    /// The word at one place of its pattern; empty if there is none.
    fn word(&self, at: usize) -> &'static str {
        match self.elements.get(at) {
            Some(Element::Word(word)) => word,
            _ => "",
        }
    }
}

/// All forms that begin with one word.
pub(super) struct Opening {
    pub(super) word: &'static str,
    /// By their second word, sorted; those that have none are under the empty word, which comes first.
    seconds: Vec<(&'static str, Vec<Compiled>)>,
}

/// All forms, sorted by their first word.
pub(super) static OPENINGS: LazyLock<Vec<Opening>> = LazyLock::new(|| {
    let mut openings: Vec<Opening> = Vec::new();
    for row in BINDINGS {
        for form in row.forms {
            let compiled = Compiled::new(row, form);
            let (first, second) = (compiled.word(0), compiled.word(1));
            assert!(
                !first.is_empty(),
                "a pattern begins with a word: {}",
                form.pattern
            );
            let opening = match openings.iter().position(|opening| opening.word == first) {
                Some(at) => &mut openings[at],
                None => {
                    openings.push(Opening {
                        word: first,
                        seconds: vec![("", Vec::new())],
                    });
                    openings.last_mut().expect("it was just pushed")
                }
            };
            match opening.seconds.iter_mut().find(|(word, _)| *word == second) {
                Some((_, forms)) => forms.push(compiled),
                None => opening.seconds.push((second, vec![compiled])),
            }
        }
    }
    openings.sort_unstable_by_key(|opening| opening.word);
    for opening in &mut openings {
        opening.seconds.sort_unstable_by_key(|(word, _)| *word);
    }
    openings
});

impl Opening {
    /// The forms that begin with a word.
    pub(super) fn of(word: &str) -> Option<&'static Opening> {
        let openings = &*OPENINGS;
        let at = openings
            .binary_search_by_key(&word, |opening| opening.word)
            .ok()?;
        Some(&openings[at])
    }

    /// The forms that may match a path that goes on with this word; no word is empty.
    pub(super) fn going_on(&self, second: &str) -> impl Iterator<Item = &Compiled> + Clone {
        let at = self.seconds.binary_search_by_key(&second, |(word, _)| word);
        let with: &[Compiled] = match at {
            Ok(at) if at > 0 => &self.seconds[at].1,
            _ => &[],
        };
        with.iter().chain(&self.seconds[0].1)
    }

    /// All of them.
    pub(super) fn forms(&self) -> impl Iterator<Item = &Compiled> {
        self.seconds.iter().flat_map(|(_, forms)| forms)
    }
}
