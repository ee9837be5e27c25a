//! # angle-range
//!
//! SCS does not reduce its angle, so one outside [-π, π] is undefined; SIN and COS do. Here SCS does
//! too.
//!
//! ```text finding
//! !!ARBfp1.0
//! PARAM p = {3.2, 0, 0, 0};
//! TEMP a;
//! SCS a.xy, p.x;
//! MOV result.color, a.xyxy;
//! END
//! ```
//!
//! ```text clean
//! !!ARBfp1.0
//! PARAM p = {3.14, 0, 0, 0};
//! TEMP a;
//! SCS a.xy, p.x;
//! MOV result.color, a.xyxy;
//! END
//! ```

quadrille_base::rule!(
    ANGLE_RANGE,
    "angle-range",
    Warning,
    "SCS gets an angle beyond [-π, π]",
    ["ARB_fragment_program 3.11.5.23", "NV_gpu_program4 2.X.8 SCS"],
    "angle_range.rs"
);
