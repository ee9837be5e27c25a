//! # index-out-of-range
//!
//! An element outside its array reads 0 here, and writing it does nothing. Elsewhere it may be another
//! variable.
//!
//! ```text finding
//! !!NVvp4.0
//! INT TEMP i;
//! TEMP list[3];
//! MOV list[0], 1;
//! MOV.S i, 3;
//! MOV result.position, list[i.x];
//! END
//! ```
//!
//! ```text clean
//! !!NVvp4.0
//! INT TEMP i;
//! TEMP list[3];
//! MOV list[2], 1;
//! MOV.S i, 2;
//! MOV result.position, list[i.x];
//! END
//! ```

quadrille_base::rule!(
    INDEX_OUT_OF_RANGE,
    "index-out-of-range",
    Warning,
    "a relative index lies outside its array",
    [
        "ARB_vertex_program 2.14.4.2",
        "NV_gpu_program4 2.X.4.2",
        "NV_gpu_program4 2.X.4.3"
    ],
    "index_out_of_range.rs"
);
