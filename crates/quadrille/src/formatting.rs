//! Programs of a text formatted: white space only, comments stay, and so does what stands between programs.

use std::convert::Infallible;

use quadrille_base::Span;
use quadrille_isa::gl::profile::PROFILES;
pub use quadrille_syntax::format::line_end;

/// Formats every program of a text. Formatting twice is the same as once.
pub fn format(text: &str) -> String {
    let headers = headers();
    let Ok(formatted) = rewrite::<Infallible>(text, |span| {
        let program = &text[span.range()];
        Ok(match quadrille_syntax::header(program, &headers) {
            Some(header) => {
                let words = quadrille_check::words(&PROFILES[header.index]);
                quadrille_syntax::format(program, &words)
            }
            None => program.to_owned(),
        })
    });
    formatted
}

fn headers() -> Vec<&'static str> {
    PROFILES.iter().map(|profile| profile.header).collect()
}

/// Puts something in the place of every program of a text; what stands between programs stays as it is, and the last
/// line is ended.
///
/// # Errors
///
/// What `program` fails with.
pub fn rewrite<E>(text: &str, mut program: impl FnMut(Span) -> Result<String, E>) -> Result<String, E> {
    let end = line_end(text);
    let mut out = String::with_capacity(text.len());
    let mut done = 0;
    for span in quadrille_syntax::split(text, &headers()) {
        out.push_str(&text[done..span.start as usize]);
        let new = program(span)?;
        // The end of the last line is the text's own.
        out.push_str(new.strip_suffix(end).unwrap_or(&new));
        done = span.end as usize;
    }
    out.push_str(&text[done..]);
    if done > 0 && done == text.len() {
        out.push_str(end);
    }
    Ok(out)
}
