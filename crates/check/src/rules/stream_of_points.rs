//! # stream-of-points
//!
//! A geometry program with vertex streams makes points.
//!
//! ```text reject
//! !!NVgp5.0
//! PRIMITIVE_IN POINTS;
//! PRIMITIVE_OUT LINE_STRIP;
//! VERTICES_OUT 1;
//! «EMITS 0»;
//! END
//! ```
//!
//! ```text reject
//! !!NVgp5.0
//! PRIMITIVE_IN POINTS;
//! PRIMITIVE_OUT TRIANGLE_STRIP;
//! VERTICES_OUT 1;
//! «EMITS 0»;
//! END
//! ```
//!
//! ```text accept
//! !!NVgp5.0
//! PRIMITIVE_IN POINTS;
//! PRIMITIVE_OUT POINTS;
//! VERTICES_OUT 1;
//! EMITS 0;
//! END
//! ```

use quadrille_base::{Diagnostic, Span, rule};

rule!(
    STREAM_OF_POINTS,
    "stream-of-points",
    Error,
    "a vertex goes to a stream of a program that does not make points",
    ["#270"],
    "stream_of_points.rs"
);

/// EMITS in a program that makes lines or triangles.
pub(crate) fn at(span: Span, declared: Span) -> Diagnostic {
    Diagnostic::new(
        &STREAM_OF_POINTS,
        span,
        "only a program that makes points has vertex streams",
    )
    .label(declared, "declared here")
}
