//! # product-range
//!
//! MUL.S24 and MUL.U24 are undefined where an operand does not fit 24 bits; here its low 24 bits count.
//!
//! ```text finding
//! !!NVvp5.0
//! INT PARAM a = {8388608, 1, 1, 1};
//! INT PARAM b = {1, 1, 1, 1};
//! MUL.S24 result.attrib[0], a, b;
//! END
//! ```
//!
//! ```text clean
//! !!NVvp5.0
//! INT PARAM a = {8388607, -8388608, 1, 1};
//! INT PARAM b = {1, 1, 1, 1};
//! MUL.S24 result.attrib[0], a, b;
//! END
//! ```

quadrille_base::rule!(
    PRODUCT_RANGE,
    "product-range",
    Warning,
    "an operand of a 24-bit product has more than 24 bits",
    ["NV_gpu_program4 2.X.8 MUL"],
    "product_range.rs"
);
