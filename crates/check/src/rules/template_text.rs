//! # template-text
//!
//! Some engines keep programs as format strings or templates, of which they make the text that they load. What is
//! still to be filled in is no program; it is told once:
//!
//! ```text reject
//! !!ARBfp1.0
//! MUL result.color, fragment.color, «%s»;
//! END
//! ```
//!
//! ```text accept
//! !!ARBfp1.0
//! MUL result.color, fragment.color, 0.5;
//! END
//! ```
//!
//! Lines such as `#ifdef` are comments, so that both arms of a condition are read. Where that makes an error, a note
//! says so; `--preprocess` reads one arm.

use quadrille_base::{Diagnostic, Severity, Span, rule};

rule!(
    TEMPLATE_TEXT,
    "template-text",
    Error,
    "the text is not the program yet",
    ["docs/check.md"],
    "template_text.rs"
);

/// The first of so many places that are to be filled in.
pub(crate) fn holes(first: Span, count: usize) -> Diagnostic {
    let message = "this looks like a template: a place to be filled in before the program is loaded";
    let diagnostic = Diagnostic::new(&TEMPLATE_TEXT, first, message);
    match count {
        1 => diagnostic,
        _ => diagnostic.note(format!(
            "there are {} more; fill them in and check what comes out",
            count - 1
        )),
    }
}

/// The first line that a preprocessor reads.
pub(crate) fn conditions(first: Span, otherwise: bool) -> Diagnostic {
    let read = if otherwise {
        "all arms of it are read"
    } else {
        "what it guards is read"
    };
    let message = format!("this is a comment in a program, and {read}");
    let mut diagnostic = Diagnostic::new(&TEMPLATE_TEXT, first, message)
        .note("a preprocessor makes the program that is loaded: `--preprocess` and `--define NAME=VALUE` do");
    diagnostic.severity = Severity::Note;
    diagnostic
}
