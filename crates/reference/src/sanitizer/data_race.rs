//! # data-race
//!
//! Two invocations access the same byte, at least one of them with a store, neither with an atomic operation,
//! and nothing says which comes first. BAR does, between invocations of a work group; so does an atomic operation
//! by which the second learns of what the first did before a MEMBAR. The order of invocations is undefined; here
//! it is always the same, so that the fault does not show in the result.
//!
//! ```text finding
//! !!NVcp5.0
//! GROUP_SIZE 4;
//! SHARED_MEMORY 16;
//! SHARED s[] = { program.sharedmem };
//! TEMP a, i;
//! MUL.U i.x, invocation.localid.x, 4;
//! STS.U32 i.x, s[i.x];
//! XOR.U i.x, i.x, 4;
//! LDS.U32 a.x, s[i.x];
//! END
//! ```
//!
//! ```text clean
//! !!NVcp5.0
//! GROUP_SIZE 4;
//! SHARED_MEMORY 16;
//! SHARED s[] = { program.sharedmem };
//! TEMP a, i;
//! MUL.U i.x, invocation.localid.x, 4;
//! STS.U32 i.x, s[i.x];
//! BAR;
//! XOR.U i.x, i.x, 4;
//! LDS.U32 a.x, s[i.x];
//! END
//! ```

quadrille_base::rule!(
    DATA_RACE,
    "data-race",
    Warning,
    "invocations access one place in memory without an order, and one of them stores",
    [
        "EXT_shader_image_load_store 2.14.X",
        "NV_compute_program5 2.X.3.Y",
        "NV_compute_program5 2.X.8.Z BAR"
    ],
    "data_race.rs"
);
