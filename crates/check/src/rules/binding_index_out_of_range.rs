//! # binding-index-out-of-range
//!
//! Numbers in bindings stay below the limit of what they count. Weights and matrix indices come in
//! fours.
//!
//! ```text reject limits minimum
//! !!ARBvp1.0
//! PARAM p = program.env[«96»];
//! END
//! ```
//!
//! ```text accept limits minimum
//! !!ARBvp1.0
//! PARAM p = program.env[95];
//! END
//! ```

use quadrille_base::{Diagnostic, Span, rule};

rule!(
    BINDING_INDEX_OUT_OF_RANGE,
    "binding-index-out-of-range",
    Error,
    "the number in a binding is outside its limit",
    [
        "#40", "#45", "#70", "#110", "#116", "#120", "#121", "#137", "#138", "#139d", "#168", "#169",
        "#170f", "#227", "#248", "#250", "#272", "#289a", "#302", "#309", "#311", "#318"
    ],
    "binding_index_out_of_range.rs"
);

/// A number that is too large, or not one that the binding allows.
pub(crate) fn at(span: Span, message: impl Into<String>) -> Diagnostic {
    Diagnostic::new(&BINDING_INDEX_OUT_OF_RANGE, span, message)
}
