//! Sessions: the settings under which programs are checked and loaded.

use std::path::Path;

use pyo3::exceptions::{PyKeyError, PyValueError};
use pyo3::prelude::*;
use quadrille::programs::Programs;
use quadrille::{Dialect, Limits, Options};

use super::diagnostic::{Diagnostic, list};
use super::error::{Rejected, about};
use super::mapping::Entries;
use super::program::Program;

/// Dialect, limits and engine.
#[pyclass(frozen, module = "quadrille_gpu")]
pub(crate) struct Session {
    pub(crate) session: quadrille::Session,
}

#[pymethods]
impl Session {
    #[new]
    #[pyo3(signature = (*, dialect = "strict", limits = "desktop", limit = None, engine = None))]
    fn new(
        dialect: &str,
        limits: &str,
        limit: Option<Entries<String, u32>>,
        engine: Option<&str>,
    ) -> PyResult<Session> {
        let mut options = Options {
            dialect: of_name(dialect)?,
            limits: Limits::preset(limits)
                .ok_or_else(|| PyValueError::new_err(format!("there are no limits `{limits}`")))?,
            ..Options::default()
        };
        for (name, value) in limit.unwrap_or_default().0 {
            if !options.limits.set(&name, value) {
                return Err(PyValueError::new_err(format!("there is no limit `{name}`")));
            }
        }
        let session = quadrille::Session::with(options);
        let session = match engine {
            None => session,
            Some(name) => session
                .engine(name)
                .map_err(|unknown| PyValueError::new_err(unknown.to_string()))?,
        };
        Ok(Session { session })
    }

    /// Every problem of a program; it is accepted if none is an error.
    #[pyo3(signature = (text, *, name = "program"))]
    fn check(&self, py: Python<'_>, text: &str, name: &str) -> Vec<Diagnostic> {
        let checked = py.detach(|| self.session.load(name, text));
        match checked {
            Ok(loaded) => list(loaded.source(), loaded.diagnostics()),
            Err(rejected) => list(&rejected.source, &rejected.diagnostics),
        }
    }

    /// Loads a program.
    #[pyo3(signature = (text, *, name = "program"))]
    fn load(&self, py: Python<'_>, text: &str, name: &str) -> PyResult<Program> {
        match py.detach(|| self.session.load(name, text)) {
            Ok(loaded) => Ok(Program { loaded }),
            Err(rejected) => Err(about::<Rejected>(py, &rejected.source, &rejected.diagnostics)),
        }
    }

    /// The engine that runs its programs.
    #[getter]
    fn engine(&self) -> &'static str {
        self.session.engine_name()
    }

    fn __repr__(&self) -> String {
        format!("<Session on {}>", self.session.engine_name())
    }
}

fn of_name(name: &str) -> PyResult<Dialect> {
    match name {
        "strict" => Ok(Dialect::Strict),
        "nvidia" => Ok(Dialect::Nvidia),
        "apple" => Ok(Dialect::Apple),
        "mesa" => Ok(Dialect::Mesa),
        _ => Err(PyValueError::new_err(format!(
            "there is no dialect `{name}`; there are strict, nvidia, apple, mesa"
        ))),
    }
}

/// The page of the manual on a rule, an opcode, a binding, an option or a limit, as Markdown.
#[pyfunction]
pub(crate) fn explain(name: &str) -> PyResult<String> {
    quadrille::manual::page(name).map_err(|unknown| PyKeyError::new_err(unknown.to_string()))
}

/// The programs of a text, each with its first line: one; several with remarks between them; or, where the name ends in
/// `.shader_test`, those of a scene.
#[pyfunction]
#[pyo3(signature = (text, *, name = "program"))]
pub(crate) fn split(text: &str, name: &str) -> Vec<(String, u32)> {
    // A path of `-` would be standard input's.
    let path = Path::new(name).file_name().filter(|name| *name != "-");
    let path = Path::new(path.unwrap_or_default());
    match Programs::of(path, text.to_owned(), &Options::default()) {
        Ok(programs) => programs
            .places
            .iter()
            .map(|place| {
                let line = programs.source.position(programs.whole(*place).start).line;
                (programs.text(*place).to_owned(), line)
            })
            .collect(),
        // Nothing is preprocessed, so that no directive is wrong.
        Err(_) => vec![(text.to_owned(), 1)],
    }
}
