//! Programs made from the tables: any bytes choose a header, options, declarations and instructions that the
//! tables have for it, with operands of the shapes that the rows state, and then a few tokens that do not fit.
//!
//! Most programs break some rule. [`accepted`] strikes the lines that the checker complains of, until what is left
//! is a program.

mod ati;
mod writer;

use arbitrary::{Result, Unstructured};
use quadrille_base::Span;
use quadrille_check::{Options, check};
use quadrille_isa::gl::LanguageSet;
use quadrille_isa::gl::profile::PROFILES;
use quadrille_program::Program;

/// How often the checker's complaints are struck out before a program is given up.
const REPAIRS: usize = 4;

/// The options under which generated programs are judged.
pub fn options() -> Options {
    Options::default()
}

/// A program that the bytes choose and the checker accepts, with its text.
pub fn accepted(bytes: &[u8]) -> Option<(String, Program)> {
    let mut text = text(bytes).ok()?;
    for _ in 0..REPAIRS {
        let checked = check(&text, &options());
        if let Some(program) = checked.program {
            return Some((text, program));
        }
        let places: Vec<Span> = checked.errors().map(|error| error.span).collect();
        text = without_lines(&text, &places);
    }
    None
}

/// A text that the bytes choose.
pub fn text(bytes: &[u8]) -> Result<String> {
    let mut choices = Unstructured::new(bytes);
    let profile = choices.choose(PROFILES)?;
    let mut text = if profile.language == LanguageSet::ATI {
        ati::program(&mut choices)?
    } else {
        writer::Writer::new(profile, &mut choices)?.program()?
    };
    if choices.ratio(1, 4)? {
        text = misplaced(&text, &mut choices)?;
    }
    Ok(text)
}

/// The text without the lines, but the first, in which these places begin.
fn without_lines(text: &str, places: &[Span]) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let end = start + line.len();
        let holds = |place: &Span| (start..end).contains(&(place.start as usize));
        if start == 0 || !places.iter().any(holds) {
            kept.push_str(line);
        }
        start = end;
    }
    kept
}

/// The text with one or two words put where another stood.
fn misplaced(text: &str, choices: &mut Unstructured<'_>) -> Result<String> {
    let mut words: Vec<&str> = text.split_inclusive([' ', ',', '.', '[', '\n']).collect();
    for _ in 0..choices.int_in_range(1..=2)? {
        let (to, from) = (
            choices.choose_index(words.len())?,
            choices.choose_index(words.len())?,
        );
        if choices.arbitrary()? {
            words.swap(to, from);
        } else {
            words[to] = words[from];
        }
    }
    Ok(words.concat())
}
