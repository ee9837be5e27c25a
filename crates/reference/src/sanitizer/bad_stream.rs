//! # bad-stream
//!
//! EMITS takes a stream from 0 to MAX_VERTEX_STREAMS - 1, which is 3. On any other stream no vertex is
//! emitted here.
//!
//! ```text finding
//! !!NVgp5.0
//! PRIMITIVE_IN POINTS;
//! PRIMITIVE_OUT POINTS;
//! VERTICES_OUT 1;
//! MOV result.position, 1;
//! EMITS 4;
//! END
//! ```
//!
//! ```text clean
//! !!NVgp5.0
//! PRIMITIVE_IN POINTS;
//! PRIMITIVE_OUT POINTS;
//! VERTICES_OUT 1;
//! MOV result.position, 1;
//! EMITS 3;
//! END
//! ```

quadrille_base::rule!(
    BAD_STREAM,
    "bad-stream",
    Warning,
    "a vertex is emitted on a stream that there is not",
    ["NV_gpu_program5 2.X.8 EMITS"],
    "bad_stream.rs"
);
