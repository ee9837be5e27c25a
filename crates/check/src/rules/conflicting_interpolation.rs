//! # conflicting-interpolation
//!
//! FLAT stands with no other interpolation modifier, CENTROID not with SAMPLE. Variables of one attribute have the same modifiers, and so have those of the two colours.
//!
//! ```text reject
//! !!NVfp4.0
//! FLAT «CENTROID» ATTRIB t = fragment.texcoord[0];
//! MOV result.color, t;
//! END
//! ```
//!
//! ```text reject
//! !!NVfp4.0
//! FLAT ATTRIB t = fragment.texcoord[0];
//! ATTRIB u = «fragment.texcoord[0]»;
//! MOV result.color, t;
//! END
//! ```
//!
//! ```text accept
//! !!NVfp4.0
//! FLAT ATTRIB t = fragment.texcoord[0];
//! ATTRIB u = fragment.texcoord[1];
//! MOV result.color, t;
//! END
//! ```

use quadrille_base::{Diagnostic, Span, rule};

rule!(
    CONFLICTING_INTERPOLATION,
    "conflicting-interpolation",
    Error,
    "interpolation modifiers contradict each other",
    ["#104", "#106", "#107"],
    "conflicting_interpolation.rs"
);

/// Two modifiers that do not go together.
pub(crate) fn words(span: Span, before: Span) -> Diagnostic {
    let message = "this does not go with the modifier before it";
    Diagnostic::new(&CONFLICTING_INTERPOLATION, span, message).label(before, "this one")
}

/// An attribute that another declaration interpolates in another way; `same` if it is the very same, and not
/// the other colour.
pub(crate) fn attribute(span: Span, before: Span, same: bool) -> Diagnostic {
    let message = if same {
        "another variable interpolates this attribute in another way"
    } else {
        "the other colour is interpolated in another way"
    };
    Diagnostic::new(&CONFLICTING_INTERPOLATION, span, message).label(before, "declared here")
}
