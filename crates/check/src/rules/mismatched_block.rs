//! # mismatched-block
//!
//! `IF` ends with `ENDIF`, `REP` with `ENDREP`, `LOOP` with `ENDLOOP`, and a block that begins
//! within another one ends within it.
//!
//! ```text reject
//! !!ARBfp1.0
//! OPTION NV_fragment_program2;
//! IF GT.x;
//! MOV result.color, fragment.color;
//! «ENDREP»;
//! ENDIF;
//! END
//! ```
//!
//! ```text reject
//! !!ARBfp1.0
//! OPTION NV_fragment_program2;
//! «IF GT.x»;
//! MOV result.color, fragment.color;
//! END
//! ```
//!
//! ```text accept
//! !!ARBfp1.0
//! OPTION NV_fragment_program2;
//! IF GT.x;
//! MOV result.color, fragment.color;
//! ENDIF;
//! END
//! ```

use quadrille_base::{Diagnostic, Span, rule};

rule!(
    MISMATCHED_BLOCK,
    "mismatched-block",
    Error,
    "a block is closed by the wrong instruction, or by none",
    ["#85", "#207"],
    "mismatched_block.rs"
);

/// An instruction that closes or divides no block, or one that opens a block which nothing closes; `opened`
/// is the block around it.
pub(crate) fn at(span: Span, message: impl Into<String>, opened: Option<Span>) -> Diagnostic {
    let diagnostic = Diagnostic::new(&MISMATCHED_BLOCK, span, message);
    match opened {
        Some(opened) => diagnostic.label(opened, "this block is open"),
        None => diagnostic,
    }
}
