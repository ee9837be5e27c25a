//! # relative-offset-out-of-range
//!
//! What is added to an address register is from -64 to 63 in the ARB languages.
//!
//! ```text reject
//! !!ARBvp1.0
//! ADDRESS a;
//! PARAM p[2] = { program.env[0..1] };
//! ARL a.x, vertex.position.x;
//! MOV result.position, p[a.x + «64»];
//! END
//! ```
//!
//! ```text accept
//! !!ARBvp1.0
//! ADDRESS a;
//! PARAM p[2] = { program.env[0..1] };
//! ARL a.x, vertex.position.x;
//! MOV result.position, p[a.x + 63];
//! END
//! ```

use quadrille_base::{Diagnostic, Span, rule};

rule!(
    RELATIVE_OFFSET_OUT_OF_RANGE,
    "relative-offset-out-of-range",
    Error,
    "the offset of a relative index is out of range",
    ["#8", "#40", "#136", "#199", "#293"],
    "relative_offset_out_of_range.rs"
);

/// An offset outside the range.
pub(crate) fn at(span: Span, least: i64, most: i64) -> Diagnostic {
    Diagnostic::new(
        &RELATIVE_OFFSET_OUT_OF_RANGE,
        span,
        format!("this offset is from {least} to {most}"),
    )
}
