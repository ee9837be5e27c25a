//! What is answered where nothing else is: why not, and what there is.

use serde_json::{Value as Json, json};

use crate::expression::ExpressionError;

/// Why what is launched cannot be opened, in words.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct Unopened(pub String);

/// Why a request is not answered; a client shows it.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Unanswered {
    /// There is no run.
    #[error("nothing was launched")]
    NotLaunched,
    /// What is launched cannot be opened.
    #[error(transparent)]
    Unopened(#[from] Unopened),
    /// The client was told that the session has ended.
    #[error("the session has ended")]
    Ended,
    /// No such thread; threads count from 1.
    #[error("there is no thread {0}; there are {1}")]
    Thread(i64, usize),
    /// It is not one of those that are known.
    #[error("the request `{0}` is not known")]
    Unknown(String),
    /// It names what is not there.
    #[error(transparent)]
    Expression(#[from] ExpressionError),
    /// What it names has no value.
    #[error("there is nothing to read")]
    Nothing,
    /// It names memory that is not there.
    #[error("there is no memory called `{0}`")]
    Memory(String),
    /// It asks for bytes in front of memory.
    #[error("there is nothing in front of the memory")]
    Before,
}

/// What this server has beside what every one has.
pub(super) fn capabilities() -> Json {
    json!({
        "supportsConfigurationDoneRequest": true,
        "supportsConditionalBreakpoints": true,
        "supportsHitConditionalBreakpoints": true,
        "supportsDataBreakpoints": true,
        "supportsInstructionBreakpoints": true,
        "supportsBreakpointLocationsRequest": true,
        "supportsStepBack": true,
        "supportsSteppingGranularity": true,
        "supportsEvaluateForHovers": true,
        "supportsDisassembleRequest": true,
        "supportsReadMemoryRequest": true,
        "supportsLoadedSourcesRequest": true,
        "supportsTerminateRequest": true,
    })
}
