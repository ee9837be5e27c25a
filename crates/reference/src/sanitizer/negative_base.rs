//! # negative-base
//!
//! POW goes by way of a logarithm, which negative numbers do not have; here it is not a number.
//!
//! ```text finding
//! !!ARBvp1.0
//! PARAM p = {-2, 2, 0, 0};
//! POW result.position, p.x, p.y;
//! END
//! ```
//!
//! ```text clean
//! !!ARBvp1.0
//! PARAM p = {-2, 2, 0, 0};
//! POW result.position, p.y, p.x;
//! END
//! ```

quadrille_base::rule!(
    NEGATIVE_BASE,
    "negative-base",
    Warning,
    "a negative number is raised to a power",
    ["ARB_vertex_program 2.14.5.20", "NV_gpu_program4 2.X.8 POW"],
    "negative_base.rs"
);
