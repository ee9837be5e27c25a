//! # ascii-name
//!
//! Names have letters of ASCII, digits, `_` and `$`. All names with other letters are told once:
//!
//! ```text reject
//! !!ARBfp1.0
//! TEMP «größe»;
//! MOV größe, fragment.color;
//! MOV result.color, größe;
//! END
//! ```
//!
//! ```text accept
//! !!ARBfp1.0
//! TEMP groesse;
//! MOV groesse, fragment.color;
//! MOV result.color, groesse;
//! END
//! ```

use quadrille_base::{Diagnostic, Span, rule};

rule!(
    ASCII_NAME,
    "ascii-name",
    Error,
    "a name has letters that are not of ASCII",
    ["ARB_vertex_program 2.14.2"],
    "ascii_name.rs"
);

/// The first of so many places with such a name.
pub(crate) fn at(first: Span, count: usize) -> Diagnostic {
    let message = "names have letters of ASCII, digits, `_` and `$`";
    let diagnostic = Diagnostic::new(&ASCII_NAME, first, message);
    match count {
        1 => diagnostic,
        _ => diagnostic.note(format!("places with such letters: {count}")),
    }
}
