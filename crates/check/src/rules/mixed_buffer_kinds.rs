//! # mixed-buffer-kinds
//!
//! The parameter buffer at a binding point is read by words, with BUFFER, or by vectors, with BUFFER4. CBUFFER goes with either.
//!
//! ```text reject
//! !!NVvp4.0
//! BUFFER a = program.buffer[0][1];
//! BUFFER4 «b = program.buffer[0][2]»;
//! MOV result.position, b;
//! END
//! ```
//!
//! ```text accept
//! !!NVvp4.0
//! BUFFER a = program.buffer[0][1];
//! BUFFER4 b = program.buffer[1][2];
//! MOV result.position, b;
//! END
//! ```

use quadrille_base::{Diagnostic, Span, rule};

rule!(
    MIXED_BUFFER_KINDS,
    "mixed-buffer-kinds",
    Error,
    "BUFFER and BUFFER4 have the same binding point",
    ["#192", "#239"],
    "mixed_buffer_kinds.rs"
);

/// The declaration that reads a buffer in the other way.
pub(crate) fn at(span: Span, before: Span) -> Diagnostic {
    let message = "this buffer is read both by words and by vectors";
    Diagnostic::new(&MIXED_BUFFER_KINDS, span, message).label(before, "the other way")
}
