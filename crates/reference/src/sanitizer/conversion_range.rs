//! # conversion-range
//!
//! CEIL, FLR, ROUND and TRUNC with an integer result are undefined where it does not fit, CVT where the
//! operand is infinite or not a number. Here the end of the range is taken, and 0 for what is not a
//! number.
//!
//! ```text finding
//! !!NVvp5.0
//! FLR.U result.attrib[0], {-0.5, 1, 1, 1};
//! END
//! ```
//!
//! ```text clean
//! !!NVvp5.0
//! FLR.U result.attrib[0], {0.5, 1, 1, 1};
//! END
//! ```

quadrille_base::rule!(
    CONVERSION_RANGE,
    "conversion-range",
    Warning,
    "a float does not fit the integer it is converted to",
    ["NV_gpu_program4 2.X.8 FLR", "NV_gpu_program5 2.X.8 CVT"],
    "conversion_range.rs"
);
