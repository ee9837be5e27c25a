//! # inactive-thread
//!
//! The value of a thread that does not execute the same shuffle is undefined; here it is 0.
//!
//! ```text finding
//! !!NVvp5.0
//! OPTION NV_shader_thread_shuffle;
//! UINT PARAM all = {31, 31, 31, 31};
//! UINT PARAM one = {1, 1, 1, 1};
//! SHFXOR.F result.attrib[0].xy, vertex.attrib[0].x, one, all;
//! END
//! ```
//!
//! ```text clean
//! !!NVvp5.0
//! OPTION NV_shader_thread_shuffle;
//! UINT PARAM all = {31, 31, 31, 31};
//! UINT PARAM none = {0, 0, 0, 0};
//! SHFXOR.F result.attrib[0].xy, vertex.attrib[0].x, none, all;
//! END
//! ```

quadrille_base::rule!(
    INACTIVE_THREAD,
    "inactive-thread",
    Warning,
    "a shuffle reads a thread that is not active",
    ["NV_shader_thread_shuffle 2.X.8 SHFDOWN"],
    "inactive_thread.rs"
);
