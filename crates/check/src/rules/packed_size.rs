//! # packed-size
//!
//! An instruction that packs or unpacks 32-bit words has no use for a SHORT variable, and one that packs or
//! unpacks 64-bit values needs a LONG one.
//!
//! ```text reject
//! !!NVvp4.0
//! SHORT TEMP a;
//! PK2H «a.x», vertex.position;
//! END
//! ```
//!
//! ```text accept
//! !!NVvp4.0
//! TEMP a;
//! PK2H a.x, vertex.position;
//! END
//! ```

use quadrille_base::{Diagnostic, Span, rule};

rule!(
    PACKED_SIZE,
    "packed-size",
    Error,
    "a packed value is in a variable of the wrong size",
    [
        "#214", "#215", "#216", "#217", "#221", "#222", "#223", "#224", "#266", "#267"
    ],
    "packed_size.rs"
);

/// A SHORT variable that holds a packed word.
pub(crate) fn short(span: Span) -> Diagnostic {
    Diagnostic::new(&PACKED_SIZE, span, "a packed word does not fit a SHORT variable")
}

/// A variable that is not LONG and holds 64-bit values.
pub(crate) fn not_long(span: Span) -> Diagnostic {
    Diagnostic::new(
        &PACKED_SIZE,
        span,
        "a 64-bit value needs a variable declared LONG",
    )
}
