//! # missing-end
//!
//! Every program ends with the word `END`.
//!
//! ```text reject
//! !!ARBvp1.0
//! MOV result.position, vertex.position;
//! «»
//! ```
//!
//! ```text accept
//! !!ARBvp1.0
//! MOV result.position, vertex.position;
//! END
//! ```

use quadrille_base::rule;

rule!(
    MISSING_END,
    "missing-end",
    Error,
    "the program has no END",
    ["#6", "#117", "#140"],
    "missing_end.rs"
);
