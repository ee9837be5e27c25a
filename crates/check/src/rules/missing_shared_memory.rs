//! # missing-shared-memory
//!
//! `ATOMS`, `LDS` and `STS` need the declaration `SHARED_MEMORY`, which says how much there is.
//!
//! ```text reject
//! !!NVcp5.0
//! GROUP_SIZE 8;
//! SHARED s = program.sharedmem[0];
//! TEMP a;
//! «LDS.U32 a, s»;
//! END
//! ```
//!
//! ```text accept
//! !!NVcp5.0
//! GROUP_SIZE 8;
//! SHARED_MEMORY 64;
//! SHARED s = program.sharedmem[0];
//! TEMP a;
//! LDS.U32 a, s;
//! END
//! ```

use quadrille_base::{Diagnostic, Span, rule};

rule!(
    MISSING_SHARED_MEMORY,
    "missing-shared-memory",
    Error,
    "shared memory is accessed and none is declared",
    ["#292"],
    "missing_shared_memory.rs"
);

/// An access to shared memory in a program that declares none.
pub(crate) fn at(span: Span) -> Diagnostic {
    Diagnostic::new(
        &MISSING_SHARED_MEMORY,
        span,
        "the program has no shared memory, for it does not declare `SHARED_MEMORY`",
    )
}
