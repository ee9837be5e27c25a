//! Programs of the VideoCore IV's QPUs.

use std::collections::BTreeMap;

use numpy::{Ix1, PyArray1};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use quadrille::Source;
use quadrille::vc4::asm::{NoIncludes, Options, assemble, disassemble};
use quadrille::vc4::hazard;
use quadrille::vc4::machine::job::{Job, NamedBuffer};
use quadrille::vc4::machine::{End, Limits, Profile};

use super::arrays::whole;
use super::budget::Interruptible;
use super::diagnostic::Diagnostic;
use super::error::Rejected;
use super::mapping::Entries;

/// The words of a text in assembly: uint64, the high word in the upper half.
#[pyfunction]
#[pyo3(signature = (text, *, name = "program", origin = 0))]
pub(crate) fn qpu_assemble<'py>(
    py: Python<'py>,
    text: &str,
    name: &str,
    origin: u32,
) -> PyResult<Bound<'py, PyArray1<u64>>> {
    let options = Options {
        origin,
        ..Options::default()
    };
    let assembly = assemble(name, text, &options, &mut NoIncludes);
    if assembly.is_complete() {
        return Ok(PyArray1::from_slice(py, &assembly.words));
    }
    let source = Source::new(name, text);
    Err(super::error::about::<Rejected>(
        py,
        &source,
        &assembly.diagnostics,
    ))
}

/// The text of words.
#[pyfunction]
pub(crate) fn qpu_disassemble(words: &Bound<'_, PyAny>) -> PyResult<String> {
    Ok(disassemble(&whole::<u64, Ix1>(words)?.0))
}

/// What the rules of the guide say about words. Places are bytes of the program, 8 to a word.
#[pyfunction]
#[pyo3(signature = (words, *, threaded = None))]
pub(crate) fn qpu_check(words: &Bound<'_, PyAny>, threaded: Option<bool>) -> PyResult<Vec<Diagnostic>> {
    let words = whole::<u64, Ix1>(words)?.0;
    let diagnostics = hazard::check_words(&words, &hazard::Options { threaded });
    // A line of eight letters a word, so that lines count words.
    let source = Source::new("words", "word   \n".repeat(words.len()));
    let diagnostics = diagnostics.iter().map(|one| Diagnostic::new(&source, one));
    Ok(diagnostics.collect())
}

/// What a run on the QPUs left and took.
#[pyclass(frozen, get_all, module = "quadrille_gpu")]
pub(crate) struct QpuRun {
    /// The buffers, as the run left them.
    buffers: BTreeMap<String, Vec<u8>>,
    /// `finished`, `budget`, `deadlock` or `stopped`.
    end: &'static str,
    instructions: u64,
    clocks: u64,
    /// What the emulator found wrong, as sentences.
    findings: Vec<String>,
}

/// Runs words on the emulated QPUs of a Raspberry Pi, once for each list of uniforms.
#[pyfunction]
#[pyo3(signature = (words, *, buffers = Entries::default(), uniforms = vec![String::new()], budget = None))]
pub(crate) fn qpu_run(
    py: Python<'_>,
    words: &Bound<'_, PyAny>,
    buffers: Entries<String, Vec<u8>>,
    uniforms: Vec<String>,
    budget: Option<u64>,
) -> PyResult<QpuRun> {
    let interruptible = Interruptible::new(None, None);
    let buffers = buffers.0.into_iter();
    let mut job = Job {
        program: whole::<u64, Ix1>(words)?.0,
        program_address: None,
        buffers: buffers
            .map(|(name, bytes)| NamedBuffer {
                name,
                address: None,
                bytes,
            })
            .collect(),
        launches: uniforms,
        stop: interruptible.budget.stop.clone(),
    };
    let limits = Limits {
        instructions: budget.unwrap_or(Limits::default().instructions),
        ..Limits::default()
    };
    let outcome = interruptible.run(py, || job.run(Profile::raspberry_pi(), limits, &mut ()))?;
    let outcome = outcome.map_err(|error| PyValueError::new_err(error.to_string()))?;
    Ok(QpuRun {
        buffers: job
            .buffers
            .into_iter()
            .map(|buffer| (buffer.name, buffer.bytes))
            .collect(),
        end: match outcome.end {
            End::Finished => "finished",
            End::Budget => "budget",
            End::Deadlock => "deadlock",
            End::Stopped => "stopped",
        },
        instructions: outcome.instructions(),
        clocks: outcome.clocks(),
        findings: outcome.findings.iter().map(ToString::to_string).collect(),
    })
}
