//! # bad-write-mask
//!
//! A write mask names components in the order x, y, z, w, each at most once.
//!
//! ```text reject
//! !!ARBvp1.0
//! MOV result.position.«yx», vertex.position;
//! END
//! ```
//!
//! ```text accept
//! !!ARBvp1.0
//! MOV result.position.xy, vertex.position;
//! END
//! ```

use quadrille_base::{Diagnostic, Span, rule};

rule!(
    BAD_WRITE_MASK,
    "bad-write-mask",
    Error,
    "a write mask is out of order",
    ["#9", "#139a", "#167", "#228a"],
    "bad_write_mask.rs"
);

/// A word that is no write mask.
pub(crate) fn at(span: Span, sorted: Option<String>) -> Diagnostic {
    let diagnostic = Diagnostic::new(
        &BAD_WRITE_MASK,
        span,
        "a write mask names components in order, each at most once",
    );
    match sorted {
        Some(sorted) => diagnostic.fix("write them in order", span, sorted),
        None => diagnostic,
    }
}
