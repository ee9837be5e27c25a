//! # mistyped-read
//!
//! A variable without a declared type takes the type in which it is written. Read in another, its value
//! is undefined by the letter; here the bits are taken as they are, as on every machine known.
//!
//! ```text finding
//! !!NVvp5.0
//! TEMP a;
//! MOV.F a, {1.5, 2.5, 3.5, 4.5};
//! ADD.S result.attrib[0], a, a;
//! END
//! ```
//!
//! ```text clean
//! !!NVvp5.0
//! TEMP a;
//! MOV.F a, {1.5, 2.5, 3.5, 4.5};
//! FLR.S a, a;
//! ADD.S result.attrib[0], a, a;
//! END
//! ```

quadrille_base::rule!(
    MISTYPED_READ,
    "mistyped-read",
    Warning,
    "a variable is read in another type than it was written",
    ["NV_gpu_program4 2.X.3.1"],
    "mistyped_read.rs"
);
