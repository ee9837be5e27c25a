//! # too-many-parameters
//!
//! The number of parameters of a program is limited.
//!
//! ```text reject limits vertex-parameters 1
//! !!ARBvp1.0
//! MOV result.position, program.env[0];
//! MOV result.color, «program.env[1]»;
//! END
//! ```
//!
//! ```text accept limits vertex-parameters 1
//! !!ARBvp1.0
//! MOV result.position, program.env[0];
//! MOV result.color, program.env[0];
//! END
//! ```

use quadrille_base::{Diagnostic, Span, rule};

rule!(
    TOO_MANY_PARAMETERS,
    "too-many-parameters",
    Error,
    "a program has more parameters than the limit",
    ["#109", "#132", "#152", "#158"],
    "too_many_parameters.rs"
);

/// The first of the parameters that is one too many; `limit` is what is left after deductions.
pub(crate) fn at(span: Span, limit: u32, counted: u32) -> Diagnostic {
    Diagnostic::new(
        &TOO_MANY_PARAMETERS,
        span,
        format!("the program has {counted} parameters, and {limit} fit"),
    )
    .hint("one too many")
}
