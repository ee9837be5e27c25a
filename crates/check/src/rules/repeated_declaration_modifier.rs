//! # repeated-declaration-modifier
//!
//! A declaration has one type and one size at most, and each interpolation modifier once.
//!
//! ```text reject
//! !!NVvp4.0
//! INT «UINT» TEMP t;
//! MOV.S t, 0;
//! END
//! ```
//!
//! ```text reject
//! !!NVfp4.0
//! CENTROID «CENTROID» ATTRIB t = fragment.texcoord[0];
//! MOV.S result.color, t;
//! END
//! ```
//!
//! ```text accept
//! !!NVvp4.0
//! INT SHORT TEMP t;
//! END
//! ```
//!
//! ```text accept
//! !!NVfp4.0
//! CENTROID NOPERSPECTIVE ATTRIB t = fragment.texcoord[0];
//! MOV.S result.color, t;
//! END
//! ```

use quadrille_base::{Diagnostic, Span, rule};

rule!(
    REPEATED_DECLARATION_MODIFIER,
    "repeated-declaration-modifier",
    Error,
    "a declaration has two modifiers of one kind",
    ["#103", "#178"],
    "repeated_declaration_modifier.rs"
);

/// A second modifier of one kind.
pub(crate) fn at(span: Span, before: Span) -> Diagnostic {
    let message = "the declaration has a modifier of this kind already";
    Diagnostic::new(&REPEATED_DECLARATION_MODIFIER, span, message).label(before, "here")
}
