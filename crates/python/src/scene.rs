//! Scenes.

use std::collections::HashMap;
use std::io::ErrorKind;
use std::sync::{Mutex, PoisonError};

use numpy::PyArray3;
use numpy::ndarray::ArrayView3;
use pyo3::exceptions::{PyFileNotFoundError, PyPermissionError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use quadrille::scene::{Failure, ProbeLocation, SceneOptions, Verdict};
use quadrille::{FileError, Files, Picture, PixelPlace};

use super::budget::Interruptible;
use super::diagnostic::{Diagnostic, list};
use super::session::Session;

/// The files of a scene: what a function of Python gives for a path.
struct Granted {
    read: Option<Py<PyAny>>,
    /// An exception of the function that says nothing about a file.
    raised: Mutex<Option<PyErr>>,
}

impl Files for Granted {
    fn read(&self, path: &str, most: u64) -> Result<Vec<u8>, FileError> {
        let read = self.read.as_ref().ok_or(FileError::NotGranted)?;
        let bytes = Python::attach(|py| {
            let bytes = read.call1(py, (path,));
            let bytes = bytes.and_then(|bytes| bytes.extract::<Vec<u8>>(py));
            bytes.map_err(|error| {
                if error.is_instance_of::<PyFileNotFoundError>(py) {
                    return FileError::Missing;
                }
                if error.is_instance_of::<PyPermissionError>(py) {
                    return FileError::NotGranted;
                }
                let mut raised = self.raised.lock().unwrap_or_else(PoisonError::into_inner);
                raised.get_or_insert(error);
                FileError::Failed(ErrorKind::Other)
            })
        })?;
        match bytes.len() as u64 > most {
            true => Err(FileError::TooLarge(most)),
            false => Ok(bytes),
        }
    }
}

/// What became of a scene.
#[pyclass(frozen, module = "quadrille_gpu")]
pub(crate) struct Report {
    /// `pass`, `fail`, `skip` or `error`.
    #[pyo3(get)]
    verdict: &'static str,
    /// Why it is skipped.
    #[pyo3(get)]
    reason: Option<String>,
    /// What is wrong with it.
    #[pyo3(get)]
    problems: Vec<Diagnostic>,
    /// What probes found in the place of what they expected, as sentences.
    #[pyo3(get)]
    failures: Vec<String>,
    /// What is worth knowing.
    #[pyo3(get)]
    notes: Vec<Diagnostic>,
    picture: Option<Picture>,
    outputs: Vec<(String, Picture)>,
    files: Vec<(String, Vec<u8>)>,
    /// The history of a pixel, as JSON.
    history: Option<String>,
}

#[pymethods]
impl Report {
    /// The framebuffer at the end: shape (height, width, 4), 8 bits a component, the top row first.
    #[getter]
    fn picture<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyArray3<u8>>>> {
        self.picture
            .as_ref()
            .map(|picture| array(py, picture))
            .transpose()
    }

    /// The pictures of `output` commands by their paths.
    #[getter]
    fn outputs<'py>(&self, py: Python<'py>) -> PyResult<HashMap<&str, Bound<'py, PyArray3<u8>>>> {
        let outputs = self.outputs.iter();
        outputs
            .map(|(path, picture)| Ok((path.as_str(), array(py, picture)?)))
            .collect()
    }

    /// The files of `output buffer` commands by their paths.
    #[getter]
    fn files<'py>(&self, py: Python<'py>) -> HashMap<&str, Bound<'py, PyBytes>> {
        let files = self.files.iter();
        files
            .map(|(path, bytes)| (path.as_str(), PyBytes::new(py, bytes)))
            .collect()
    }

    /// The history of the pixel that was asked for: what `quadrille run --pixel --json` has as `history`.
    #[getter]
    fn history<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let history = self.history.as_ref();
        history
            .map(|text| py.import("json")?.call_method1("loads", (text,)))
            .transpose()
    }

    fn __repr__(&self) -> String {
        format!("<Report {}>", self.verdict)
    }
}

