//! # no-division
//!
//! Plain ARB programs do not divide: they multiply by a reciprocal.
//!
//! ```text reject
//! !!ARBvp1.0
//! MOV result.position, vertex.position;
//! «DIV» result.color, vertex.color, vertex.color.w;
//! END
//! ```
//!
//! ```text accept
//! !!ARBvp1.0
//! TEMP quotient;
//! MOV result.position, vertex.position;
//! RCP quotient.x, vertex.color.w;
//! MUL result.color, vertex.color, quotient.x;
//! END
//! ```

use quadrille_base::{Diagnostic, Span, rule};

rule!(
    NO_DIVISION,
    "no-division",
    Error,
    "a plain ARB program divides",
    ["ARB_vertex_program 2.14.5", "ARB_fragment_program 3.11.5"],
    "no_division.rs"
);

/// `DIV`, and the statement with what stands for it, where that is plain.
pub(crate) fn at(opcode: Span, instead: Option<(Span, String)>) -> Diagnostic {
    let message = "plain ARB programs have no `DIV`";
    let diagnostic =
        Diagnostic::new(&NO_DIVISION, opcode, message).hint("`RCP` and `MUL` are for all implementations");
    match instead {
        Some((statement, text)) => diagnostic.fix("multiply by the reciprocal", statement, text),
        None => diagnostic,
    }
}
