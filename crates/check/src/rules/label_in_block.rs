//! # label-in-block
//!
//! A subroutine begins outside of blocks, so a label stands in none.
//!
//! ```text reject
//! !!ARBfp1.0
//! OPTION NV_fragment_program2;
//! IF GT.x;
//! «here»:
//! MOV result.color, fragment.color;
//! ENDIF;
//! END
//! ```
//!
//! ```text accept
//! !!ARBfp1.0
//! OPTION NV_fragment_program2;
//! here:
//! IF GT.x;
//! MOV result.color, fragment.color;
//! ENDIF;
//! END
//! ```

use quadrille_base::{Diagnostic, Span, rule};

rule!(
    LABEL_IN_BLOCK,
    "label-in-block",
    Error,
    "a label stands inside a block",
    ["#89", "#208"],
    "label_in_block.rs"
);

/// A label in a block.
pub(crate) fn at(span: Span, opened: Span) -> Diagnostic {
    Diagnostic::new(&LABEL_IN_BLOCK, span, "a label stands in no block").label(opened, "this block is open")
}
