//! # block-too-deep
//!
//! An implementation nests blocks to a limited depth; loops and tests are counted apart.
//!
//! ```text reject limits loop-depth 1
//! !!ARBfp1.0
//! OPTION NV_fragment_program2;
//! PARAM n = { 3 };
//! REP n;
//! «REP n»;
//! MOV result.color, fragment.color;
//! ENDREP;
//! ENDREP;
//! END
//! ```
//!
//! ```text accept limits loop-depth 1
//! !!ARBfp1.0
//! OPTION NV_fragment_program2;
//! PARAM n = { 3 };
//! REP n;
//! IF GT.x;
//! MOV result.color, fragment.color;
//! ENDIF;
//! ENDREP;
//! END
//! ```

use quadrille_base::{Diagnostic, Span, rule};

rule!(
    BLOCK_TOO_DEEP,
    "block-too-deep",
    Error,
    "blocks are nested deeper than the implementation allows",
    ["#86", "#87", "#209", "#210"],
    "block_too_deep.rs"
);

/// The first block past the limit.
pub(crate) fn at(span: Span, mnemonic: &str, most: u32) -> Diagnostic {
    let message = format!("`{mnemonic}` is nested more than {most} deep");
    Diagnostic::new(&BLOCK_TOO_DEEP, span, message)
}
