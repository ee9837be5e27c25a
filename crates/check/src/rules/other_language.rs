//! # other-language
//!
//! Shading languages are not assembly: their texts have no header, and are compiled, not loaded.
//!
//! ```text reject
//! uniform mat4 mvp;
//! «void main()» {
//!     gl_Position = mvp * gl_Vertex;
//! }
//! ```
//!
//! ```text reject
//! float4 main(float4 p : «POSITION») : POSITION { return p; }
//! ```
//!
//! ```text reject
//! «vs_1_1»
//! dcl_position v0
//! mov oPos, v0
//! ```
//!
//! ```text accept
//! !!ARBvp1.0
//! MOV result.position, vertex.position;
//! END
//! ```

use quadrille_base::{Diagnostic, Span, rule};

rule!(
    OTHER_LANGUAGE,
    "other-language",
    Error,
    "the text is of another language",
    ["#6"],
    "other_language.rs"
);

/// A text without a header, and what in it tells its language.
pub(crate) fn at(span: Span, language: &str) -> Diagnostic {
    let message = format!("this is {language}, and no OpenGL assembly");
    Diagnostic::new(&OTHER_LANGUAGE, span, message)
        .hint("only this language has it")
        .note("a program in assembly begins with a header such as `!!ARBvp1.0`")
        .noticed(0)
}
