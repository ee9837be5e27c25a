//! # call-depth
//!
//! More calls than MAX_PROGRAM_CALL_DEPTH are undefined in the NV4 and NV5 languages, and may end the
//! program. Here the call is passed over.
//!
//! ```text finding
//! !!NVvp4.0
//! main:
//! MOV result.position, vertex.position;
//! CAL main;
//! RET;
//! END
//! ```
//!
//! ```text clean
//! !!NVvp4.0
//! main:
//! CAL place;
//! RET;
//! place:
//! MOV result.position, vertex.position;
//! END
//! ```

quadrille_base::rule!(
    CALL_DEPTH,
    "call-depth",
    Warning,
    "a subroutine is called on a full call stack",
    ["NV_gpu_program4 2.X.5", "NV_gpu_program4 2.X.8 CAL"],
    "call_depth.rs"
);
