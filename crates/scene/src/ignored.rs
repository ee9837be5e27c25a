//! # ignored-requirement
//!
//! A line that begins with a word of no meaning is passed over, as piglit's runner passes over it: such lines are in
//! many of its scenes, where the name of an extension stands without `GL_`. The scene runs as if the line were not
//! there, with another size than it asks for where the word is `SIZE` with a slip.
//!
//! Wrong: `ARB_vertex_program`
//!
//! Right: `GL_ARB_vertex_program`

use quadrille_base::{Diagnostic, Span, rule, suggest};

rule!(
    IGNORED_REQUIREMENT,
    "ignored-requirement",
    Warning,
    "a line of [require] begins with a word of no meaning and is passed over",
    ["docs/scenes.md"],
    "ignored.rs"
);

/// Words that a line may begin with, beside the names of extensions and limits.
const KNOWN: &[&str] = &[
    "GL",
    "GLSL",
    "depthbuffer",
    "SIZE",
    "SAMPLES",
    "LAYERS",
    "DIALECT",
    "INT",
];

/// A line that is passed over. As a [`Diagnostic`] it breaks the rule [`IGNORED_REQUIREMENT`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ignored {
    /// The span of its first word.
    pub span: Span,
    /// What the word may have been meant to be.
    pub meant: Option<Meant>,
}

/// What a word of no meaning may have been meant to be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Meant {
    /// The name of an extension, of which `GL_` is missing.
    Extension,
    /// A word that is near.
    Word(&'static str),
}

impl Ignored {
    /// A line whose first word is `word`, at `span`.
    pub(crate) fn new(word: &str, span: Span) -> Ignored {
        let near = || suggest::nearest(word, KNOWN.iter().copied()).map(Meant::Word);
        let meant = match is_extension(word) {
            true => Some(Meant::Extension),
            false => near(),
        };
        Ignored { span, meant }
    }
}

/// Whether a word is the name of an extension without `GL_`: the capitals of a vendor, an underscore, and a name.
fn is_extension(word: &str) -> bool {
    word.split_once('_').is_some_and(|(vendor, name)| {
        vendor.len() > 1 && vendor.bytes().all(|byte| byte.is_ascii_uppercase()) && !name.is_empty()
    })
}

impl From<&Ignored> for Diagnostic {
    fn from(ignored: &Ignored) -> Diagnostic {
        let Ignored { span, meant } = *ignored;
        let message = "this line has no meaning and is passed over";
        let found = Diagnostic::new(&IGNORED_REQUIREMENT, span, message);
        match meant {
            Some(Meant::Extension) => found.fix("write the whole name", Span::at(span.start), "GL_"),
            Some(Meant::Word(near)) => found.fix("write the nearest word", span, near),
            None => found.hint(format!(
                "a line begins with `GL_…` or one of {}",
                KNOWN.join(", ")
            )),
        }
    }
}
