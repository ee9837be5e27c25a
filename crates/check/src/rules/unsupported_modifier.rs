//! # unsupported-modifier
//!
//! Each opcode takes the modifiers that its row in the table of instructions names, and no other; S24, U24
//! and HI are for MUL alone, and an atomic operation takes certain formats.
//!
//! ```text reject
//! !!NVvp4.0
//! TEMP a;
//! AND.«F» a, a, a;
//! END
//! ```
//!
//! ```text accept
//! !!NVvp4.0
//! TEMP a;
//! AND.S a, a, a;
//! END
//! ```

use quadrille_base::{Diagnostic, Span, rule};

rule!(
    UNSUPPORTED_MODIFIER,
    "unsupported-modifier",
    Error,
    "an opcode does not take a modifier",
    [
        "#196", "#197", "#241", "#242", "#273", "#278", "#299a", "#304", "#318", "#319"
    ],
    "unsupported_modifier.rs"
);

/// A modifier that an opcode does not take.
pub(crate) fn at(span: Span, opcode: &str) -> Diagnostic {
    Diagnostic::new(
        &UNSUPPORTED_MODIFIER,
        span,
        format!("`{opcode}` does not take this modifier"),
    )
}

/// A modifier that the language does not have.
pub(crate) fn language(span: Span) -> Diagnostic {
    Diagnostic::new(&UNSUPPORTED_MODIFIER, span, "this language has no such modifier")
}

/// A modifier that does not go with another.
pub(crate) fn beside(span: Span, message: &str, other: Span) -> Diagnostic {
    Diagnostic::new(&UNSUPPORTED_MODIFIER, span, message).label(other, "beside this")
}

/// A modifier that does not go with what the instruction does.
pub(crate) fn with(span: Span, message: &str) -> Diagnostic {
    Diagnostic::new(&UNSUPPORTED_MODIFIER, span, message)
}
