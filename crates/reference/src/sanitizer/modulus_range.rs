//! # modulus-range
//!
//! MOD is undefined for a negative dividend and for a divisor that is not above zero; here it is the
//! remainder with the sign of the dividend, and 0 by zero.
//!
//! ```text finding
//! !!NVvp5.0
//! INT PARAM a = {7, -7, 7, 7};
//! INT PARAM b = {2, 2, 2, 2};
//! MOD.S result.attrib[0], a, b.x;
//! END
//! ```
//!
//! ```text clean
//! !!NVvp5.0
//! INT PARAM a = {7, 0, 7, 7};
//! INT PARAM b = {2, 0, 0, 0};
//! MOD.S result.attrib[0], a, b.x;
//! END
//! ```

quadrille_base::rule!(
    MODULUS_RANGE,
    "modulus-range",
    Warning,
    "a remainder is taken of a negative number, or by one that is not above zero",
    ["NV_gpu_program4 2.X.8 MOD"],
    "modulus_range.rs"
);
