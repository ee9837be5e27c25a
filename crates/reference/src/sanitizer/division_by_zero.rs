//! # division-by-zero
//!
//! The quotient of an integer and zero is undefined; here it is 0.
//!
//! ```text finding
//! !!NVvp5.0
//! INT PARAM a = {6, 7, 8, 9};
//! INT PARAM b = {0, 1, 1, 1};
//! DIV.S result.attrib[0], a, b.x;
//! END
//! ```
//!
//! ```text clean
//! !!NVvp5.0
//! INT PARAM a = {0, 0, 0, 0};
//! INT PARAM b = {1, 0, 0, 0};
//! DIV.S result.attrib[0], a, b.x;
//! END
//! ```

quadrille_base::rule!(
    DIVISION_BY_ZERO,
    "division-by-zero",
    Warning,
    "an integer is divided by zero",
    ["NV_gpu_program4 2.X.8 DIV"],
    "division_by_zero.rs"
);
