//! # gathered-component
//!
//! Only `TXG` and `TXGO` take one component of a texture, and name it behind the texture.
//!
//! ```text reject
//! !!NVfp5.0
//! TEX result.color, fragment.texcoord[0], texture[0].«y», 2D;
//! END
//! ```
//!
//! ```text accept
//! !!NVfp5.0
//! TXG result.color, fragment.texcoord[0], texture[0].y, 2D;
//! END
//! ```

use quadrille_base::{Diagnostic, Span, rule};

rule!(
    GATHERED_COMPONENT,
    "gathered-component",
    Error,
    "a component of a texture is named where none is gathered",
    ["#260"],
    "gathered_component.rs"
);

/// A component behind a texture.
pub(crate) fn at(span: Span, opcode: &str) -> Diagnostic {
    let message = format!("`{opcode}` gives all components of a texel, and takes no selector here");
    Diagnostic::new(&GATHERED_COMPONENT, span, message)
}
