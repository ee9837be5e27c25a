//! # fixed-interpolation
//!
//! Position, facing, fog coordinate and clip distances are interpolated in one way only, and whole numbers that the rasterizer makes are flat.
//!
//! ```text reject
//! !!NVfp4.0
//! «NOPERSPECTIVE» ATTRIB p = fragment.position;
//! MOV result.color, p;
//! END
//! ```
//!
//! ```text accept
//! !!NVfp4.0
//! NOPERSPECTIVE ATTRIB p = fragment.attrib[0];
//! MOV result.color, p;
//! END
//! ```

use quadrille_base::{Diagnostic, Span, rule};

rule!(
    FIXED_INTERPOLATION,
    "fixed-interpolation",
    Error,
    "an attribute does not take interpolation modifiers",
    ["#105"],
    "fixed_interpolation.rs"
);

/// Modifiers before an attribute that takes none, or only FLAT.
pub(crate) fn at(span: Span, attribute: Span) -> Diagnostic {
    let message = "this attribute is interpolated in one way only";
    Diagnostic::new(&FIXED_INTERPOLATION, span, message).label(attribute, "the attribute")
}
