//! # parted-quad
//!
//! DDX, DDY and lookups that choose a level of detail by derivatives compare fragments of a quad. Where
//! not all four execute the instruction, the others may not hold what it needs. Here they hold what
//! their registers held last.
//!
//! ```text finding
//! !!NVfp4.0
//! TEMP a;
//! MOV.CC a, fragment.texcoord[0];
//! MOV result.color, 0;
//! IF GT.x;
//! TEX result.color, fragment.texcoord[0], texture[0], 2D;
//! ENDIF;
//! END
//! ```
//!
//! ```text clean
//! !!NVfp4.0
//! TEMP a, b;
//! MOV.CC a, fragment.texcoord[0];
//! TEX b, fragment.texcoord[0], texture[0], 2D;
//! MOV result.color, 0;
//! IF GT.x;
//! MOV result.color, b;
//! ENDIF;
//! END
//! ```

quadrille_base::rule!(
    PARTED_QUAD,
    "parted-quad",
    Warning,
    "a derivative is taken in a quad that is not together",
    ["NV_fragment_program4 2.X.4.4", "NV_gpu_program4 2.X.4.4"],
    "parted_quad.rs"
);
