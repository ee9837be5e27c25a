//! # misplaced-modifier
//!
//! Interpolation modifiers stand before fragment attributes, LONG before temporaries and the attributes of vertex programs of the fifth version, SHORT before temporaries and results, types before everything with components.
//!
//! ```text reject
//! !!NVfp4.0
//! «FLAT» TEMP t;
//! MOV t, 0;
//! END
//! ```
//!
//! ```text reject
//! !!NVvp4.0
//! «LONG» ATTRIB a = vertex.attrib[1];
//! MOV result.position, a;
//! END
//! ```
//!
//! ```text reject
//! !!NVvp4.0
//! «SHORT» PARAM p = 1;
//! MOV result.position, p;
//! END
//! ```
//!
//! ```text accept
//! !!NVfp4.0
//! FLAT ATTRIB t = fragment.texcoord[0];
//! MOV result.color, t;
//! END
//! ```
//!
//! ```text accept
//! !!NVvp4.0
//! SHORT OUTPUT o = result.color;
//! MOV o, 1;
//! END
//! ```

use quadrille_base::{Diagnostic, Span, rule};

rule!(
    MISPLACED_MODIFIER,
    "misplaced-modifier",
    Error,
    "a declaration does not take a modifier",
    ["#100", "#102", "#225"],
    "misplaced_modifier.rs"
);

/// A modifier before a declaration that does not take it.
pub(crate) fn at(span: Span, message: &str) -> Diagnostic {
    Diagnostic::new(&MISPLACED_MODIFIER, span, message)
}
