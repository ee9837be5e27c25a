//! # fixed-point-range
//!
//! An instruction with the suffix `X` computes in 12-bit fixed point, from -2 to 2047/1024 in steps of 1/1024: a number
//! beyond is clamped, and one that is nearer to 0 than half a step is 0. The suffix `H` or `R`, or none, has room for it.
//!
//! ```text warn
//! !!FP1.0
//! MULR R0, f[COL0], {0.5, 4, 2, 1};
//! «MULX H0, R0, 4.0»;
//! MOVR o[COLR], H0;
//! END
//! ```
//!
//! ```text warn
//! !!FP1.0
//! ADDR R0, f[COL0], 2.0;
//! «MOVX o[COLR], R0»;
//! END
//! ```
//!
//! ```text warn
//! !!FP1.0
//! «ADDX H0, f[COL0], 0.0001»;
//! MOVR o[COLR], H0;
//! END
//! ```
//!
//! ```text accept
//! !!FP1.0
//! MULX H0, f[COL0], {0.3, 1.5, -2, 1};
//! MULR R0, H0, 4.0;
//! MOVR o[COLR], R0;
//! END
//! ```

use quadrille_base::{Diagnostic, Span, rule};

rule!(
    FIXED_POINT_RANGE,
    "fixed-point-range",
    Warning,
    "a number is computed with that 12-bit fixed point does not hold",
    ["NV_fragment_program 3.11.4.1.1"],
    "fixed_point_range.rs"
);

/// What becomes of a number that fixed point does not hold.
pub(crate) enum Lost {
    /// It is at least so much, and more than there is.
    Above(f64),
    /// It is at most so much, and less than there is.
    Below(f64),
    /// It is so small that it becomes 0.
    Vanishes(f64),
}

/// An instruction that reads or gives (`does`) such a number.
pub(crate) fn at(instruction: Span, does: &str, lost: &Lost) -> Diagnostic {
    let (number, end) = match lost {
        Lost::Above(low) => (format!("{low} or more"), "ends at 2047/1024"),
        Lost::Below(high) => (format!("{high} or less"), "begins at -2"),
        Lost::Vanishes(number) => (format!("{number}"), "has steps of 1/1024, so that it is 0"),
    };
    let message = format!("this {does} {number} in 12-bit fixed point, which {end}");
    Diagnostic::new(&FIXED_POINT_RANGE, instruction, message)
}
