//! # uninitialised-read
//!
//! Temporaries and address registers hold nothing when a program begins, and a component that an
//! instruction leaves undefined (w of XPD, z and w of SCS, all but x of ATOM) holds nothing either.
//! Both read 0 here, and anything on other machines.
//!
//! ```text finding
//! !!ARBvp1.0
//! TEMP a;
//! XPD a, vertex.normal, vertex.position;
//! MOV result.position, a;
//! END
//! ```
//!
//! ```text clean
//! !!ARBvp1.0
//! TEMP a;
//! XPD a.xyz, vertex.normal, vertex.position;
//! MOV a.w, 1;
//! MOV result.position, a;
//! END
//! ```

quadrille_base::rule!(
    UNINITIALISED_READ,
    "uninitialised-read",
    Warning,
    "a variable is read before it is written",
    [
        "ARB_vertex_program 2.14.3.3",
        "ARB_vertex_program 2.14.3.5",
        "ARB_fragment_program 3.11.3.3",
        "NV_gpu_program4 2.X.3.4"
    ],
    "uninitialised_read.rs"
);
