//! # array-not-consecutive
//!
//! The bindings of an array of attributes, results, units or memory are numbered ones of one kind, each with the number after the one before; those of memory at one binding point. Parameters may stand in any order, and subroutine parameters where no index is known only at run time.
//!
//! ```text reject
//! !!NVvp4.0
//! ATTRIB a[] = { vertex.attrib[1], «vertex.attrib[3]» };
//! MOV result.position, a[0];
//! END
//! ```
//!
//! ```text reject
//! !!NVvp4.0
//! ATTRIB a[] = { vertex.attrib[1], «vertex.texcoord[2]» };
//! MOV result.position, a[0];
//! END
//! ```
//!
//! ```text accept
//! !!NVvp4.0
//! ATTRIB a[] = { vertex.attrib[1], vertex.attrib[2] };
//! MOV result.position, a[0];
//! END
//! ```

use quadrille_base::{Diagnostic, Span, rule};

rule!(
    ARRAY_NOT_CONSECUTIVE,
    "array-not-consecutive",
    Error,
    "the bindings of an array do not follow each other",
    ["#226", "#276", "#299a", "#304", "#316a"],
    "array_not_consecutive.rs"
);

/// A binding that does not go on where the one before it ends.
pub(crate) fn at(span: Span) -> Diagnostic {
    let message = "this binding does not follow the one before it";
    Diagnostic::new(&ARRAY_NOT_CONSECUTIVE, span, message)
}

/// A binding without a number.
pub(crate) fn not_numbered(span: Span) -> Diagnostic {
    let message = "only numbered bindings make an array";
    Diagnostic::new(&ARRAY_NOT_CONSECUTIVE, span, message)
}

/// An index that is known only at run time, of subroutine parameters in another order.
pub(crate) fn indexed(span: Span) -> Diagnostic {
    let message =
        "the subroutine parameters of this array do not follow each other, so its index is a number";
    Diagnostic::new(&ARRAY_NOT_CONSECUTIVE, span, message)
}
