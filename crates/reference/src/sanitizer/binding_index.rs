//! # binding-index
//!
//! An array of buffers or image units is indexed at run time, and there is no such element. What is accessed
//! is undefined; here it is nothing, and reads 0.
//!
//! ```text finding
//! !!NVcp5.0
//! GROUP_SIZE 4;
//! CBUFFER c[][] = { program.buffer[0..1] };
//! TEMP a, i;
//! ADD.U i.x, invocation.localid.x, 1;
//! LDC.F32 a.x, c[i.x][0];
//! END
//! ```
//!
//! ```text clean
//! !!NVcp5.0
//! GROUP_SIZE 4;
//! CBUFFER c[][] = { program.buffer[0..3] };
//! TEMP a, i;
//! MOV.U i.x, invocation.localid.x;
//! LDC.F32 a.x, c[i.x][0];
//! END
//! ```

quadrille_base::rule!(
    BINDING_INDEX,
    "binding-index",
    Warning,
    "an index selects a binding point outside its array",
    [
        "NV_gpu_program5 2.X.3.6",
        "NV_gpu_program4 2.X.4.2",
        "EXT_shader_image_load_store 3.9.X"
    ],
    "binding_index.rs"
);
