//! # declaration-excluded
//!
//! NV_geometry_program_passthrough and ARB_compute_variable_group_size take declarations away: what they would say is said elsewhere.
//!
//! ```text reject
//! !!NVcp5.0
//! OPTION ARB_compute_variable_group_size;
//! «GROUP_SIZE 8 8»;
//! END
//! ```
//!
//! ```text accept
//! !!NVcp5.0
//! GROUP_SIZE 8 8;
//! END
//! ```

use quadrille_base::{Diagnostic, Span, rule};

rule!(
    DECLARATION_EXCLUDED,
    "declaration-excluded",
    Error,
    "a declaration stands that an option takes away",
    ["#300", "#301", "#323", "#324", "#325"],
    "declaration_excluded.rs"
);

/// A declaration that an option of the program takes away.
pub(crate) fn at(span: Span, option: &str) -> Diagnostic {
    Diagnostic::new(
        &DECLARATION_EXCLUDED,
        span,
        format!("the option `{option}` takes this declaration away"),
    )
}
