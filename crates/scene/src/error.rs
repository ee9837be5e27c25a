//! Errors in scene files, with their spans.

use quadrille_base::{Diagnostic, Span};
use quadrille_check::Dialect;
use quadrille_memory::Barriers;
use quadrille_pipeline::FormatError;

use crate::SCENE_SYNTAX;
use crate::data::VertexDataError;
use crate::state::StateError;
use crate::values::NumberType;
use crate::words::Words;

/// A problem in a scene file. As a [`Diagnostic`] it breaks the rule [`SCENE_SYNTAX`].
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{problem}")]
pub struct SceneError {
    /// The span of the word that is wrong, or the place where one is missing.
    pub span: Span,
    /// The problem.
    #[source]
    pub problem: Problem,
}

/// An error in a scene file.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Problem {
    /// The file has more bytes than places can say.
    #[error("a scene file has less than 4 GiB")]
    Length,
    /// There is no section.
    #[error("a scene has sections such as [test], and this has none")]
    NoSection,
    /// There are more commands than a scene may have.
    #[error("a scene has at most a million commands")]
    Commands,
    /// A name means nothing there.
    #[error(transparent)]
    Unknown(#[from] Unknown),
    /// Something else belongs there.
    #[error(transparent)]
    Expected(#[from] Expected),
    /// A command goes on with none of the words that it may go on with.
    #[error("`{command}` is followed by {}", list(words))]
    Followed {
        /// The command.
        command: &'static str,
        /// The words.
        words: &'static [&'static str],
    },
    /// A line goes on where it should end.
    #[error("the line ends before this")]
    Rest,
    /// A number is none of the type that was named.
    #[error("this is no number of the type")]
    NumberType,
    /// A size is negative.
    #[error("a size is not negative")]
    Size,
    /// A cube map has not six files.
    #[error("a cube has six files: +x -x +y -y +z -z")]
    CubeFiles,
    /// A buffer for QPU programs is empty.
    #[error("a buffer has at least one byte")]
    EmptyBuffer,
    /// A QPU program is started not at all, or too often.
    #[error("a program is started 1 to 255 times")]
    Launches,
    /// A state command is wrong.
    #[error(transparent)]
    State(#[from] StateError),
    /// A vertex array has a format that GL does not have.
    #[error(transparent)]
    VertexFormat(#[from] FormatError),
    /// `[vertex data]` is wrong.
    #[error(transparent)]
    VertexData(#[from] VertexDataError),
    /// A `.vpfp` file begins with something else than a program or a test.
    #[error("a program or `!!test` comes first")]
    First,
    /// A setting of a `.vpfp` file has not four numbers.
    #[error("four numbers belong behind the key")]
    FourNumbers,
    /// A key of a `.vpfp` file has no number in its brackets.
    #[error("the index of the key is not a number")]
    KeyIndex,
}

/// A name that means nothing where it stands.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Unknown {
    /// In `[…]`, or behind `!!` in a `.vpfp` file.
    #[error("there is no such section")]
    Section,
    /// At the beginning of a line of `[test]`.
    #[error("there is no such command")]
    Command,
    /// Behind `probe`.
    #[error("there is no such probe")]
    Probe,
    /// Behind `texture`.
    #[error("there is no such texture command")]
    Texture,
    /// At the beginning of a setting of a `.vpfp` file.
    #[error("there is no such key")]
    Key,
}

/// A word or sign that is expected where something else stands, or nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Expected {
    /// A path.
    #[error("the path of a file belongs here")]
    Path,
    /// An address, or another number that may be a symbol.
    #[error("a number or a symbol belongs here")]
    Address,
    /// A punctuation mark, as in a list of so many numbers.
    #[error("`{mark}` belongs here")]
    Mark {
        /// The mark.
        mark: char,
        /// The number of numbers in the list.
        numbers: Option<usize>,
    },
    /// A whole number, of the range that the command takes.
    #[error("a whole number belongs here")]
    Whole,
    /// A number.
    #[error("a number belongs here")]
    Number,
    /// Numbers with blanks or commas between them.
    #[error("numbers belong here, without parentheses")]
    Numbers,
    /// A [`NumberType`].
    #[error("a type belongs here: {}", number_types())]
    NumberType,
    /// One of some words.
    #[error("{} belongs here", list(.0))]
    OneOf(&'static [&'static str]),
    /// A dialect of the checker.
    #[error("one of `{}` belongs here", Dialect::ALL.map(Dialect::name).join("`, `"))]
    Dialect,
    /// A comparison.
    #[error("a comparison belongs here")]
    Comparison,
    /// A comparison and a version, behind `GL` in `[require]`.
    #[error("`GL`, a comparison and a version")]
    VersionComparison,
    /// A version of GL.
    #[error("a version belongs here, such as 1.3")]
    Version,
    /// The access of an image unit.
    #[error("READ_ONLY, WRITE_ONLY or READ_WRITE belongs here")]
    Access,
    /// The access of a resident buffer.
    #[error("READ_ONLY, WRITE_ONLY, READ_WRITE or `none` belongs here")]
    Residency,
    /// What a texture view is of.
    #[error("`of` and the number of a unit belong here")]
    Unit,
    /// The target of a texture, as piglit's runner names it.
    #[error("1D, 2D, 3D, Rect, Cube, 1DArray, 2DArray or CubeArray belongs here")]
    StorageTarget,
    /// A format.
    #[error("the name of a format belongs here")]
    Format,
    /// The name of a framebuffer.
    #[error("the name of a framebuffer belongs here")]
    FramebufferName,
    /// The name of a buffer.
    #[error("the name of a buffer belongs here: letters, digits and underscores")]
    BufferName,
    /// The binding point of a buffer or image.
    #[error("`buffer_vp`, `buffer_fp`, `buffer_cp`, …, `storage`, `counter`, `xfb` or `image` belongs here")]
    BindingPoint,
    /// Whose parameter is set.
    #[error("`local_vp`, `env_vp`, `local_fp`, `env_fp`, … belongs here")]
    Parameter,
    /// What transform feedback records.
    #[error(
        "`POSITION/4`, `TEXTURE_COORD[1]/2`, … with the number of components, `SKIP_COMPONENTS1` to 4 or `NEXT_BUFFER` belongs here"
    )]
    Recorded,
    /// A mode of conditional rendering.
    #[error(
        "`QUERY_WAIT`, `QUERY_NO_WAIT`, `QUERY_BY_REGION_WAIT` or `QUERY_BY_REGION_NO_WAIT` belongs here, each with `_INVERTED` or not"
    )]
    ConditionalMode,
    /// The format of a vertex array.
    #[error(
        "an attribute of `location/type/count` with `/normalized`, `/integer`, `/long` or nothing behind it belongs here, or its location and `none`"
    )]
    VertexFormat,
    /// A bit of MemoryBarrier.
    #[error("a bit of MemoryBarrier belongs here: one of {}", Barriers::names())]
    Barrier,
    /// A capability.
    #[error("the name of a capability belongs here")]
    Capability,
}

