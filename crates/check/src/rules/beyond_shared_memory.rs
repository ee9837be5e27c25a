//! # beyond-shared-memory
//!
//! What `ATOMS`, `LDS` and `STS` access at a place that is known ends within the bytes that `SHARED_MEMORY` declares.
//!
//! ```text reject
//! !!NVcp5.0
//! GROUP_SIZE 8;
//! SHARED_MEMORY 60;
//! SHARED s[] = { program.sharedmem };
//! TEMP a;
//! LDS.U32X4 a, «s[48]»;
//! END
//! ```
//!
//! ```text accept
//! !!NVcp5.0
//! GROUP_SIZE 8;
//! SHARED_MEMORY 64;
//! SHARED s[] = { program.sharedmem };
//! TEMP a;
//! LDS.U32X4 a, s[48];
//! END
//! ```

use quadrille_base::{Diagnostic, Span, rule};

rule!(
    BEYOND_SHARED_MEMORY,
    "beyond-shared-memory",
    Error,
    "an access goes beyond the shared memory that is declared",
    ["#293"],
    "beyond_shared_memory.rs"
);

/// An access whose last byte is `last`, where there are `bytes`.
pub(crate) fn at(span: Span, last: i64, bytes: u32) -> Diagnostic {
    let message = format!("this access goes up to byte {last}, and shared memory has {bytes} bytes");
    Diagnostic::new(&BEYOND_SHARED_MEMORY, span, message)
}
