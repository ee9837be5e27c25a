//! # option-not-in-driver
//!
//! A program is judged for a driver, and the driver does not have the extension that brings an option which the program
//! names: it fails to load there (ARB_vertex_program 2.14.4.5).
//!
//! ```text reject driver mesa
//! !!ARBvp1.0
//! OPTION «NV_vertex_program3»;
//! MOV result.position, vertex.position;
//! END
//! ```
//!
//! ```text accept driver apple-nvidia
//! !!ARBvp1.0
//! OPTION NV_vertex_program3;
//! MOV result.position, vertex.position;
//! END
//! ```

use quadrille_base::{Diagnostic, Span, rule};
use quadrille_isa::gl::{DriverRow, option::ProgramOption};

rule!(
    OPTION_NOT_IN_DRIVER,
    "option-not-in-driver",
    Error,
    "a driver does not take the option",
    ["#133", "#155"],
    "option_not_in_driver.rs"
);

/// The name of an option.
pub(crate) fn at(span: Span, row: &DriverRow, option: ProgramOption) -> Diagnostic {
    let (extension, name) = (option.extension(), option.row().name());
    let message = match extension == name {
        true => format!("{} does not take this option", row.name),
        false => format!("{} does not have {extension}, which brings this option", row.name),
    };
    Diagnostic::new(&OPTION_NOT_IN_DRIVER, span, message)
}
