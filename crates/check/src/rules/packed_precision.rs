//! # packed-precision
//!
//! Packed words have 32 bits: they go to and come from registers of 32-bit components.
//!
//! ```text reject
//! !!FP1.0
//! PK2H «H0», f[COL0];
//! MOV o[COLR], H0;
//! END
//! ```
//!
//! ```text accept
//! !!FP1.0
//! PK2H R0, f[COL0];
//! MOV o[COLR], R0;
//! END
//! ```
//!
//! ```text reject
//! !!FP1.0
//! UP4B o[COLR], «H0.x»;
//! END
//! ```

use quadrille_base::{Diagnostic, Span, rule};

rule!(
    PACKED_PRECISION,
    "packed-precision",
    Error,
    "a packed word is in a register of 16 bits",
    [
        "#61", "#62", "#63", "#64", "#66", "#67", "#68", "#69", "#74", "#75", "#76", "#77", "#79", "#80",
        "#81", "#82"
    ],
    "packed_precision.rs"
);

/// A register of 16-bit components; `role` is what is done with it.
pub(crate) fn at(span: Span, role: &str) -> Diagnostic {
    let message = format!("a register that is {role} has 32-bit components");
    Diagnostic::new(&PACKED_PRECISION, span, message)
}
