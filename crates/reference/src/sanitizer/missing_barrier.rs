//! # missing-barrier
//!
//! A draw or dispatch reads or writes bytes of a buffer that a program of an earlier one wrote, and no MemoryBarrier with
//! the bit for that access came between them: whether the earlier write is there is undefined. Here draws are carried out
//! one after another, so that it is, and the fault does not show in the result. Which bit an access needs stands in
//! [compute programs and memory](../../compute.md#barriers). Atomic operations of several draws on the same bytes need
//! none among each other. Probes and files that a scene writes see memory as it is.
//!
//! It takes more than one draw to show, so that its examples are scenes: `spec/gl-hazards.md`.

quadrille_base::rule!(
    MISSING_BARRIER,
    "missing-barrier",
    Warning,
    "memory that an earlier draw or dispatch wrote is accessed without a barrier between them",
    [
        "EXT_shader_image_load_store 2.20.X",
        "OpenGL 4.6, 7.13.2",
        "NV_shader_buffer_store"
    ],
    "missing_barrier.rs"
);
