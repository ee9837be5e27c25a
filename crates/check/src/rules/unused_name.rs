//! # unused-name
//!
//! A name that no instruction uses is often a slip of the pen, and costs a register where these are few.
//!
//! ```text warn
//! !!ARBfp1.0
//! TEMP a, «b»;
//! MOV a, fragment.color;
//! MOV result.color, a;
//! END
//! ```
//!
//! ```text accept
//! !!ARBfp1.0
//! TEMP a;
//! MOV a, fragment.color;
//! MOV result.color, a;
//! END
//! ```

use quadrille_base::{Diagnostic, Span, rule};

rule!(
    UNUSED_NAME,
    "unused-name",
    Warning,
    "a name is declared and not used",
    ["ARB_vertex_program 2.14.3"],
    "unused_name.rs"
);

/// The declaration of such a name.
pub(crate) fn at(declaration: Span, name: &str) -> Diagnostic {
    Diagnostic::new(&UNUSED_NAME, declaration, format!("no instruction uses `{name}`"))
}
