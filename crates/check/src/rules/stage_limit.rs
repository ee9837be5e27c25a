//! # stage-limit
//!
//! The numbers that a program declares of its stage have limits: vertices that go out, invocations, the work group, shared memory.
//!
//! ```text reject limits output-vertices 256
//! !!NVgp4.0
//! PRIMITIVE_IN TRIANGLES;
//! PRIMITIVE_OUT TRIANGLE_STRIP;
//! VERTICES_OUT «257»;
//! EMIT;
//! END
//! ```
//!
//! ```text reject
//! !!NVgp4.0
//! PRIMITIVE_IN TRIANGLES;
//! PRIMITIVE_OUT TRIANGLE_STRIP;
//! VERTICES_OUT «0»;
//! EMIT;
//! END
//! ```
//!
//! ```text accept limits output-vertices 256
//! !!NVgp4.0
//! PRIMITIVE_IN TRIANGLES;
//! PRIMITIVE_OUT TRIANGLE_STRIP;
//! VERTICES_OUT 256;
//! EMIT;
//! END
//! ```

use quadrille_base::{Diagnostic, Span, rule};
use quadrille_isa::gl::limit::LimitRow;

rule!(
    STAGE_LIMIT,
    "stage-limit",
    Error,
    "a number that the stage declares is out of range",
    ["#232", "#236", "#274", "#287", "#294", "#298"],
    "stage_limit.rs"
);

/// A number outside its range.
pub(crate) fn at(span: Span, least: u32, most: u32, limit: &LimitRow) -> Diagnostic {
    let message = format!(
        "this number is from {least} to {most} here, by the limit `{}`",
        limit.name
    );
    Diagnostic::new(&STAGE_LIMIT, span, message)
}

/// Numbers whose product is too large.
pub(crate) fn product(span: Span, most: u32, limit: &LimitRow) -> Diagnostic {
    let message = format!(
        "the product of these is at most {most}, by the limit `{}`",
        limit.name
    );
    Diagnostic::new(&STAGE_LIMIT, span, message)
}
