//! The rules that a vertex program can break on its way to words.

use quadrille_base::{Diagnostic, Rule, Severity, Span};

macro_rules! rules {
    ($($name:ident $severity:ident $text:literal $cite:literal $summary:literal $page:literal;)*) => {
        $(#[doc = $summary]
        pub static $name: Rule = Rule {
            name: $text,
            severity: Severity::$severity,
            summary: $summary,
            cites: &[$cite],
            page: $page,
        };)*

        /// All of them.
        pub static RULES: &[&Rule] = &[$(&$name),*];
    };
}

rules! {
    FIT Error "nv20-fit" "nv20 instruction word"
        "the program does not fit the machine"
        "There are 128 words, 12 temporaries, 96 constants and 4 texture coordinates.";
    TEXTURE_ATTRIBUTE Warning "nv20-texture-attribute" "NV_vertex_program 2.14.1.2"
        "texture coordinates of OpenGL are other attributes on the NV2A"
        "OpenGL has texture coordinate 0 in attribute 8, the NV2A of the Xbox, as Direct3D, in attribute 9, and so on. Words that are to run there need the coordinates where OpenGL has them. Doubtful: `MOV o[TEX0], v[TEX0];`. Clear: `MOV o[TEX0], v[1];`.";
    MISSING_OUTPUT Warning "nv20-missing-output" "NV_vertex_program 2.14.1.5"
        "the machine has no such output, so the write is ignored"
        "The machine has four texture units; results for others are ignored. Wrong: `MOV o[TEX4], v[0];`. Right: `MOV o[TEX3], v[0];`.";
}

/// The result of a step on the way to words.
pub(super) type Lowering<T> = Result<T, Box<Diagnostic>>;

/// A diagnostic about something that the machine does not have.
pub(super) fn unfit<T>(span: Span, message: impl Into<String>) -> Lowering<T> {
    Err(Box::new(Diagnostic::new(&FIT, span, message)))
}
