//! # parameter-type
//!
//! Program parameters are set as floats, signed or unsigned integers. Read in another type, their value
//! is undefined; here the bits are taken as they are. It is found where the types in which parameters
//! were set are known.
//!
//! ```text finding
//! !!NVvp5.0
//! PARAM p = program.local[0];
//! ADD.S result.attrib[0], p, p;
//! END
//! ```
//!
//! ```text clean
//! !!NVvp5.0
//! PARAM p = program.local[0];
//! ADD.F result.attrib[0], p, p;
//! END
//! ```

quadrille_base::rule!(
    PARAMETER_TYPE,
    "parameter-type",
    Warning,
    "a parameter is read in another type than it was set",
    ["NV_gpu_program4 2.X.3.3"],
    "parameter_type.rs"
);
