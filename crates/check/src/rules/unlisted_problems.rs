//! # unlisted-problems
//!
//! A check keeps so many problems and counts the rest: a text of another kind, read as a program, has millions. Errors
//! are kept before warnings. Where none is listed, one says how many there are:
//!
//! ```text reject diagnostics 0
//! !!ARBvp1.0
//! MOV result.position, vertex.positoin;
//! MOV result.color, vertex.colour;
//! END«»
//! ```
//!
//! ```text accept diagnostics 0
//! !!ARBvp1.0
//! MOV result.position, vertex.position;
//! END
//! ```

use quadrille_base::{Diagnostic, Severity, Span, rule};

use crate::state::diagnostics::Unlisted;

rule!(
    UNLISTED_PROBLEMS,
    "unlisted-problems",
    Error,
    "there are more problems than are listed",
    ["docs/check.md"],
    "unlisted_problems.rs"
);

/// So many problems of a text of so many bytes are not listed.
pub fn at(length: usize, unlisted: Unlisted) -> Diagnostic {
    let said = |count: usize, what: &str| match count {
        0 => None,
        1 => Some(format!("1 more {what}")),
        _ => Some(format!("{count} more {what}s")),
    };
    let both = [said(unlisted.errors, "error"), said(unlisted.warnings, "warning")];
    let both: Vec<String> = both.into_iter().flatten().collect();
    let are = if unlisted.total() == 1 { "is" } else { "are" };
    let message = format!("{} {are} not listed", both.join(" and "));
    let mut diagnostic = Diagnostic::new(&UNLISTED_PROBLEMS, Span::at(length as u32), message);
    if unlisted.errors == 0 {
        diagnostic.severity = Severity::Warning;
    }
    diagnostic
}
