//! # option-of-one-vendor
//!
//! A program under an ARB header loads with every driver, but for options that one vendor alone has.
//!
//! ```text warn
//! !!ARBfp1.0
//! OPTION «NV_fragment_program2»;
//! TXL result.color, fragment.texcoord[0], texture[0], 2D;
//! END
//! ```
//!
//! ```text accept
//! !!ARBfp1.0
//! OPTION ARB_draw_buffers;
//! TEX result.color[1], fragment.texcoord[0], texture[0], 2D;
//! END
//! ```

use quadrille_base::{Diagnostic, Span, rule};

rule!(
    OPTION_OF_ONE_VENDOR,
    "option-of-one-vendor",
    Note,
    "an option is one vendor's",
    ["the names of the extensions that bring the options"],
    "option_of_one_vendor.rs"
);

/// The name of such an option.
pub(crate) fn at(name: Span) -> Diagnostic {
    Diagnostic::new(
        &OPTION_OF_ONE_VENDOR,
        name,
        "only drivers of NVIDIA have this option",
    )
}
