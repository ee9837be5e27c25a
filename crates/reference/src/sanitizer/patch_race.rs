//! # patch-race
//!
//! Two threads of a tessellation control program access a component of a result of the patch, one of them writes it,
//! and nothing says which comes first: they do so in one instruction, or one in the block behind an IF and the other
//! in the block behind its ELSE. Threads that write the same value do not disturb each other. Here threads act in
//! ascending order, so that the last one's value stays.
//!
//! ```text finding
//! !!NVtcp5.0
//! VERTICES_OUT 3;
//! TEMP own;
//! I2F own.x, primitive.invocation.x;
//! MOV result.position, vertex[0].position;
//! MOV result.patch.attrib[0], own.x;
//! END
//! ```
//!
//! ```text finding
//! !!NVtcp5.0
//! VERTICES_OUT 3;
//! ATTRIB out = vertex.out.position;
//! MOV result.position, vertex[0].position;
//! ADD result.position, out[0], 1.0;
//! END
//! ```
//!
//! ```text finding
//! !!NVtcp5.0
//! VERTICES_OUT 3;
//! TEMP first, value;
//! SEQ.S.CC first.x, primitive.invocation.x, 0;
//! IF NE.x;
//!   MOV result.patch.attrib[0], vertex[0].position;
//! ELSE;
//!   MOV value, primitive.out.patch.attrib[0];
//! ENDIF;
//! MOV result.position, value;
//! END
//! ```
//!
//! ```text clean
//! !!NVtcp5.0
//! VERTICES_OUT 3;
//! TEMP first, value;
//! SEQ.S.CC first.x, primitive.invocation.x, 0;
//! IF NE.x;
//!   MOV result.patch.attrib[0], vertex[0].position;
//! ENDIF;
//! MOV value, primitive.out.patch.attrib[0];
//! MOV result.position, value;
//! MOV result.patch.tessouter[0].x, 4.0;
//! END
//! ```

quadrille_base::rule!(
    PATCH_RACE,
    "patch-race",
    Warning,
    "threads of a patch access one of its results without an order, and one of them writes",
    ["NV_tessellation_program5 2.X.5"],
    "patch_race.rs"
);
