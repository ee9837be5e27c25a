//! # texel-offset
//!
//! A constant texel offset stays within the limits of the implementation and is 0 in every direction that the
//! target does not have; cube maps and buffer textures take none. An offset from a register is not for `TXD`,
//! `TXGO` and cube maps.
//!
//! ```text reject
//! !!NVfp4.0
//! TEX result.color, fragment.texcoord[0], texture[0], 2D, (1, 0, «1»);
//! END
//! ```
//!
//! ```text accept
//! !!NVfp4.0
//! TEX result.color, fragment.texcoord[0], texture[0], 2D, (1, 0, 0);
//! END
//! ```

use quadrille_base::{Diagnostic, Span, rule};

rule!(
    TEXEL_OFFSET,
    "texel-offset",
    Error,
    "a texel offset is out of range or has no meaning for the target",
    [
        "#201", "#202", "#203", "#204", "#252", "#253", "#254", "#255", "#256", "#257", "#258"
    ],
    "texel_offset.rs"
);

/// An offset that the target or the instruction does not have.
pub(crate) fn not_here(span: Span, message: &str) -> Diagnostic {
    Diagnostic::new(&TEXEL_OFFSET, span, message)
}

/// An offset outside the limits.
pub(crate) fn out_of_range(span: Span, least: i64, most: i64) -> Diagnostic {
    let message = format!("a texel offset is from {least} to {most} here");
    Diagnostic::new(&TEXEL_OFFSET, span, message)
}
