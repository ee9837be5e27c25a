//! # too-many-registers
//!
//! The registers that an `!!FP1.0` program uses count at most 64 together: two for each of 32-bit
//! components, one for each of 16-bit components.
//!
//! ```text reject limits fp1-register-units 3
//! !!FP1.0
//! MOV H0, f[COL0];
//! MOV H1, H0;
//! MOV «o[COLR]», H1;
//! END
//! ```
//!
//! ```text accept limits fp1-register-units 3
//! !!FP1.0
//! MOV H0, f[COL0];
//! MOV o[COLR], H0;
//! END
//! ```

use quadrille_base::{Diagnostic, Span, rule};

rule!(
    TOO_MANY_REGISTERS,
    "too-many-registers",
    Error,
    "a fragment program uses too many registers",
    ["#55"],
    "too_many_registers.rs"
);

/// The destination of the instruction with the first register too many.
pub(crate) fn at(span: Span, most: u32) -> Diagnostic {
    let message = format!("the registers of this program count more than {most} from here on");
    Diagnostic::new(&TOO_MANY_REGISTERS, span, message).hint("a register of 32-bit components counts two")
}
