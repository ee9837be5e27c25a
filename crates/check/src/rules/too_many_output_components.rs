//! # too-many-output-components
//!
//! One invocation of a geometry program emits a limited number of components: vertices times the components of results that the program writes.
//!
//! ```text reject limits total-output-components 12
//! !!NVgp4.0
//! PRIMITIVE_IN TRIANGLES;
//! PRIMITIVE_OUT TRIANGLE_STRIP;
//! «VERTICES_OUT 4»;
//! MOV result.position, vertex[0].position;
//! EMIT;
//! END
//! ```
//!
//! ```text accept limits total-output-components 12
//! !!NVgp4.0
//! PRIMITIVE_IN TRIANGLES;
//! PRIMITIVE_OUT TRIANGLE_STRIP;
//! VERTICES_OUT 3;
//! MOV result.position, vertex[0].position;
//! EMIT;
//! END
//! ```

use quadrille_base::{Diagnostic, Span, rule};

rule!(
    TOO_MANY_OUTPUT_COMPONENTS,
    "too-many-output-components",
    Error,
    "a geometry program may emit more components than the limit",
    ["#233", "#271"],
    "too_many_output_components.rs"
);

/// VERTICES_OUT of a program that may emit too much.
pub(crate) fn at(span: Span, most: u32, components: u32) -> Diagnostic {
    let message = format!(
        "this many vertices of {components} components are more than {most}, the limit `total-output-components`"
    );
    Diagnostic::new(&TOO_MANY_OUTPUT_COMPONENTS, span, message)
}