pub(crate) fn array<'py>(py: Python<'py>, picture: &Picture) -> PyResult<Bound<'py, PyArray3<u8>>> {
    let shape = (picture.height as usize, picture.width as usize, 4);
    let view = ArrayView3::from_shape(shape, &picture.rgba);
    let view = view.map_err(|error| PyValueError::new_err(error.to_string()))?;
    Ok(PyArray3::from_array(py, &view))
}

/// Draws and probes a scene.
#[pyfunction]
#[pyo3(signature = (
    text, *, name = "scene.shader_test", session = None, files = None, threads = 1, size = (250, 250), sanitize = false,
    pixel = None, memory = None, work = None
))]
#[expect(clippy::too_many_arguments, reason = "each is a keyword argument")]
pub(crate) fn run_scene(
    py: Python<'_>,
    text: &str,
    name: &str,
    session: Option<&Bound<'_, Session>>,
    files: Option<Py<PyAny>>,
    threads: usize,
    size: (u32, u32),
    sanitize: bool,
    pixel: Option<Vec<u32>>,
    memory: Option<u64>,
    work: Option<u64>,
) -> PyResult<Report> {
    let run = Interruptible::new(memory, work);
    let pixel = pixel.map(|numbers| place(&numbers)).transpose()?;
    let session = session.map_or_else(quadrille::Session::new, |session| session.get().session.clone());
    let files = Granted {
        read: files,
        raised: Mutex::new(None),
    };
    let report = run.run(py, || {
        let options = SceneOptions {
            threads,
            size,
            sanitize,
            pixel,
            budget: run.budget.clone(),
            ..SceneOptions::new(&session, &files)
        };
        quadrille::run_scene(name, text, &options)
    })?;
    if let Some(error) = files.raised.into_inner().unwrap_or_else(PoisonError::into_inner) {
        return Err(error);
    }
    let source = &report.source;
    let mut made = Report {
        verdict: "pass",
        reason: None,
        problems: Vec::new(),
        failures: Vec::new(),
        notes: list(source, &report.notes),
        picture: report.picture,
        outputs: report.outputs,
        files: report.files,
        history: report.history.map(|history| history.json(source).to_string()),
    };
    match &report.verdict {
        Verdict::Pass => {}
        Verdict::Fail(failures) => {
            made.verdict = "fail";
            made.failures = failures.iter().map(|failure| sentence(source, failure)).collect();
        }
        Verdict::Skip(skip) => {
            made.verdict = "skip";
            made.reason = Some(skip.to_string());
        }
        Verdict::Error(problems) => {
            made.verdict = "error";
            made.problems = list(source, problems);
        }
    }
    Ok(made)
}

/// The pixel at x and y from the lower left, with its sample and layer where they are given.
fn place(numbers: &[u32]) -> PyResult<PixelPlace> {
    let (x, y, sample, layer) = match *numbers {
        [x, y] => (x, y, 0, 0),
        [x, y, sample] => (x, y, sample, 0),
        [x, y, sample, layer] => (x, y, sample, layer),
        _ => {
            return Err(PyValueError::new_err(
                "a pixel is x, y, and perhaps sample and layer",
            ));
        }
    };
    Ok(PixelPlace { x, y, sample, layer })
}

/// `line 12: at (3, 4): expected 1 0 0 1, found 0 0 0 1`
fn sentence(source: &quadrille::Source, failure: &Failure) -> String {
    let line = source.position(failure.span.start).line;
    let place = match failure.place {
        ProbeLocation::Pixel([x, y]) => format!("at ({x}, {y})"),
        ProbeLocation::Byte(byte) => format!("at byte {byte}"),
        ProbeLocation::Query(query) => format!("of query {query}"),
    };
    let (expected, found) = (&failure.expected, &failure.found);
    format!("line {line}: {place}: expected {expected}, found {found}")
}
