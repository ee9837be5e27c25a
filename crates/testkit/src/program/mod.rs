//! Programs made from the tables: choices take a header, options, declarations and instructions that the tables have
//! for it, with operands of the shapes that the rows state, and now and then words that do not fit.
//!
//! The text is only nearly right at first: [`accepted`] strikes the lines that the checker complains of, until what is
//! left is a program. So nothing here has to know its rules.

mod ati;
mod declarations;
mod disguise;
mod instruction;
mod suffix;
mod writer;

use quadrille::{Loaded, Session};
use quadrille_base::{Severity, Span};
use quadrille_isa::gl::profile::PROFILES;
use quadrille_isa::gl::{LanguageSet, Profile};

use crate::choices::Choices;

pub use ati::program as ati_program;
pub use declarations::program as declarations_program;
pub use disguise::disguised;
pub use writer::Writer;

/// The number of times that lines are struck out before a program is given up.
const REPAIRS: usize = 6;

/// A program that loads.
pub struct Made {
    /// Its text.
    pub text: String,
    /// The program.
    pub loaded: Loaded,
    /// Lines that the checker refused.
    pub refused: usize,
}

/// A program of any language that the choices make; `None` if what is left of it does not load.
pub fn accepted(session: &Session, choices: &mut Choices<'_>) -> Option<Made> {
    let profile = &PROFILES[choices.below(PROFILES.len())];
    accepted_of(session, profile, choices)
}

/// A program of a header that the choices make; `None` if what is left of it does not load.
pub fn accepted_of(session: &Session, profile: &Profile, choices: &mut Choices<'_>) -> Option<Made> {
    let mut text = if profile.language == LanguageSet::ATI {
        ati::program(choices)
    } else {
        Writer::new(profile, choices).program()
    };
    if choices.once_in(4) {
        text = misplaced(&text, choices);
    }
    repaired(session, text)
}

/// The rest of a text when the lines that the checker points at are struck; `None` if that does not load. Its
/// first line stays.
pub fn repaired(session: &Session, mut text: String) -> Option<Made> {
    let mut refused = 0;
    for _ in 0..=REPAIRS {
        let rejected = match session.load("generated", &text) {
            Ok(loaded) => {
                return Some(Made {
                    text,
                    loaded,
                    refused,
                });
            }
            Err(rejected) => rejected,
        };
        let errors = rejected.diagnostics.iter();
        let errors = errors.filter(|found| found.severity == Severity::Error);
        let places: Vec<Span> = errors.map(|error| error.span).collect();
        let (kept, struck) = without_lines(&text, &places);
        text = kept;
        refused += struck;
    }
    None
}

/// The text without the lines, but the first, in which these places begin, and how many those are.
pub fn without_lines(text: &str, places: &[Span]) -> (String, usize) {
    let mut kept = String::with_capacity(text.len());
    let mut start = 0;
    let mut struck = 0;
    for line in text.split_inclusive('\n') {
        let end = start + line.len();
        let holds = |place: &Span| (start..end).contains(&(place.start as usize));
        if start > 0 && places.iter().any(holds) {
            struck += 1;
        } else {
            kept.push_str(line);
        }
        start = end;
    }
    (kept, struck)
}

/// The text with one or two words put where another stood.
fn misplaced(text: &str, choices: &mut Choices<'_>) -> String {
    let mut words: Vec<&str> = text.split_inclusive([' ', ',', '.', '[', '\n']).collect();
    for _ in 0..choices.below(2) + 1 {
        let (to, from) = (choices.below(words.len()), choices.below(words.len()));
        if choices.once_in(2) {
            words.swap(to, from);
        } else {
            words[to] = words[from];
        }
    }
    words.concat()
}
