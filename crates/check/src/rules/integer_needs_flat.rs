//! # integer-needs-flat
//!
//! Integers are not interpolated: a fragment attribute that is declared INT or UINT is declared FLAT too, unless the rasterizer makes it.
//!
//! ```text reject
//! !!NVfp4.0
//! «INT» ATTRIB a = fragment.attrib[0];
//! END
//! ```
//!
//! ```text accept
//! !!NVfp4.0
//! FLAT INT ATTRIB a = fragment.attrib[0];
//! END
//! ```

use quadrille_base::{Diagnostic, Span, rule};

rule!(
    INTEGER_NEEDS_FLAT,
    "integer-needs-flat",
    Error,
    "an integer attribute is not flat",
    ["#101"],
    "integer_needs_flat.rs"
);

/// INT or UINT without FLAT.
pub(crate) fn at(span: Span) -> Diagnostic {
    Diagnostic::new(&INTEGER_NEEDS_FLAT, span, "an integer attribute is FLAT").fix(
        "write FLAT before it",
        Span::at(span.start),
        "FLAT ",
    )
}
