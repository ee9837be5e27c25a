//! # passthrough-emits
//!
//! A passthrough geometry program gives the primitive that came in; it emits no vertices and ends no strips.
//!
//! ```text reject
//! !!NVgp5.0
//! OPTION NV_geometry_program_passthrough;
//! PRIMITIVE_IN TRIANGLES;
//! «EMIT»;
//! END
//! ```
//!
//! ```text accept
//! !!NVgp5.0
//! PRIMITIVE_IN TRIANGLES;
//! PRIMITIVE_OUT POINTS;
//! VERTICES_OUT 1;
//! EMIT;
//! END
//! ```

use quadrille_base::{Diagnostic, Span, rule};

rule!(
    PASSTHROUGH_EMITS,
    "passthrough-emits",
    Error,
    "a passthrough program emits a vertex or ends a strip",
    ["#326", "#327", "#328"],
    "passthrough_emits.rs"
);

/// EMIT, EMITS or ENDPRIM in a passthrough program.
pub(crate) fn at(span: Span, option: &str) -> Diagnostic {
    let message = format!("a program with the option `{option}` emits nothing itself");
    Diagnostic::new(&PASSTHROUGH_EMITS, span, message)
}
