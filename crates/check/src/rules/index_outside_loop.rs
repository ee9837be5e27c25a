//! # index-outside-loop
//!
//! `A0` is the index of the `LOOP` around it, and there is none outside of one.
//!
//! ```text reject
//! !!ARBfp1.0
//! OPTION NV_fragment_program2;
//! MOV result.color, fragment.texcoord[«A0».x];
//! END
//! ```
//!
//! ```text accept
//! !!ARBfp1.0
//! OPTION NV_fragment_program2;
//! LOOP { 3, 0, 1 };
//! MOV result.color, fragment.texcoord[A0.x];
//! ENDLOOP;
//! END
//! ```

use quadrille_base::{Diagnostic, Span, rule};

rule!(
    INDEX_OUTSIDE_LOOP,
    "index-outside-loop",
    Error,
    "A0 is used outside of LOOP and ENDLOOP",
    ["#84", "#94"],
    "index_outside_loop.rs"
);

/// `A0` in no LOOP.
pub(crate) fn at(span: Span) -> Diagnostic {
    Diagnostic::new(
        &INDEX_OUTSIDE_LOOP,
        span,
        "`A0` is there only between `LOOP` and `ENDLOOP`",
    )
}
