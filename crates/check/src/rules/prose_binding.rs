//! # prose-binding
//!
//! NV_tessellation_program5 calls the generic attributes of the outgoing patch `primitive.out.attrib` in its
//! prose and `primitive.out.patch.attrib` in its grammar. The name of the prose is read as that of the grammar,
//! and other readers may not know it.
//!
//! ```text warn
//! !!NVtcp5.0
//! VERTICES_OUT 3;
//! TEMP a;
//! MOV a, primitive.out.«attrib»[0];
//! END
//! ```
//!
//! ```text accept
//! !!NVtcp5.0
//! VERTICES_OUT 3;
//! TEMP a;
//! MOV a, primitive.out.patch.attrib[0];
//! END
//! ```

use quadrille_base::{Diagnostic, Span, rule};

rule!(
    PROSE_BINDING,
    "prose-binding",
    Warning,
    "a binding has the name that only the prose of its specification has",
    ["A16"],
    "prose_binding.rs"
);

/// The word that has another name in the grammar.
pub(crate) fn at(span: Span) -> Diagnostic {
    let message = "the grammar has `patch.attrib` here";
    Diagnostic::new(&PROSE_BINDING, span, message).fix("write it so", span, "patch.attrib")
}
