//! # wrong-resource
//!
//! Textures, images, buffers and subroutine variables are each for instructions of their own kind, and stand
//! only where those name one.
//!
//! ```text reject
//! !!NVfp5.0
//! IMAGE i = image[0];
//! TEX result.color, fragment.texcoord[0], «i», 2D;
//! END
//! ```
//!
//! ```text accept
//! !!NVfp5.0
//! TEXTURE t = texture[0];
//! TEX result.color, fragment.texcoord[0], t, 2D;
//! END
//! ```

use quadrille_base::{Diagnostic, Span, rule};

rule!(
    WRONG_RESOURCE,
    "wrong-resource",
    Error,
    "an instruction names a resource of another kind than its own",
    [
        "#240", "#241", "#241a", "#265", "#276", "#295", "#296", "#297", "#299", "#304", "#309", "#314",
        "#315", "#316", "#316a", "#318"
    ],
    "wrong_resource.rs"
);

/// A resource of another kind: what belongs here, and what this is.
pub(crate) fn at(span: Span, belongs: &str, is: &str) -> Diagnostic {
    Diagnostic::new(&WRONG_RESOURCE, span, format!("{belongs}, and this is {is}"))
}
