//! The exceptions. Each has what is wrong as attributes; its text is for people.

use pyo3::create_exception;
use pyo3::exceptions::PyException;
use pyo3::prelude::*;
use quadrille::{EvaluationError as Evaluation, Source};

use super::diagnostic::{Diagnostic, report};

create_exception!(
    quadrille_gpu,
    QuadrilleError,
    PyException,
    "What every exception of the package is."
);
create_exception!(
    quadrille_gpu,
    Rejected,
    QuadrilleError,
    "A text that was not accepted; `diagnostics` has every problem."
);
create_exception!(
    quadrille_gpu,
    Untranslatable,
    QuadrilleError,
    "A target that cannot say what a program asks for; `diagnostics` has every reason."
);
create_exception!(
    quadrille_gpu,
    EvaluationError,
    QuadrilleError,
    "A run that was not begun, or did not come to its end."
);

/// An exception about a text, with its problems.
pub(crate) fn about<E: pyo3::PyTypeInfo>(
    py: Python<'_>,
    source: &Source,
    problems: &[quadrille::Diagnostic],
) -> PyErr {
    let error = PyErr::new::<E, _>(report(source, problems));
    let problems: Vec<Diagnostic> = problems.iter().map(|one| Diagnostic::new(source, one)).collect();
    match error.value(py).setattr("diagnostics", problems) {
        Ok(()) => error,
        Err(other) => other,
    }
}

/// The exception of a run that did not come to its end.
pub(crate) fn stopped(source: &Source, error: &Evaluation) -> PyErr {
    let place = match error {
        Evaluation::Trap(_, span) => {
            let at = source.position(span.start);
            format!("{}:{}:{}: ", source.name(), at.line, at.column)
        }
        _ => String::new(),
    };
    EvaluationError::new_err(format!("{place}{error}"))
}
