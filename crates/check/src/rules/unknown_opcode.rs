//! # unknown-opcode
//!
//! Each language has its own list of opcodes; options add to it.
//!
//! ```text reject
//! !!ARBvp1.0
//! TEMP t;
//! «LRP» t, vertex.position, vertex.color, vertex.normal;
//! END
//! ```
//!
//! ```text accept
//! !!ARBvp1.0
//! TEMP t;
//! MAD t, vertex.position, vertex.color, vertex.normal;
//! END
//! ```

use quadrille_base::{Diagnostic, Span, rule};

rule!(
    UNKNOWN_OPCODE,
    "unknown-opcode",
    Error,
    "an instruction does not exist in this language",
    [
        "#1", "#23", "#44", "#49", "#83", "#117", "#139h", "#140", "#174", "#238", "#321"
    ],
    "unknown_opcode.rs"
);

/// A word that is no opcode of the program's language.
pub(crate) fn at(span: Span, message: impl Into<String>, near: Option<&str>) -> Diagnostic {
    let diagnostic = Diagnostic::new(&UNKNOWN_OPCODE, span, message);
    super::suggested(diagnostic, "write the nearest word", near)
}
