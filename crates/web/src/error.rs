//! Why a request is not answered. What is wrong with a program or a scene is no such error: that is the answer.

use quadrille_gf3::time::Failure;
use quadrille_vc4::machine::job::JobError;

/// Why a request is not answered.
#[derive(Debug, thiserror::Error)]
pub enum RequestError {
    /// The message is shorter than its length says.
    #[error("the message is shorter than it says")]
    Length,
    /// It is no request.
    #[error("this is no request: {0}")]
    Json(#[from] serde_json::Error),
    /// A file of the request lies behind its end.
    #[error("the bytes of the file {0} are not in the message")]
    File(String),
    /// A name that is not in a table.
    #[error("there is no {what} `{name}`")]
    Name {
        /// The table.
        what: &'static str,
        /// The name.
        name: String,
    },
    /// The manual has no page of this name.
    #[error("{0}")]
    Unexplained(quadrille::manual::UnknownName),
    /// It asks for more than a page can show.
    #[error("{what} are at most {most}")]
    TooMany {
        /// What.
        what: &'static str,
        /// How many.
        most: usize,
    },
    /// The vertex processor did not finish.
    #[error("{0}")]
    Pipeline(Failure),
    /// A QPU program cannot be started.
    #[error(transparent)]
    Job(#[from] JobError),
}

impl RequestError {
    /// Something is not in a table.
    pub(crate) fn name(what: &'static str, name: &str) -> RequestError {
        RequestError::Name {
            what,
            name: name.to_owned(),
        }
    }

    /// `Ok` if there are at most so many.
    pub(crate) fn at_most(what: &'static str, number: usize, most: usize) -> Result<(), RequestError> {
        match number <= most {
            true => Ok(()),
            false => Err(RequestError::TooMany { what, most }),
        }
    }
}
