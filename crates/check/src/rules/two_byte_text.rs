//! # two-byte-text
//!
//! A program has one byte for each character. Some editors write two (UTF-16), which no implementation reads; such a
//! text is told once, and `check --fix` writes it with one.

use quadrille_base::{Diagnostic, Span, rule};

rule!(
    TWO_BYTE_TEXT,
    "two-byte-text",
    Error,
    "characters have two bytes each",
    ["#6"],
    "two_byte_text.rs"
);

/// The header of a text in UTF-16, and the text with a byte for each character, if each has one.
pub(crate) fn at(header: Span, whole: Span, plain: Option<String>) -> Diagnostic {
    let message = "each character has two bytes (UTF-16), and programs have one";
    let diagnostic = Diagnostic::new(&TWO_BYTE_TEXT, header, message).hint("a byte for each character");
    match plain {
        Some(text) => diagnostic.fix("write a byte for each", whole, text),
        None => diagnostic,
    }
}
