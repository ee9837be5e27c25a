//! # attribute-of-patch
//!
//! A geometry program reads tessellation levels and attributes of a patch only where patches come in.
//!
//! ```text reject
//! !!NVgp5.0
//! PRIMITIVE_IN LINES;
//! PRIMITIVE_OUT POINTS;
//! VERTICES_OUT 1;
//! MOV result.position, «primitive.tessouter[0]»;
//! EMIT;
//! END
//! ```
//!
//! ```text accept
//! !!NVgp5.0
//! PRIMITIVE_IN PATCHES;
//! PRIMITIVE_OUT POINTS;
//! VERTICES_OUT 1;
//! MOV result.position, primitive.tessouter[0];
//! EMIT;
//! END
//! ```

use quadrille_base::{Diagnostic, Span, rule};

rule!(
    ATTRIBUTE_OF_PATCH,
    "attribute-of-patch",
    Error,
    "an attribute of patches is read where none come in",
    ["#244", "#245", "#246", "#247"],
    "attribute_of_patch.rs"
);

/// An attribute of a patch where no patch comes in.
pub(crate) fn at(span: Span, declared: Span) -> Diagnostic {
    let message = "the primitive that comes in is no patch";
    Diagnostic::new(&ATTRIBUTE_OF_PATCH, span, message).label(declared, "declared here")
}
