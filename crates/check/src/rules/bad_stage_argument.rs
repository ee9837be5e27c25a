//! # bad-stage-argument
//!
//! The declarations of a stage take certain words or numbers.
//!
//! ```text reject
//! !!NVtep5.0
//! TESS_MODE «TRIANGLE»;
//! MOV result.position, vertex.tesscoord;
//! END
//! ```
//!
//! ```text accept
//! !!NVtep5.0
//! TESS_MODE TRIANGLES;
//! MOV result.position, vertex.tesscoord;
//! END
//! ```

use quadrille_base::{Diagnostic, Span, rule, suggest};

rule!(
    BAD_STAGE_ARGUMENT,
    "bad-stage-argument",
    Error,
    "a declaration of the stage has another argument than it takes",
    ["#229", "#230", "#232", "#236", "#288", "#299a"],
    "bad_stage_argument.rs"
);

/// An argument that is missing, too much or of another kind.
pub(crate) fn at(span: Span, message: &str) -> Diagnostic {
    Diagnostic::new(&BAD_STAGE_ARGUMENT, span, message)
}

/// A word that is none of those that belong here.
pub(crate) fn word(span: Span, word: Option<&str>, words: &[&'static str]) -> Diagnostic {
    let message = format!("one of these belongs here: {}", words.join(", "));
    let diagnostic = Diagnostic::new(&BAD_STAGE_ARGUMENT, span, message);
    match word.and_then(|word| suggest::nearest(word, words.iter().copied())) {
        Some(near) => diagnostic.fix(format!("write `{near}`"), span, near),
        None => diagnostic,
    }
}
