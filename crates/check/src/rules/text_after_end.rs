//! # text-after-end
//!
//! Only white space and comments may follow `END`.
//!
//! ```text reject
//! !!ARBvp1.0
//! MOV result.position, vertex.position;
//! END
//! «MOV»
//! ```
//!
//! ```text accept
//! !!ARBvp1.0
//! MOV result.position, vertex.position;
//! END
//! # MOV
//! ```

use quadrille_base::rule;

rule!(
    TEXT_AFTER_END,
    "text-after-end",
    Error,
    "something follows END",
    ["#139g"],
    "text_after_end.rs"
);
