//! # missing-option
//!
//! Some bindings, targets and opcodes exist only in programs that name the option which brings
//! them.
//!
//! ```text reject
//! !!ARBfp1.0
//! MOV «result.color[0]», fragment.color;
//! END
//! ```
//!
//! ```text accept
//! !!ARBfp1.0
//! OPTION ARB_draw_buffers;
//! MOV result.color[0], fragment.color;
//! END
//! ```

use quadrille_base::{Diagnostic, Span, rule};

rule!(
    MISSING_OPTION,
    "missing-option",
    Error,
    "a feature is used without its option",
    [
        "#44", "#49", "#115", "#165", "#166", "#172", "#173", "#275", "#313", "#314", "#315", "#316", "#317",
        "#320", "#321", "#322", "#331", "#334", "#340", "#341", "#342", "#343", "#344", "#345", "#346",
        "#347"
    ],
    "missing_option.rs"
);

/// A feature whose option is not named.
pub(crate) fn at(span: Span, option: &str, insert: u32) -> Diagnostic {
    Diagnostic::new(&MISSING_OPTION, span, format!("this needs `OPTION {option}`")).fix(
        "name the option",
        Span::at(insert),
        format!("\nOPTION {option};"),
    )
}

/// The same where a program says it without the option too, which is then no remedy.
pub(crate) fn plainly(mut diagnostic: Diagnostic, way: &str) -> Diagnostic {
    diagnostic.fix = None;
    diagnostic.hint(format!("{way} is for all implementations"))
}
