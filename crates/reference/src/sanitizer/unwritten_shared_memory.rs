//! # unwritten-shared-memory
//!
//! The contents of shared memory are undefined when a work group begins; here they are 0.
//!
//! ```text finding
//! !!NVcp5.0
//! GROUP_SIZE 4;
//! SHARED_MEMORY 16;
//! SHARED s[] = { program.sharedmem };
//! TEMP a, i;
//! MUL.U i.x, invocation.localid.x, 4;
//! ATOMS.ADD.U32 a.x, 1, s[i.x];
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
//! ATOMS.ADD.U32 a.x, 1, s[i.x];
//! END
//! ```

quadrille_base::rule!(
    UNWRITTEN_SHARED_MEMORY,
    "unwritten-shared-memory",
    Warning,
    "shared memory is read before anything is written to it",
    ["NV_compute_program5 2.X.3.Y"],
    "unwritten_shared_memory.rs"
);
