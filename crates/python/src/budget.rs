//! The budget of a run, which also ends at Ctrl-C, and runs without the interpreter's lock.

use std::sync::{Arc, Mutex, PoisonError};

use pyo3::prelude::*;
use quadrille::{Budget, Stop};

/// A budget in the making, and the exception that ended its run.
pub(crate) struct Interruptible {
    pub(crate) budget: Budget,
    raised: Arc<Mutex<Option<PyErr>>>,
}

impl Interruptible {
    /// The usual budget but for the parts that are given: bytes of memory, units of work.
    pub(crate) fn new(memory: Option<u64>, work: Option<u64>) -> Interruptible {
        let usual = Budget::default();
        let raised: Arc<Mutex<Option<PyErr>>> = Arc::default();
        let noticed = raised.clone();
        let is_interrupted = move || {
            Python::try_attach(|py| match py.check_signals() {
                Ok(()) => false,
                Err(error) => {
                    *noticed.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
                    true
                }
            })
            // The interpreter ends: so does the run.
            .unwrap_or(true)
        };
        Interruptible {
            budget: Budget {
                memory: memory.unwrap_or(usual.memory),
                work: work.unwrap_or(usual.work),
                stop: Some(Stop::new(is_interrupted)),
                ..usual
            },
            raised,
        }
    }

    /// Runs something without the interpreter's lock; the exception that a signal raised goes before its outcome.
    pub(crate) fn run<T: Send>(&self, py: Python<'_>, body: impl Send + FnOnce() -> T) -> PyResult<T> {
        let outcome = py.detach(body);
        match self.raised.lock().unwrap_or_else(PoisonError::into_inner).take() {
            Some(error) => Err(error),
            None => Ok(outcome),
        }
    }
}
