//! # break-outside-loop
//!
//! `BRK` leaves the loop around it, which is decided by the text: a subroutine is in no loop of
//! its caller.
//!
//! ```text reject
//! !!ARBfp1.0
//! OPTION NV_fragment_program2;
//! «BRK (GT.x)»;
//! MOV result.color, fragment.color;
//! END
//! ```
//!
//! ```text accept
//! !!ARBfp1.0
//! OPTION NV_fragment_program2;
//! REP { 3 };
//! BRK (GT.x);
//! ENDREP;
//! MOV result.color, fragment.color;
//! END
//! ```

use quadrille_base::{Diagnostic, Span, rule};

rule!(
    BREAK_OUTSIDE_LOOP,
    "break-outside-loop",
    Error,
    "an instruction leaves a loop that is not there",
    ["#88", "#94", "#211"],
    "break_outside_loop.rs"
);

/// A BRK or CONT in no loop.
pub(crate) fn at(span: Span, mnemonic: &str) -> Diagnostic {
    let message = format!("`{mnemonic}` stands in no loop");
    Diagnostic::new(&BREAK_OUTSIDE_LOOP, span, message)
}
