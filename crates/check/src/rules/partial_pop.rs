//! # partial-pop
//!
//! `POPA` takes a whole address register from the stack, whatever the condition code says.
//!
//! ```text reject
//! !!ARBvp1.0
//! OPTION NV_vertex_program3;
//! ADDRESS A;
//! PUSHA A;
//! POPA «A.xy»;
//! MOV result.position, vertex.position;
//! END
//! ```
//!
//! ```text reject
//! !!ARBvp1.0
//! OPTION NV_vertex_program3;
//! ADDRESS A;
//! PUSHA A;
//! POPA A «(GT.x)»;
//! MOV result.position, vertex.position;
//! END
//! ```
//!
//! ```text accept
//! !!ARBvp1.0
//! OPTION NV_vertex_program3;
//! ADDRESS A;
//! PUSHA A;
//! POPA A.xyzw (TR);
//! MOV result.position, vertex.position;
//! END
//! ```

use quadrille_base::{Diagnostic, Span, rule};

rule!(
    PARTIAL_POP,
    "partial-pop",
    Error,
    "POPA writes less than a whole address register",
    ["#47", "#48"],
    "partial_pop.rs"
);

/// A write mask or a condition of POPA.
pub(crate) fn at(span: Span) -> Diagnostic {
    Diagnostic::new(&PARTIAL_POP, span, "`POPA` writes all four components, always")
}
