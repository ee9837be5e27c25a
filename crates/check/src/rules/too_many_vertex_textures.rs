//! # too-many-vertex-textures
//!
//! A vertex program may sample fewer units than there are, whatever their numbers.
//!
//! ```text reject limits vertex-texture-image-units 1
//! !!ARBvp1.0
//! OPTION NV_vertex_program3;
//! TEMP a;
//! TEX a, vertex.texcoord, texture[3], 2D;
//! TEX a, a, «texture[5]», 2D;
//! MOV result.position, a;
//! END
//! ```
//!
//! ```text accept limits vertex-texture-image-units 1
//! !!ARBvp1.0
//! OPTION NV_vertex_program3;
//! TEMP a;
//! TEX a, vertex.texcoord, texture[3], 2D;
//! TEX a, a, texture[3], 2D;
//! MOV result.position, a;
//! END
//! ```

use quadrille_base::{Diagnostic, Span, rule};

rule!(
    TOO_MANY_VERTEX_TEXTURES,
    "too-many-vertex-textures",
    Error,
    "a vertex program samples more texture units than allowed",
    ["#46"],
    "too_many_vertex_textures.rs"
);

/// The first unit past the limit.
pub(crate) fn at(span: Span, most: u32, count: u32) -> Diagnostic {
    let message = format!("a vertex program samples at most {most} texture units, this one {count}");
    Diagnostic::new(&TOO_MANY_VERTEX_TEXTURES, span, message)
}
