//! # untranslatable
//!
//! A target language cannot say what the program asks for: GLSL ES 1.00 has no integers, GLSL ES no
//! rectangle textures. The note says what the target lacks, and names the emulation that may be allowed
//! instead, where there is one.
//!
//! ```text reject
//! !!ARBfp1.0
//! TEX result.color, fragment.texcoord, texture[0], «RECT»;
//! END
//! ```

use quadrille_base::{Diagnostic, Span, rule};

use crate::options::Emulation;
use crate::target::{Feature, Target};

rule!(
    UNTRANSLATABLE,
    "untranslatable",
    Error,
    "the target cannot say what the program asks for",
    [],
    "rules.rs"
);

/// The target has no such feature.
pub(crate) fn missing(
    span: Span,
    target: Target,
    feature: Feature,
    emulation: Option<Emulation>,
) -> Diagnostic {
    let name = target.row().doc.split(',').next().unwrap_or_default();
    let found = Diagnostic::new(
        &UNTRANSLATABLE,
        span,
        format!("{name} has no {}", feature.row().doc),
    );
    let found = match target.with(feature) {
        Some(other) => found.note(format!("the target `{}` has them", other.row().name)),
        None => found,
    };
    match emulation {
        Some(emulation) => found.note(format!("the emulation `{}` may be allowed", emulation.name())),
        None => found,
    }
}

/// Something that no target, or not this one, can say.
pub(crate) fn unsupported(span: Span, what: impl Into<String>) -> Diagnostic {
    Diagnostic::new(&UNTRANSLATABLE, span, what)
}
