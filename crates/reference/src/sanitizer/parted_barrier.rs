//! # parted-barrier
//!
//! BAR waits for every invocation of the work group. Where some go another way or have ended, the
//! others may wait for ever. Under the sanitizer they
//! go on when nothing else can run; other runs are stopped there.
//!
//! ```text finding
//! !!NVcp5.0
//! GROUP_SIZE 4;
//! UINT TEMP a;
//! MOV.U.CC a, invocation.localid;
//! IF EQ.x;
//! BAR;
//! ENDIF;
//! END
//! ```
//!
//! ```text clean
//! !!NVcp5.0
//! GROUP_SIZE 4;
//! UINT TEMP a;
//! MOV.U.CC a, invocation.localid;
//! IF EQ.x;
//! MOV.U a, 1;
//! ENDIF;
//! BAR;
//! END
//! ```

quadrille_base::rule!(
    PARTED_BARRIER,
    "parted-barrier",
    Warning,
    "not all invocations of a work group come to a barrier",
    ["NV_compute_program5 2.X.8 BAR"],
    "parted_barrier.rs"
);
