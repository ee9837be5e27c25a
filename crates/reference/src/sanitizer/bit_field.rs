//! # bit-field
//!
//! The number of bits, the offset and their sum must lie within the number. Otherwise BFE and BFI are
//! undefined; here they give 0.
//!
//! ```text finding
//! !!NVvp5.0
//! INT PARAM a = {1, 2, 3, 4};
//! INT PARAM b = {8, 25, 0, 0};
//! BFE.S result.attrib[0], b, a;
//! END
//! ```
//!
//! ```text clean
//! !!NVvp5.0
//! INT PARAM a = {1, 2, 3, 4};
//! INT PARAM b = {8, 24, 0, 0};
//! BFE.S result.attrib[0], b, a;
//! END
//! ```

quadrille_base::rule!(
    BIT_FIELD,
    "bit-field",
    Warning,
    "a bit field does not lie within its number",
    ["NV_gpu_program5 2.X.8 BFE", "NV_gpu_program5 2.X.8 BFI"],
    "bit_field.rs"
);
