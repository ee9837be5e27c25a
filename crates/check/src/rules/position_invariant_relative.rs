//! # position-invariant-relative
//!
//! A position-invariant `!!VP1.1` program addresses its parameters by number alone.
//!
//! ```text reject
//! !!VP1.1
//! OPTION NV_position_invariant;
//! ARL A0.x, v[COL0].x;
//! MOV o[COL0], c[«A0.x + 1»];
//! END
//! ```
//!
//! ```text accept
//! !!VP1.1
//! ARL A0.x, v[COL0].x;
//! MOV o[HPOS], c[A0.x + 1];
//! END
//! ```

use quadrille_base::{Diagnostic, Span, rule};

rule!(
    POSITION_INVARIANT_RELATIVE,
    "position-invariant-relative",
    Error,
    "a position-invariant program uses the address register",
    ["#22", "#33"],
    "position_invariant_relative.rs"
);

/// An index with an address register.
pub(crate) fn at(span: Span) -> Diagnostic {
    Diagnostic::new(
        &POSITION_INVARIANT_RELATIVE,
        span,
        "a position-invariant program of this language has no relative addressing",
    )
}
