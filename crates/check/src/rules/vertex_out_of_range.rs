//! # vertex-out-of-range
//!
//! The number of a vertex is below the number of vertices that the primitive has, or that a tessellation control program makes.
//!
//! ```text reject
//! !!NVgp4.0
//! PRIMITIVE_IN TRIANGLES;
//! PRIMITIVE_OUT TRIANGLE_STRIP;
//! VERTICES_OUT 3;
//! MOV result.position, «vertex[3].position»;
//! EMIT;
//! END
//! ```
//!
//! ```text reject
//! !!NVtcp5.0
//! VERTICES_OUT 3;
//! MOV result.position, «vertex.out[3].position»;
//! END
//! ```
//!
//! ```text accept
//! !!NVgp4.0
//! PRIMITIVE_IN TRIANGLES;
//! PRIMITIVE_OUT TRIANGLE_STRIP;
//! VERTICES_OUT 3;
//! MOV result.position, vertex[2].position;
//! EMIT;
//! END
//! ```
//!
//! ```text accept
//! !!NVtcp5.0
//! VERTICES_OUT 3;
//! MOV result.position, vertex.in[3].position;
//! END
//! ```

use quadrille_base::{Diagnostic, Span, rule};

rule!(
    VERTEX_OUT_OF_RANGE,
    "vertex-out-of-range",
    Error,
    "the primitive has no such vertex",
    ["#237", "#280"],
    "vertex_out_of_range.rs"
);

/// A vertex that there is not.
pub(crate) fn at(span: Span, count: u32) -> Diagnostic {
    let message = match count {
        1 => "there is 1 vertex".to_owned(),
        _ => format!("there are {count} vertices"),
    };
    Diagnostic::new(&VERTEX_OUT_OF_RANGE, span, message)
}
