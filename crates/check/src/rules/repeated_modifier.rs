//! # repeated-modifier
//!
//! An instruction has one modifier of each kind at most, whether it is a suffix or stands behind a point.
//! `CVT` alone has two formats.
//!
//! ```text reject
//! !!NVvp4.0
//! ADD.F.«S» result.position, vertex.position, vertex.position;
//! END
//! ```
//!
//! ```text accept
//! !!NVvp4.0
//! ADD.F.CC result.position, vertex.position, vertex.position;
//! END
//! ```

use quadrille_base::{Diagnostic, Span, rule};

rule!(
    REPEATED_MODIFIER,
    "repeated-modifier",
    Error,
    "an instruction has two modifiers of one kind",
    ["#194", "#197", "#241", "#242", "#273", "#299a", "#318"],
    "repeated_modifier.rs"
);

/// A second modifier of a kind.
pub(crate) fn at(span: Span, before: Span) -> Diagnostic {
    Diagnostic::new(
        &REPEATED_MODIFIER,
        span,
        "the instruction has a modifier of this kind already",
    )
    .label(before, "it is here")
}

/// A base type and a storage modifier, of which an image store has one or the other.
pub(crate) fn type_and_storage(span: Span, before: Span) -> Diagnostic {
    Diagnostic::new(
        &REPEATED_MODIFIER,
        span,
        "a base type and a storage modifier do not stand together",
    )
    .label(before, "the base type")
}
