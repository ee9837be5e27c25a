//! # header-not-in-driver
//!
//! A program is judged for a driver, and the driver does not have the extension that brings the header: it fails to load
//! there, whatever stands behind the header.
//!
//! ```text reject driver mesa
//! «!!VP2.0»
//! MOV o[HPOS], v[OPOS];
//! END
//! ```
//!
//! ```text accept driver nvidia
//! !!VP2.0
//! MOV o[HPOS], v[OPOS];
//! END
//! ```

use quadrille_base::{Diagnostic, Span, rule};
use quadrille_isa::gl::{DriverRow, profile::Profile};

rule!(
    HEADER_NOT_IN_DRIVER,
    "header-not-in-driver",
    Error,
    "a driver does not take the header",
    ["docs/check.md"],
    "header_not_in_driver.rs"
);

/// The header of a program.
pub(crate) fn at(span: Span, row: &DriverRow, profile: &Profile) -> Diagnostic {
    let message = format!(
        "{} does not have {}, which brings this header",
        row.name,
        profile.extension()
    );
    Diagnostic::new(&HEADER_NOT_IN_DRIVER, span, message)
}
