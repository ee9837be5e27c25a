//! # logarithm-domain
//!
//! LG2 of zero and of negative numbers is undefined, but in VP2.0 and FP1.0; here it is -Inf and not a
//! number.
//!
//! ```text finding
//! !!ARBvp1.0
//! PARAM p = {0, 8, 0, 0};
//! LG2 result.position, p.x;
//! END
//! ```
//!
//! ```text clean
//! !!ARBvp1.0
//! PARAM p = {0, 8, 0, 0};
//! LG2 result.position, p.y;
//! END
//! ```

quadrille_base::rule!(
    LOGARITHM_DOMAIN,
    "logarithm-domain",
    Warning,
    "a logarithm is taken of a number that is not above zero",
    ["ARB_vertex_program 2.14.5.12", "NV_gpu_program4 2.X.8 LG2"],
    "logarithm_domain.rs"
);
