//! # abnormal-end
//!
//! A program of the languages with branches before NV_gpu_program4 ends when it calls too deeply,
//! executes 65536 instructions, nests blocks too deeply at run time or takes what is not on the stack.
//! Its results are what it had written, or undefined.
//!
//! ```text finding
//! !!VP2.0
//! MOV o[HPOS], v[OPOS];
//! again:
//! BRA again;
//! END
//! ```
//!
//! ```text clean
//! !!VP2.0
//! MOV o[HPOS], v[OPOS];
//! BRA done;
//! MOV o[HPOS], v[NRML];
//! done:
//! END
//! ```

quadrille_base::rule!(
    ABNORMAL_END,
    "abnormal-end",
    Warning,
    "a program ends abnormally",
    [
        "NV_vertex_program2 2.14.2.3",
        "NV_vertex_program2_option 2.14.5.31",
        "NV_vertex_program3 2.14.5.43",
        "NV_fragment_program2 3.11.4.X"
    ],
    "abnormal_end.rs"
);
