//! # texture-target-conflict
//!
//! Each texture unit is used with one target in a program; a SHADOW target is another target.
//!
//! ```text reject
//! !!ARBfp1.0
//! TEMP t;
//! TEX t, fragment.texcoord[0], texture[0], 2D;
//! TEX t, fragment.texcoord[0], texture[0], «3D»;
//! END
//! ```
//!
//! ```text accept
//! !!ARBfp1.0
//! TEMP t;
//! TEX t, fragment.texcoord[0], texture[0], 2D;
//! TEX t, fragment.texcoord[0], texture[0], 2D;
//! END
//! ```

use quadrille_base::{Diagnostic, Span, rule};

rule!(
    TEXTURE_TARGET_CONFLICT,
    "texture-target-conflict",
    Error,
    "one texture unit is sampled with two targets",
    ["#58", "#164", "#171", "#205", "#259"],
    "texture_target_conflict.rs"
);

/// A second target on a unit.
pub(crate) fn at(span: Span, before: Span) -> Diagnostic {
    Diagnostic::new(
        &TEXTURE_TARGET_CONFLICT,
        span,
        "this texture unit is sampled with another target too",
    )
    .label(before, "with this one")
}
