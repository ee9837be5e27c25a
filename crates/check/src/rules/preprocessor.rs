//! # preprocessor
//!
//! A text that is preprocessed has the conditions and macros of C, which have to be right before there is a program.
//!
//! ```text reject preprocess
//! !!ARBfp1.0
//! «#ifdef FOG»
//! MOV result.color, state.fog.color;
//! END
//! ```
//!
//! ```text accept preprocess
//! !!ARBfp1.0
//! #ifdef FOG
//! MOV result.color, state.fog.color;
//! #else
//! #define SOURCE fragment.color
//! MOV result.color, SOURCE;
//! #endif
//! END
//! ```

use quadrille_base::{Diagnostic, rule};
use quadrille_syntax::preprocess::Problem;

rule!(
    PREPROCESSOR,
    "preprocessor",
    Error,
    "a condition or macro of the preprocessor is wrong",
    ["docs/check.md", "C17 6.10"],
    "preprocessor.rs"
);

/// A directive that is wrong, or a macro that becomes too much.
pub fn at(problem: &Problem) -> Diagnostic {
    Diagnostic::new(&PREPROCESSOR, problem.span, problem.error.to_string())
}
