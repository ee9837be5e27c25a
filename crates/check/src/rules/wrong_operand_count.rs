//! # wrong-operand-count
//!
//! Each opcode takes a fixed number of operands.
//!
//! ```text reject
//! !!ARBvp1.0
//! «ADD result.position, vertex.position»;
//! END
//! ```
//!
//! ```text accept
//! !!ARBvp1.0
//! ADD result.position, vertex.position, vertex.color;
//! END
//! ```

use quadrille_base::{Diagnostic, Span, rule};

rule!(
    WRONG_OPERAND_COUNT,
    "wrong-operand-count",
    Error,
    "an instruction has too few or too many operands",
    ["#117", "#140", "#174"],
    "wrong_operand_count.rs"
);

/// A wrong number of operands, result included.
pub(crate) fn at(span: Span, opcode: &str, wanted: usize, found: usize) -> Diagnostic {
    let s = if wanted == 1 { "" } else { "s" };
    Diagnostic::new(
        &WRONG_OPERAND_COUNT,
        span,
        format!(
            "`{opcode}` takes {wanted} operand{s}, and {found} {} here",
            if found == 1 { "is" } else { "are" }
        ),
    )
}
