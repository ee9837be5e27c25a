//! # unset-condition-code
//!
//! The condition codes CC0 and CC1 hold nothing when a program of the NV4 and NV5 languages begins.
//! Here they are EQ, which is what the older languages lay down.
//!
//! ```text finding
//! !!NVvp4.0
//! MOV result.attrib[0] (GT1), 1;
//! END
//! ```
//!
//! ```text clean
//! !!NVvp4.0
//! TEMP a;
//! MOV.CC1 a, vertex.attrib[0];
//! MOV result.attrib[0] (GT1), 1;
//! MOV result.attrib[0] (LE1), 0;
//! END
//! ```

quadrille_base::rule!(
    UNSET_CONDITION_CODE,
    "unset-condition-code",
    Warning,
    "a test reads a condition code that was never updated",
    ["NV_gpu_program4 2.X.3.7"],
    "unset_condition_code.rs"
);
