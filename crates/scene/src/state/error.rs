//! What is wrong with a state command.

/// What is wrong with a state command.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub(crate) enum StateError {
    #[error("the command ends too early")]
    Short,
    #[error("the command has too many words")]
    Long,
    #[error("`{0}` is not a number")]
    Number(String),
    #[error("`{0}` is not a whole number here")]
    Whole(String),
    #[error("`{0}` is neither true nor false")]
    Flag(String),
    /// A name that is not one of a list.
    #[error("`{name}` is none of {}", names.join(", "))]
    Name { name: String, names: Vec<&'static str> },
    /// A thing has no parameter of a name.
    #[error("{thing} no `{name}`")]
    Parameter { thing: &'static str, name: String },
    #[error("there is no such light")]
    Light,
    #[error("there is no such clip plane")]
    ClipPlane,
    #[error("a size is above 0")]
    Size,
    #[error("{0} is not a multiple of 4 up to 92")]
    TrackedAddress(usize),
    #[error("there is no matrix `{0}` to track")]
    TrackedMatrix(String),
    #[error("there is no transform `{0}`")]
    Transform(String),
}

impl StateError {
    /// `thing` is who has no such parameter, with its verb: `a light has`.
    pub(super) fn parameter(thing: &'static str, name: String) -> StateError {
        StateError::Parameter { thing, name }
    }
}
