//! # untranslatable
//!
//! A target language cannot say what the program asks for: GLSL ES 1.00 has no integers, GLSL ES no
//! rectangle textures. Each reason is told once, where the program asks for it first, with the other places. The note
//! names the emulation that may be allowed instead, where there is one.
//!
//! ```text reject
//! !!ARBfp1.0
//! TEX result.color, fragment.texcoord, texture[0], «RECT»;
//! END
//! ```

use quadrille_base::rule;

rule!(
    UNTRANSLATABLE,
    "untranslatable",
    Error,
    "the target cannot say what the program asks for",
    [],
    "rules.rs"
);
