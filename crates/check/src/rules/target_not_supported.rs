//! # target-not-supported
//!
//! Some instructions do not have every texture target: those that need a component of the coordinates which
//! the target takes up, single texels of shadow and cube maps, gathers of anything but flat textures and cube
//! maps, lookups of buffer and multisample textures.
//!
//! ```text reject
//! !!NVfp4.0
//! TXF result.color, fragment.texcoord[0], texture[0], «CUBE»;
//! END
//! ```
//!
//! ```text accept
//! !!NVfp4.0
//! TXF result.color, fragment.texcoord[0], texture[0], 2D;
//! END
//! ```

use quadrille_base::{Diagnostic, Span, rule};

rule!(
    TARGET_NOT_SUPPORTED,
    "target-not-supported",
    Error,
    "an instruction does not have a target",
    ["#206", "#218", "#219", "#220", "#243", "#268", "#269"],
    "target_not_supported.rs"
);

/// A target that an opcode does not have.
pub(crate) fn at(span: Span, opcode: &str) -> Diagnostic {
    let message = format!("`{opcode}` does not have this target");
    Diagnostic::new(&TARGET_NOT_SUPPORTED, span, message)
}
