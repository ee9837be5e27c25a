//! # other-in-driver
//!
//! A program is judged for a driver, which loads it and takes a part of it for something else than other drivers do.
//! Whether that shows depends on what the application sets.
//!
//! ```text warn driver mesa
//! !!ARBvp1.0
//! MOV result.position, vertex.position;
//! MOV result.color, «vertex.attrib[3]»;
//! END
//! ```
//!
//! ```text accept driver mesa
//! !!ARBvp1.0
//! MOV result.position, vertex.attrib[0];
//! MOV result.color, vertex.color;
//! END
//! ```

use quadrille_base::{Diagnostic, Span, rule};
use quadrille_isa::gl::{DriverRow, driver::Difference};

rule!(
    OTHER_IN_DRIVER,
    "other-in-driver",
    Warning,
    "a driver takes it for something else than others do",
    ["docs/check.md"],
    "other_in_driver.rs"
);

/// The first place where it is written.
pub(crate) fn at(span: Span, row: &DriverRow, difference: Difference) -> Diagnostic {
    Diagnostic::new(
        &OTHER_IN_DRIVER,
        span,
        format!("{} {}", row.name, difference.doc()),
    )
}
