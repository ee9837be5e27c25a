//! # unbound-buffer
//!
//! A program parameter buffer is read through a binding point to which no buffer is bound. The value is
//! undefined; here it is 0. Storage buffers and atomic counters are another thing: of them the specifications
//! say that loads give 0 and stores do nothing. (`quadrille eval` binds test buffers to the points 0 to 3.)
//!
//! ```text finding
//! !!NVcp5.0
//! GROUP_SIZE 4;
//! CBUFFER c[] = { program.buffer[9] };
//! TEMP a;
//! LDC.F32 a.x, c[0];
//! END
//! ```
//!
//! ```text clean
//! !!NVcp5.0
//! GROUP_SIZE 4;
//! CBUFFER c[] = { program.buffer[3] };
//! TEMP a;
//! LDC.F32 a.x, c[0];
//! END
//! ```

quadrille_base::rule!(
    UNBOUND_BUFFER,
    "unbound-buffer",
    Warning,
    "a load goes to a binding point that nothing is bound to",
    ["NV_gpu_program4 2.X.3.6", "NV_parameter_buffer_object2 2.X.3.6"],
    "unbound_buffer.rs"
);
