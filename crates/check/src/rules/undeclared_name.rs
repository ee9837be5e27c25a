//! # undeclared-name
//!
//! A name has to be declared before it is used.
//!
//! ```text reject
//! !!ARBvp1.0
//! TEMP color;
//! MOV «colour», vertex.color;
//! END
//! ```
//!
//! ```text accept
//! !!ARBvp1.0
//! TEMP color;
//! MOV color, vertex.color;
//! END
//! ```

use quadrille_base::{Diagnostic, Span, rule};

rule!(
    UNDECLARED_NAME,
    "undeclared-name",
    Error,
    "a name is used that is not declared",
    [
        "#43", "#52", "#90", "#119", "#137", "#142", "#176", "#213", "#299", "#308"
    ],
    "undeclared_name.rs"
);

/// A use of a label that nothing has.
pub(crate) fn of_label(span: Span, near: Option<&str>) -> Diagnostic {
    let diagnostic = Diagnostic::new(&UNDECLARED_NAME, span, "no instruction has this label");
    super::suggested(diagnostic, "write the label that is there", near)
}

/// A use of a name that nothing declares.
pub(crate) fn at(span: Span, near: Option<&str>) -> Diagnostic {
    let diagnostic = Diagnostic::new(&UNDECLARED_NAME, span, "this name is not declared");
    super::suggested(diagnostic, "write the declared name", near)
}
