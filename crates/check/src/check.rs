//! A whole check: the header says the language, and the walk goes over the program in pieces.

use quadrille_base::{Diagnostic, Span};
use quadrille_isa::gl::profile::{DRIVER_PROFILES, PROFILES, Profile};
use quadrille_isa::gl::{LanguageSet, ProgramOption};
use quadrille_syntax::{Pieces, preprocess};

use crate::checked::Checked;
use crate::comments;
use crate::foreign::foreign;
use crate::language::Language;
use crate::options::Options;
use crate::reread::{is_rejected, reread};
use crate::rules;
use crate::state::diagnostics::Unlisted;
use crate::walk::Walk;
use crate::words::words;

/// The number of statements that are read before they are checked: as many as lie in the caches with all that is known
/// of them, so that a long program takes memory for its instructions alone.
const PIECE: usize = 256;

/// Checks one program, header to END. Never fails: what is wrong is in the diagnostics, with its place in the text,
/// also of a text that is preprocessed.
pub fn check(text: &str, options: &Options) -> Checked {
    let Some(macros) = &options.preprocess else {
        return check_program(text, options).with_line_ends_of(text);
    };
    match preprocess(text, macros) {
        Ok(pass) => check_program(&pass.text, options)
            .before(&pass)
            .with_line_ends_of(text),
        Err(problems) => Checked {
            program: None,
            diagnostics: problems.iter().map(rules::preprocessor::at).collect(),
            unlisted: Unlisted::default(),
        },
    }
}

fn check_program(text: &str, options: &Options) -> Checked {
    let profiles: Vec<&'static Profile> = PROFILES.iter().chain(DRIVER_PROFILES).collect();
    let headers: Vec<&str> = profiles.iter().map(|profile| profile.header).collect();
    let found = quadrille_syntax::header(text, &headers).or_else(|| {
        // Comments of C may stand before it.
        let (_, meant) = comments::found(text, text)?;
        quadrille_syntax::header(&meant, &headers)
    });
    let Some(header) = found else {
        return Checked {
            program: None,
            diagnostics: vec![
                foreign(text).unwrap_or_else(|| unknown_header(text, &headers[..PROFILES.len()])),
            ],
            unlisted: Unlisted::default(),
        };
    };
    let profile = profiles[header.index];
    let checked = check_with(text, profile, options, &[]);
    if !is_rejected(&checked) {
        return checked;
    }
    reread(text, profile, options, checked, |text, given| {
        check_with(text, profile, options, given)
    })
}

/// Checks a program as if it named these options too.
fn check_with(text: &str, profile: &'static Profile, options: &Options, given: &[ProgramOption]) -> Checked {
    let words = words(profile);
    let ati = profile.language.meets(LanguageSet::ATI);
    let mut pieces = Pieces::new(text, &words, if ati { usize::MAX } else { PIECE });
    let language = given
        .iter()
        .fold(Language::new(profile), |language, option| language.with(*option));
    let mut walk = Walk::new(text, language, options);
    let mut first = true;
    while let Some(tree) = pieces.advance() {
        if first {
            walk.begin(tree);
            first = false;
        }
        walk.piece(tree);
    }
    walk.whole(pieces.tree());
    walk.finish()
}

fn unknown_header(text: &str, headers: &[&str]) -> Diagnostic {
    let start = text.len() - text.trim_start().len();
    let word = text[start..]
        .split(|c: char| c.is_whitespace() || c == ';')
        .next()
        .unwrap_or_default();
    let near = quadrille_base::suggest::nearest(word, headers.iter().copied());
    rules::unknown_header::at(Span::new(start as u32, (start + word.len()) as u32), near)
}
