//! # projection-domain
//!
//! TXP is undefined where w is zero or negative; here the quotient is taken as it is.
//!
//! ```text finding
//! !!ARBfp1.0
//! TEMP a;
//! MOV a, 0;
//! TXP result.color, a, texture[0], 2D;
//! END
//! ```
//!
//! ```text clean
//! !!ARBfp1.0
//! TEMP a;
//! MOV a, 1;
//! TXP result.color, a, texture[0], 2D;
//! END
//! ```

quadrille_base::rule!(
    PROJECTION_DOMAIN,
    "projection-domain",
    Warning,
    "a projective lookup divides by a number that is not above zero",
    ["ARB_fragment_program 3.11.6.2"],
    "projection_domain.rs"
);
