//! # text-after-end
//!
//! Only white space and comments may follow `END`.
//!
//! ```text reject
//! !!ARBvp1.0
//! MOV result.position, vertex.position;
//! END
//! «MOV»
//! ```
//!
//! ```text accept
//! !!ARBvp1.0
//! MOV result.position, vertex.position;
//! END
//! # MOV
//! ```

use quadrille_base::{Diagnostic, Span, rule};

rule!(
    TEXT_AFTER_END,
    "text-after-end",
    Error,
    "something follows END",
    ["#139g"],
    "text_after_end.rs"
);

/// Says what follows END where that is no text: the mark that ends files of DOS (0x1A), or zeros.
pub(crate) fn explain(text: &str, found: &mut Diagnostic) {
    let rest = &text[found.span.start as usize..];
    let is_mark = |c: char| matches!(c, '\u{1a}' | '\0');
    if *found.rule != TEXT_AFTER_END || !rest.chars().all(|c| is_mark(c) || c.is_whitespace()) {
        return;
    }
    found.hint = match rest.contains('\0') {
        true => "zeros are counted by the length of the text",
        false => "the mark that ends files of DOS",
    }
    .to_owned();
    let place = Span::new(found.span.start, text.len() as u32);
    *found = found.clone().fix("remove it", place, "");
}
