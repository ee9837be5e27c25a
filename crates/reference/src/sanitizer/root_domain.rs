//! # root-domain
//!
//! RSQ of zero and of negative numbers is undefined in the NV4 and NV5 languages; the older ones define
//! it. Here it is what VP2.0 says, ±Inf and not a number.
//!
//! ```text finding
//! !!NVvp4.0
//! PARAM p = {-4, 4, 0, 0};
//! RSQ result.position, p.x;
//! END
//! ```
//!
//! ```text clean
//! !!NVvp4.0
//! PARAM p = {-4, 4, 0, 0};
//! RSQ result.position, p.y;
//! END
//! ```

quadrille_base::rule!(
    ROOT_DOMAIN,
    "root-domain",
    Warning,
    "a reciprocal square root is taken of a number that is not above zero",
    ["NV_gpu_program4 2.X.8 RSQ"],
    "root_domain.rs"
);
