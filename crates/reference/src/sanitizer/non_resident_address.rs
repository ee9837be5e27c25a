//! # non-resident-address
//!
//! LOAD, STORE or ATOM goes to an address at which no buffer is resident. The result is undefined, and the
//! program may be terminated; here a load gives 0 and a store does nothing. (`quadrille eval` has test buffers of
//! 256 bytes at 0x10000 for reading and writing, at 0x11000 for reading, at 0x12000 for writing.)
//!
//! ```text finding
//! !!NVcp5.0
//! GROUP_SIZE 4;
//! TEMP a, i;
//! MUL.U i.x, invocation.localid.x, 4;
//! ADD.U i.x, i.x, 0x100f8;
//! LOAD.F32 a.x, i.x;
//! END
//! ```
//!
//! ```text clean
//! !!NVcp5.0
//! GROUP_SIZE 4;
//! TEMP a, i;
//! MUL.U i.x, invocation.localid.x, 4;
//! ADD.U i.x, i.x, 0x100f0;
//! LOAD.F32 a.x, i.x;
//! END
//! ```

quadrille_base::rule!(
    NON_RESIDENT_ADDRESS,
    "non-resident-address",
    Warning,
    "a GPU address belongs to no resident buffer",
    [
        "NV_gpu_program5 2.X.4.5",
        "NV_shader_buffer_load 2.20.X",
        "NV_shader_buffer_store 2.20.X"
    ],
    "non_resident_address.rs"
);
