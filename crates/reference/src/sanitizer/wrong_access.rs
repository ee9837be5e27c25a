//! # wrong-access
//!
//! A buffer that is resident as READ_ONLY is stored to, one that is WRITE_ONLY is loaded from, or an image unit
//! the same. The result is undefined, and the program may be terminated; here a load gives 0 and a store does
//! nothing. An atomic operation does both.
//!
//! ```text finding
//! !!NVcp5.0
//! GROUP_SIZE 4;
//! TEMP a, i;
//! ADD.U i.x, invocation.localid.x, 0x11000;
//! STORE.U8 i.x, i.x;
//! END
//! ```
//!
//! ```text clean
//! !!NVcp5.0
//! GROUP_SIZE 4;
//! TEMP a, i;
//! ADD.U i.x, invocation.localid.x, 0x12000;
//! STORE.U8 i.x, i.x;
//! END
//! ```

quadrille_base::rule!(
    WRONG_ACCESS,
    "wrong-access",
    Warning,
    "a buffer or image is accessed against its access mode",
    [
        "NV_shader_buffer_store 2.9",
        "NV_gpu_program5 2.X.4.5",
        "EXT_shader_image_load_store 3.9.X"
    ],
    "wrong_access.rs"
);
