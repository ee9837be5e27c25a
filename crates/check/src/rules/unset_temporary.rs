//! # unset-temporary
//!
//! A temporary holds nothing in particular until it is written; each of its components by itself.
//!
//! ```text warn
//! !!ARBfp1.0
//! TEMP a, b;
//! MOV a.xy, fragment.color;
//! «ADD b, a, a»;
//! MOV result.color, b;
//! END
//! ```
//!
//! ```text accept
//! !!ARBfp1.0
//! TEMP a, b;
//! MOV a.xy, fragment.color;
//! ADD b, a.xyxy, a.yyyy;
//! MOV result.color, b;
//! END
//! ```

use quadrille_base::{Diagnostic, Span, rule};

rule!(
    UNSET_TEMPORARY,
    "unset-temporary",
    Warning,
    "a temporary is read before it is written",
    ["ARB_vertex_program 2.14.3.6", "ARB_fragment_program 3.11.3.5"],
    "unset_temporary.rs"
);

/// The first instruction that reads such components of a temporary.
pub(crate) fn at(instruction: Span, name: &str, components: &str) -> Diagnostic {
    let message = format!("`{name}.{components}` is read here and written nowhere before");
    Diagnostic::new(&UNSET_TEMPORARY, instruction, message)
}
