//! Why a driver does not do what it is asked.

use crate::message::{ContentError, ServeError};
use crate::process::Death;

/// Why a driver does not do what it is asked.
#[derive(Debug, thiserror::Error)]
pub enum DriverError {
    /// Its process says why not.
    #[error(transparent)]
    Refused(#[from] ServeError),
    /// Its process dies of what it is asked.
    #[error(transparent)]
    Died(#[from] Death),
    /// Its process answers another question.
    #[error("driver's process does not answer as it should: an answer to another question")]
    Crossed,
    /// Its process answers with what is not known here.
    #[error("driver's process does not answer as it should: {0}")]
    Content(#[from] ContentError),
}

impl DriverError {
    /// Whether the machine has no such driver.
    pub fn is_absent(&self) -> bool {
        matches!(self, DriverError::Refused(error) if error.is_absent())
    }
}
