//! # empty-program
//!
//! A program of the register languages has one instruction at least.
//!
//! ```text reject
//! !!VP1.0
//! «END»
//! ```
//!
//! ```text accept
//! !!VP1.0
//! MOV o[HPOS], v[OPOS];
//! END
//! ```

use quadrille_base::{Diagnostic, Span, rule};

rule!(
    EMPTY_PROGRAM,
    "empty-program",
    Error,
    "a program has no instruction",
    ["#6", "#14", "#24"],
    "empty_program.rs"
);

/// Where the first instruction belongs: at `END`, where the grammar has no other token.
pub(crate) fn at(span: Span) -> Diagnostic {
    Diagnostic::new(&EMPTY_PROGRAM, span, "an instruction belongs before the end").noticed(span.start)
}
