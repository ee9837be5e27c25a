//! # access-out-of-range
//!
//! A load, store or atomic operation goes outside the bytes of its variable, outside the bound buffer, or
//! beyond the part of it that programs may reach (64 KiB of a parameter buffer). The components outside are
//! undefined; here they read 0 and are not stored. Beyond the end of a storage buffer or counter buffer that is
//! defined, and no finding. (The test buffers of `quadrille eval` have 256 bytes.)
//!
//! ```text finding
//! !!NVcp5.0
//! GROUP_SIZE 4;
//! SHARED_MEMORY 16;
//! SHARED s[] = { program.sharedmem };
//! TEMP i;
//! ADD.U i.x, invocation.localid.x, 1;
//! MUL.U i.x, i.x, 4;
//! STS.U32 i.x, s[i.x];
//! END
//! ```
//!
//! ```text clean
//! !!NVcp5.0
//! GROUP_SIZE 4;
//! SHARED_MEMORY 16;
//! SHARED s[] = { program.sharedmem };
//! TEMP i;
//! MUL.U i.x, invocation.localid.x, 4;
//! STS.U32 i.x, s[i.x];
//! END
//! ```

quadrille_base::rule!(
    ACCESS_OUT_OF_RANGE,
    "access-out-of-range",
    Warning,
    "an access goes outside what a variable or binding reaches",
    [
        "NV_parameter_buffer_object2 2.X.8.Z LDC",
        "NV_gpu_program4 2.X.4.2",
        "NV_compute_program5 2.X.7.Y",
        "NV_shader_storage_buffer_object 2.X.3.Y"
    ],
    "access_out_of_range.rs"
);