/// Words with a comma or `or` between them.
fn list(words: &[&str]) -> String {
    match words {
        [] => String::new(),
        [one] => format!("`{one}`"),
        [first @ .., last] => format!("`{}` or `{last}`", first.join("`, `")),
    }
}

fn number_types() -> String {
    let names: Vec<&str> = NumberType::ALL.iter().map(|row| row.name()).collect();
    names.join(", ")
}

impl SceneError {
    /// The same with a place that cuts no character of the file.
    pub(crate) fn within(mut self, text: &str) -> SceneError {
        self.span = Diagnostic::from(&self).within(text).span;
        self
    }
}

impl From<&SceneError> for Diagnostic {
    fn from(error: &SceneError) -> Diagnostic {
        let found = Diagnostic::new(&SCENE_SYNTAX, error.span, error.to_string());
        if let Problem::Expected(Expected::Mark {
            numbers: Some(numbers),
            ..
        }) = error.problem
        {
            return found.note(format!(
                "{numbers} numbers in parentheses, with commas between them, belong here"
            ));
        }
        found
    }
}

impl From<SceneError> for Diagnostic {
    fn from(error: SceneError) -> Diagnostic {
        Diagnostic::from(&error)
    }
}

/// A problem at a place.
pub(crate) fn wrong(span: Span, problem: impl Into<Problem>) -> SceneError {
    SceneError {
        span,
        problem: problem.into(),
    }
}

/// A command goes on with none of these words.
pub(crate) fn followed(at: &Words<'_>, command: &'static str, words: &'static [&'static str]) -> SceneError {
    wrong(at.span(), Problem::Followed { command, words })
}
