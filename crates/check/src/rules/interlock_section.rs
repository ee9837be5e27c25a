//! # interlock-section
//!
//! A program with an interlock option has one section from `FSIB` to `FSIE`, in its main subroutine and in no
//! block.
//!
//! ```text reject
//! !!NVfp5.0
//! OPTION NV_pixel_interlock_ordered;
//! FSIB;
//! IF TR;
//! «FSIE»;
//! ENDIF;
//! END
//! ```
//!
//! ```text accept
//! !!NVfp5.0
//! OPTION NV_pixel_interlock_ordered;
//! FSIB;
//! FSIE;
//! END
//! ```

use quadrille_base::{Diagnostic, Span, rule};

rule!(
    INTERLOCK_SECTION,
    "interlock-section",
    Error,
    "the section between FSIB and FSIE is not where it has to be",
    ["#333", "#335", "#336", "#337", "#338"],
    "interlock_section.rs"
);

/// FSIB or FSIE in a block.
pub(crate) fn in_block(span: Span, opened: Span) -> Diagnostic {
    Diagnostic::new(
        &INTERLOCK_SECTION,
        span,
        "the interlocked section has its bounds outside all blocks",
    )
    .label(opened, "this block is open")
}

/// FSIB or FSIE in a subroutine.
pub(crate) fn in_subroutine(span: Span) -> Diagnostic {
    Diagnostic::new(
        &INTERLOCK_SECTION,
        span,
        "the interlocked section has its bounds in the main subroutine",
    )
}

/// A second FSIB or FSIE.
pub(crate) fn twice(span: Span, first: Span) -> Diagnostic {
    Diagnostic::new(&INTERLOCK_SECTION, span, "a program has one interlocked section")
        .label(first, "the first is here")
}

/// FSIE before FSIB.
pub(crate) fn reversed(span: Span, begin: Span) -> Diagnostic {
    Diagnostic::new(
        &INTERLOCK_SECTION,
        span,
        "the interlocked section ends before it begins",
    )
    .label(begin, "it begins here")
}

/// FSIB or FSIE without the other.
pub(crate) fn half(span: Span, missing: &str) -> Diagnostic {
    Diagnostic::new(
        &INTERLOCK_SECTION,
        span,
        format!("the interlocked section has no `{missing}`"),
    )
}

/// An interlock option in a program without a section.
pub(crate) fn missing(span: Span) -> Diagnostic {
    Diagnostic::new(
        &INTERLOCK_SECTION,
        span,
        "a program with this option has a section from `FSIB` to `FSIE`",
    )
}
