//! Errors of state commands.

/// An error of a state command.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum StateError {
    /// The line ends before the command does.
    #[error("the command ends too early")]
    Short,
    /// The line goes on behind the command.
    #[error("the command has too many words")]
    Long,
    /// A word is not a number.
    #[error("`{0}` is not a number")]
    Number(String),
    /// A word is not a whole number in the range of what it is for.
    #[error("`{0}` is not a whole number here")]
    Whole(String),
    /// A word is neither true nor false.
    #[error("`{0}` is neither true nor false")]
    Flag(String),
    /// A name that is not one of a list.
    #[error("`{name}` is none of {}", names.join(", "))]
    Name {
        /// The name.
        name: String,
        /// The list.
        names: Vec<&'static str>,
    },
    /// A thing has no parameter of a name.
    #[error("{thing} no `{name}`")]
    Parameter {
        /// The thing, with its verb: `a light has`.
        thing: &'static str,
        /// The name.
        name: String,
    },
    /// A light has a number that is too high.
    #[error("there is no such light")]
    Light,
    /// A viewport has a number that is too high.
    #[error("there is no such viewport")]
    Viewport,
    /// A clip plane has a number that is too high.
    #[error("there is no such clip plane")]
    ClipPlane,
    /// A draw buffer has a number that is too high.
    #[error("there is no such draw buffer")]
    DrawBuffer,
    /// The pattern of lines has more than 16 bits.
    #[error("the pattern of lines has 16 bits")]
    Pattern,
    /// The pattern of polygons has a number of rows that does not repeat.
    #[error("the pattern of polygons has 1, 2, 4, 8, 16 or 32 rows")]
    Rows,
    /// A sample has a number that is too high.
    #[error("there is no such sample")]
    Sample,
    /// No capability that draw buffers or viewports have of their own.
    #[error("there is no `{0}` with a number: BLEND of draw buffers and SCISSOR_TEST of viewports alone")]
    Indexed(String),
    /// A size of a viewport is negative, or no number.
    #[error("a viewport has no negative size")]
    ViewportSize,
    /// A size of points or lines is not above 0.
    #[error("a size is above 0")]
    Size,
    /// A parameter is none that a matrix can be tracked into.
    #[error("{0} is not a multiple of 4 up to 92")]
    TrackedAddress(usize),
    /// A matrix that is to be tracked does not exist.
    #[error("there is no matrix `{0}` to track")]
    TrackedMatrix(String),
    /// A transform of a tracked matrix does not exist.
    #[error("there is no transform `{0}`")]
    Transform(String),
}

impl StateError {
    /// The error that `thing`, which has its verb with it, has no such parameter.
    pub(super) fn parameter(thing: &'static str, name: String) -> StateError {
        StateError::Parameter { thing, name }
    }
}
