//! # invalid-image-load
//!
//! LOADIM reads a texel that the image does not have, from a unit that shows nothing or another target, or with
//! a storage modifier that does not match the format of the unit. The result is undefined; here it is 0. An
//! invalid store does nothing and an invalid atomic operation gives 0, which is defined, and no finding.
//! (`quadrille eval` shows 4 texels along each axis on every unit that the program accesses.)
//!
//! ```text finding
//! !!NVcp5.0
//! GROUP_SIZE 4;
//! TEMP a, i;
//! MOV.U i, 0;
//! ADD.U i.x, invocation.localid.x, 1;
//! LOADIM.U32 a, i, image[0], 2D;
//! END
//! ```
//!
//! ```text clean
//! !!NVcp5.0
//! GROUP_SIZE 4;
//! TEMP a, i;
//! MOV.U i, 0;
//! MOV.U i.x, invocation.localid.x;
//! LOADIM.U32 a, i, image[0], 2D;
//! END
//! ```

quadrille_base::rule!(
    INVALID_IMAGE_LOAD,
    "invalid-image-load",
    Warning,
    "an image load is invalid",
    [
        "EXT_shader_image_load_store 2.X.8.Z LOADIM",
        "EXT_shader_image_load_store 3.9.X"
    ],
    "invalid_image_load.rs"
);
