//! # shift-amount
//!
//! Shifts by a negative amount, or by as many bits as the number has, are undefined; here they give 0.
//!
//! ```text finding
//! !!NVvp5.0
//! INT PARAM a = {1, 1, 1, 1};
//! INT PARAM b = {32, 0, 0, 0};
//! SHL.S result.attrib[0], a, b.x;
//! END
//! ```
//!
//! ```text clean
//! !!NVvp5.0
//! INT PARAM a = {1, 1, 1, 1};
//! INT PARAM b = {31, 0, 0, 0};
//! SHL.S result.attrib[0], a, b.x;
//! END
//! ```

quadrille_base::rule!(
    SHIFT_AMOUNT,
    "shift-amount",
    Warning,
    "a shift amount is below 0 or not below the size of the number",
    ["NV_gpu_program4 2.X.8 SHL", "NV_gpu_program4 2.X.8 SHR"],
    "shift_amount.rs"
);
