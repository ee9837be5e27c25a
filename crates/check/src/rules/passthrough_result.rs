//! # passthrough-result
//!
//! A program with NV_geometry_program_passthrough takes points, lines or triangles. PASSTHROUGH names results that have an attribute of the same name, and no instruction writes them.
//!
//! ```text reject
//! !!NVgp5.0
//! OPTION NV_geometry_program_passthrough;
//! PRIMITIVE_IN TRIANGLES;
//! PASSTHROUGH «result.layer»;
//! END
//! ```
//!
//! ```text accept
//! !!NVgp5.0
//! OPTION NV_geometry_program_passthrough;
//! PRIMITIVE_IN TRIANGLES;
//! PASSTHROUGH result.position;
//! MOV result.layer.x, 1;
//! END
//! ```

use quadrille_base::{Diagnostic, Span, rule};

rule!(
    PASSTHROUGH_RESULT,
    "passthrough-result",
    Error,
    "a result cannot be passed through",
    ["#329", "#330", "#331"],
    "passthrough_result.rs"
);

/// A result that is no attribute.
pub(crate) fn no_attribute(span: Span) -> Diagnostic {
    let message = "no attribute of the vertices that come in corresponds to this result";
    Diagnostic::new(&PASSTHROUGH_RESULT, span, message)
}

/// Another primitive than a point, line or triangle.
pub(crate) fn primitive(span: Span) -> Diagnostic {
    let message = "a passthrough program takes POINTS, LINES or TRIANGLES";
    Diagnostic::new(&PASSTHROUGH_RESULT, span, message)
}

/// A result that an instruction writes.
#[allow(
    dead_code,
    reason = "noticed when the results of the NV languages are counted"
)]
pub(crate) fn written(span: Span, named: Span) -> Diagnostic {
    let message = "this result is copied and so cannot be written";
    Diagnostic::new(&PASSTHROUGH_RESULT, span, message).label(named, "named here")
}
