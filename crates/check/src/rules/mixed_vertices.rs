//! # mixed-vertices
//!
//! Where the bindings of an array leave the number of the vertex to an index, all of them do.
//!
//! ```text reject
//! !!NVtcp5.0
//! VERTICES_OUT 3;
//! ATTRIB a[] = { vertex.attrib[0], «vertex[1].attrib[1]» };
//! MOV result.position, a[0][1];
//! END
//! ```
//!
//! ```text accept
//! !!NVtcp5.0
//! VERTICES_OUT 3;
//! ATTRIB a[] = { vertex.attrib[0], vertex.in.attrib[1] };
//! MOV result.position, a[0][1];
//! END
//! ```

use quadrille_base::{Diagnostic, Span, rule};

rule!(
    MIXED_VERTICES,
    "mixed-vertices",
    Error,
    "an array mixes bindings with and without the number of a vertex",
    ["#279"],
    "mixed_vertices.rs"
);

/// A binding of another form than the first.
pub(crate) fn at(span: Span) -> Diagnostic {
    let message = "some bindings of the array name a vertex and some do not";
    Diagnostic::new(&MIXED_VERTICES, span, message)
}
