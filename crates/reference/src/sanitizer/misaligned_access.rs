//! # misaligned-access
//!
//! The address or offset of a memory access must be a multiple of what it reads or writes, all components
//! together: 16 bytes for F32X4. Otherwise what is loaded and what a store does is undefined; here a load gives 0
//! and a store does nothing.
//!
//! ```text finding
//! !!NVcp5.0
//! OPTION NV_shader_storage_buffer;
//! GROUP_SIZE 4;
//! STORAGE b[] = { program.storage[0] };
//! TEMP a, i;
//! MUL.U i.x, invocation.localid.x, 8;
//! LDB.F32X4 a, b[i.x];
//! END
//! ```
//!
//! ```text clean
//! !!NVcp5.0
//! OPTION NV_shader_storage_buffer;
//! GROUP_SIZE 4;
//! STORAGE b[] = { program.storage[0] };
//! TEMP a, i;
//! MUL.U i.x, invocation.localid.x, 16;
//! LDB.F32X4 a, b[i.x];
//! END
//! ```

quadrille_base::rule!(
    MISALIGNED_ACCESS,
    "misaligned-access",
    Warning,
    "an address is not a multiple of the size of the access",
    [
        "NV_gpu_program5 2.X.4.5",
        "NV_parameter_buffer_object2 2.X.4.5",
        "NV_gpu_program5_mem_extended 2.X.4.5"
    ],
    "misaligned_access.rs"
);
