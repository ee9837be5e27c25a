//! # too-many-components
//!
//! The components of attributes that a program reads, and of results that it writes, have limits. All elements of an array count where a register chooses one.
//!
//! ```text reject limits attribute-components 4
//! !!NVvp4.0
//! MOV result.position, vertex.position;
//! MOV result.color.x, «vertex.attrib[1]».x;
//! END
//! ```
//!
//! ```text reject limits result-components 4
//! !!NVvp4.0
//! MOV result.position, vertex.position;
//! MOV «result.color».x, vertex.position;
//! END
//! ```
//!
//! ```text accept limits attribute-components 5
//! !!NVvp4.0
//! MOV result.position, vertex.position;
//! MOV result.color.x, vertex.attrib[1].x;
//! END
//! ```

use quadrille_base::{Diagnostic, Span, rule};
use quadrille_isa::gl::limit::LimitRow;

rule!(
    TOO_MANY_COMPONENTS,
    "too-many-components",
    Error,
    "a program uses more components of attributes or results than the limit",
    ["#182", "#190"],
    "too_many_components.rs"
);

/// The first binding whose components are too many.
pub(crate) fn at(span: Span, most: u32, counted: u32, limit: &LimitRow) -> Diagnostic {
    let message = format!(
        "{counted} components are used, and {most} fit, by the limit `{}`",
        limit.name
    );
    Diagnostic::new(&TOO_MANY_COMPONENTS, span, message).hint("one too many")
}
