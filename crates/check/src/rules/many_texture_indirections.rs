//! # many-texture-indirections
//!
//! Hardware may hold fewer texture indirections than its driver loads (ARB_fragment_program 3.11.7): lookups whose
//! coordinates come from other lookups, or from arithmetic behind these. A program with more is drawn in software there,
//! or not at all. `--driver` judges all [native limits](native-limit.md) of a driver.
//!
//! ```text warn
//! !!ARBfp1.0
//! TEMP a;
//! TEX a, fragment.texcoord[0], texture[0], 2D;
//! TEX a, a, texture[0], 2D;
//! TEX a, a, texture[0], 2D;
//! TEX a, a, texture[0], 2D;
//! «TEX result.color, a, texture[0], 2D»;
//! END
//! ```
//!
//! ```text accept
//! !!ARBfp1.0
//! TEMP a;
//! TEX a, fragment.texcoord[0], texture[0], 2D;
//! TEX a, a, texture[0], 2D;
//! TEX a, a, texture[0], 2D;
//! TEX result.color, a, texture[0], 2D;
//! END
//! ```

use quadrille_base::{Diagnostic, Span, rule};
use quadrille_isa::gl::DriverRow;

rule!(
    MANY_TEXTURE_INDIRECTIONS,
    "many-texture-indirections",
    Note,
    "a program has more texture indirections than some hardware",
    ["ARB_fragment_program 3.11.7, MAX_PROGRAM_NATIVE_TEX_INDIRECTIONS_ARB"],
    "many_texture_indirections.rs"
);

/// The first instruction beyond the `most` texture indirections that some of the drivers' hardware has.
pub(crate) fn at(instruction: Span, counted: u32, most: u32, rows: &[&DriverRow]) -> Diagnostic {
    let names: Vec<&str> = rows.iter().map(|row| row.name).collect();
    let message = format!(
        "the program has {counted} texture indirections, and the hardware of {} holds {most}",
        names.join(" and ")
    );
    Diagnostic::new(&MANY_TEXTURE_INDIRECTIONS, instruction, message)
}
