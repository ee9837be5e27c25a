//! # form-not-in-driver
//!
//! A program is judged for a driver, and has a form that the specifications allow and the driver does not load.
//!
//! ```text reject driver mesa
//! !!ARBfp1.0
//! TEMP «RECT»;
//! MOV result.color, fragment.color;
//! END
//! ```
//!
//! ```text reject driver mesa
//! !!ARBvp1.0
//! MOV result.position, vertex.position«. xyzw»;
//! END
//! ```
//!
//! ```text reject driver mesa
//! !!ARBvp1.0
//! ATTRIB weights = «vertex.weight»;
//! ATTRIB bones = «vertex.matrixindex»[0];
//! PARAM bone[4] = { «state.matrix.palette»[0] };
//! MOV result.position, vertex.position;
//! END
//! ```
//!
//! ```text accept driver mesa
//! !!ARBfp1.0
//! TEX result.color, fragment.texcoord[0], texture[0], RECT;
//! END
//! ```

use quadrille_base::{Diagnostic, Span, rule};
use quadrille_isa::gl::{DriverRow, driver::RefusedForm};

rule!(
    FORM_NOT_IN_DRIVER,
    "form-not-in-driver",
    Error,
    "a driver does not take a form of the specifications",
    ["docs/check.md"],
    "form_not_in_driver.rs"
);

/// What is written in the form.
pub(crate) fn at(span: Span, row: &DriverRow, form: RefusedForm) -> Diagnostic {
    Diagnostic::new(&FORM_NOT_IN_DRIVER, span, format!("{} {}", row.name, form.doc()))
}
