//! # flags-of-negative-sum
//!
//! A minus sign turns an integer addition into a subtraction for carry and overflow. Of -A-B both are
//! undefined; here they are clear.
//!
//! ```text finding
//! !!NVvp5.0
//! INT TEMP a;
//! INT PARAM one = {1, 1, 1, 1};
//! ADD.S.CC a, -one, -one;
//! MOV.S result.attrib[0] (CF), 1;
//! END
//! ```
//!
//! ```text clean
//! !!NVvp5.0
//! INT TEMP a;
//! INT PARAM one = {1, 1, 1, 1};
//! ADD.S.CC a, -one, one;
//! MOV.S result.attrib[0] (CF), 1;
//! END
//! ```

quadrille_base::rule!(
    FLAGS_OF_NEGATIVE_SUM,
    "flags-of-negative-sum",
    Warning,
    "a test reads carry and overflow of the sum of two negated operands",
    ["NV_gpu_program4 2.X.4.3"],
    "flags_of_negative_sum.rs"
);
