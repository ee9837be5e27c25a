//! # loop-count
//!
//! How often a loop runs is known before the program runs: it is a program parameter.
//!
//! ```text reject
//! !!ARBfp1.0
//! OPTION NV_fragment_program2;
//! TEMP n;
//! MOV n, fragment.color;
//! REP «n»;
//! ENDREP;
//! MOV result.color, n;
//! END
//! ```
//!
//! ```text accept
//! !!ARBfp1.0
//! OPTION NV_fragment_program2;
//! REP program.local[0];
//! ENDREP;
//! MOV result.color, fragment.color;
//! END
//! ```

use quadrille_base::{Diagnostic, Span, rule};

rule!(
    LOOP_COUNT,
    "loop-count",
    Error,
    "the operand of LOOP or REP is no program parameter",
    ["#91", "#92"],
    "loop_count.rs"
);

/// An operand that is no parameter.
pub(crate) fn at(span: Span, mnemonic: &str) -> Diagnostic {
    let message = format!("`{mnemonic}` takes a program parameter or a constant");
    Diagnostic::new(&LOOP_COUNT, span, message)
}
