//! # two-viewports
//!
//! A program chooses one viewport, with result.viewport, or several, with result.viewportmask, but not both.
//!
//! ```text reject
//! !!NVvp5.0
//! OPTION NV_viewport_array2;
//! MOV result.viewport.x, 1;
//! «MOV result.viewportmask[0].x, 1»;
//! END
//! ```
//!
//! ```text accept
//! !!NVvp5.0
//! OPTION NV_viewport_array2;
//! MOV result.layer.x, 1;
//! MOV result.viewportmask[0].x, 1;
//! END
//! ```

use quadrille_base::{Diagnostic, Span, rule};

rule!(
    TWO_VIEWPORTS,
    "two-viewports",
    Error,
    "a program writes both a viewport and a mask of viewports",
    ["#339"],
    "two_viewports.rs"
);

/// The later of the two results that is written.
pub(crate) fn at(span: Span, before: Span) -> Diagnostic {
    let message = "a viewport and a mask of viewports are both written";
    Diagnostic::new(&TWO_VIEWPORTS, span, message).label(before, "the other is written here")
}
