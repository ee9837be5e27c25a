//! # interpolation-offset
//!
//! The offsets of IPAO lie between MIN_FRAGMENT_INTERPOLATION_OFFSET and
//! MAX_FRAGMENT_INTERPOLATION_OFFSET, -0.5 to 0.5 pixels. Beyond, the attribute is undefined; here it
//! is extrapolated.
//!
//! ```text finding
//! !!NVfp5.0
//! IPAO result.color, fragment.texcoord[0], {0.75, 0, 0, 0};
//! END
//! ```
//!
//! ```text clean
//! !!NVfp5.0
//! IPAO result.color, fragment.texcoord[0], {0.5, -0.5, 0, 0};
//! END
//! ```

quadrille_base::rule!(
    INTERPOLATION_OFFSET,
    "interpolation-offset",
    Warning,
    "an offset from the centre of a pixel is outside its limits",
    ["NV_gpu_program5 2.X.8 IPAO"],
    "interpolation_offset.rs"
);
