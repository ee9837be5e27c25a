//! # wrong-target
//!
//! A program is loaded for a target, and its header has to be one of that target.

use quadrille_base::{Diagnostic, Span, rule};
use quadrille_isa::gl::Stage;

rule!(
    WRONG_TARGET,
    "wrong-target",
    Error,
    "the program is of another target than the one it is loaded for",
    ["#6", "#13", "#42"],
    "wrong_target.rs"
);

/// A header of another stage.
pub(crate) fn at(span: Span, wanted: Stage) -> Diagnostic {
    Diagnostic::new(
        &WRONG_TARGET,
        span,
        format!("this is not a header of the {wanted} target"),
    )
}
