//! # unwritten-result
//!
//! A result that an invocation does not write is undefined in what follows; so is every result behind
//! EMIT. The finding is for results that the program does write, but not on the way that this
//! invocation took.
//!
//! ```text finding
//! !!NVvp4.0
//! TEMP a;
//! MOV.CC a, vertex.attrib[0];
//! IF GT.x;
//! MOV result.attrib[0], 1;
//! ENDIF;
//! END
//! ```
//!
//! ```text clean
//! !!NVvp4.0
//! TEMP a;
//! MOV.CC a, vertex.attrib[0];
//! IF GT.x;
//! MOV result.attrib[0], 1;
//! ELSE;
//! MOV result.attrib[0], 0;
//! ENDIF;
//! END
//! ```

quadrille_base::rule!(
    UNWRITTEN_RESULT,
    "unwritten-result",
    Warning,
    "a result is not written by every invocation",
    [
        "ARB_vertex_program 2.14.3.4",
        "ARB_fragment_program 3.11.3.4",
        "NV_gpu_program4 2.X.3.5",
        "NV_geometry_program4 2.X.8 EMIT"
    ],
    "unwritten_result.rs"
);
