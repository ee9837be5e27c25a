//! # native-limit
//!
//! A program is judged for a driver, which loads it although the hardware does not hold it: it runs in software then, or
//! not at all (ARB_fragment_program 3.11.7, PROGRAM_UNDER_NATIVE_LIMITS_ARB). The program's own counts are compared; a
//! driver may need more for what the hardware has no instruction for, or less for what it finds unused.
//!
//! ```text warn driver mesa-r300
//! «!!ARBfp1.0»
//! TEMP a;
//! TEX a, fragment.texcoord[0], texture[0], 2D;
//! TEX a, a, texture[0], 2D;
//! TEX a, a, texture[0], 2D;
//! TEX a, a, texture[0], 2D;
//! TEX result.color, a, texture[0], 2D;
//! END
//! ```
//!
//! ```text accept driver mesa
//! !!ARBfp1.0
//! TEMP a;
//! TEX a, fragment.texcoord[0], texture[0], 2D;
//! TEX a, a, texture[0], 2D;
//! TEX a, a, texture[0], 2D;
//! TEX a, a, texture[0], 2D;
//! TEX result.color, a, texture[0], 2D;
//! END
//! ```

use quadrille_base::{Diagnostic, Span, rule};
use quadrille_isa::gl::DriverRow;

use crate::driver::NativeExcess;

rule!(
    NATIVE_LIMIT,
    "native-limit",
    Warning,
    "a program loads and exceeds what the hardware holds",
    ["docs/check.md"],
    "native_limit.rs"
);

/// The header of a program.
pub(crate) fn at(span: Span, row: &DriverRow, over: NativeExcess) -> Diagnostic {
    let NativeExcess { limit, needs, native } = over;
    let message = format!(
        "it loads on {}, but needs {needs} {} of {native} that the hardware has",
        row.name,
        limit.row().name
    );
    Diagnostic::new(&NATIVE_LIMIT, span, message)
}
