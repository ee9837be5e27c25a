//! # too-many-address-registers
//!
//! The number of address registers of a program is limited.
//!
//! ```text reject limits vertex-address-registers 1
//! !!ARBvp1.0
//! ADDRESS a, «b»;
//! END
//! ```
//!
//! ```text accept limits vertex-address-registers 1
//! !!ARBvp1.0
//! ADDRESS a;
//! END
//! ```

use quadrille_base::{Diagnostic, Span, rule};

rule!(
    TOO_MANY_ADDRESS_REGISTERS,
    "too-many-address-registers",
    Error,
    "a program has more address registers than the limit",
    ["#131", "#45"],
    "too_many_address_registers.rs"
);

/// The first of the address registers that is one too many; `limit` is what is left after deductions.
pub(crate) fn at(span: Span, limit: u32, counted: u32) -> Diagnostic {
    Diagnostic::new(
        &TOO_MANY_ADDRESS_REGISTERS,
        span,
        format!("the program has {counted} address registers, and {limit} fit"),
    )
    .hint("one too many")
}
