//! # far-texel-offset
//!
//! Texel offsets found at run time lie between MIN_PROGRAM_TEXEL_OFFSET and MAX_PROGRAM_FAR_TEXEL_OFFSET,
//! -8 to 7; those of TXGO between -32 and 31. Beyond, the lookup is undefined; here the offset is used
//! as it is.
//!
//! ```text finding
//! !!NVfp5.0
//! INT PARAM far = {8, 0, 0, 0};
//! TEX result.color, fragment.texcoord[0], texture[0], 2D, offset(far);
//! END
//! ```
//!
//! ```text clean
//! !!NVfp5.0
//! INT PARAM near = {7, 0, 0, 0};
//! TEX result.color, fragment.texcoord[0], texture[0], 2D, offset(near);
//! END
//! ```

quadrille_base::rule!(
    FAR_TEXEL_OFFSET,
    "far-texel-offset",
    Warning,
    "a texel offset is outside its limits",
    ["NV_gpu_program5 2.X.4.4", "NV_gpu_program5 2.X.8 TXGO"],
    "far_texel_offset.rs"
);
