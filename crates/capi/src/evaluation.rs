//! Running a program once.

use std::ffi::{CString, c_char};

use quadrille::{EvaluationError, Outputs};

use super::diagnostic::{QuadrillePlace, place as place_of};
use super::ffi::{free, guard, look, out_pointer, read};
use super::inputs::QuadrilleInputs;
use super::program::QuadrilleProgram;
use super::status::QuadrilleStatus;
use super::texts::{Texts, c_string};

/// What a run gave. It never changes: any number of threads may use it.
pub struct QuadrilleEvaluation {
    view: QuadrilleOutputs,
    _results: Vec<QuadrilleResult>,
    _texts: Texts,
    _problem: CString,
}

// SAFETY: the pointers of the view lead to what the evaluation owns, which never changes.
unsafe impl Send for QuadrilleEvaluation {}
// SAFETY: as above.
unsafe impl Sync for QuadrilleEvaluation {}

/// A result of a program.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct QuadrilleResult {
    /// What the program calls it, such as "result.position".
    pub name: *const c_char,
    /// Its components as floats.
    pub values: [f32; 4],
    /// The bits of its components, for integers.
    pub bits: [u32; 4],
    /// The components that the program writes: bit 0 for x.
    pub written: u32,
}

/// What a run gave. It lives as long as the evaluation.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct QuadrilleOutputs {
    /// Results, in the order of the program.
    pub results: *const QuadrilleResult,
    /// Length of `results`.
    pub result_count: usize,
    /// Whether KIL discarded the fragment.
    pub killed: bool,
    /// Why the run did not come to its end, or which name the program does not read; empty if all is well.
    pub problem: *const c_char,
    /// Where it was stopped, in the text that the program was checked in; 0 if all is well.
    pub place: QuadrillePlace,
}

/// Runs an accepted program once, with test textures whose texel at (s, t, r) is (s, t, r, 1) with whole parts
/// taken off. A fragment program runs as a quad of four equal fragments. NULL inputs are the default.
///
/// With QUADRILLE_STATUS_OK, QUADRILLE_STATUS_STOPPED and QUADRILLE_STATUS_UNKNOWN_NAME `evaluation` gets an object
/// that is given back to quadrille_evaluation_free; otherwise NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadrille_evaluate(
    program: *const QuadrilleProgram,
    inputs: *const QuadrilleInputs,
    evaluation: *mut *mut QuadrilleEvaluation,
) -> QuadrilleStatus {
    guard(|| {
        // SAFETY: the contract of the header.
        let (out, program) = unsafe { (out_pointer(evaluation)?, read(program)?) };
        let none = QuadrilleInputs::default();
        let inputs = if inputs.is_null() {
            &none
        } else {
            // SAFETY: as above.
            unsafe { read(inputs)? }
        };
        let loaded = program.accepted()?;
        let (status, made) = match loaded.evaluate(&inputs.0) {
            Ok(outputs) => (
                QuadrilleStatus::Ok,
                QuadrilleEvaluation::new(Some(&outputs), "", NOWHERE),
            ),
            Err(error) => {
                let (status, at) = match &error {
                    EvaluationError::UnknownInput(_) | EvaluationError::Vertex(_) => {
                        (QuadrilleStatus::UnknownName, NOWHERE)
                    }
                    EvaluationError::Trap(_, span) => (
                        QuadrilleStatus::Stopped,
                        place_of(&program.source, program.moved(*span)),
                    ),
                    EvaluationError::Lanes(_)
                    | EvaluationError::Array { .. }
                    | EvaluationError::Long(_)
                    | EvaluationError::Varies { .. }
                    | EvaluationError::ArrayOfParameter(_)
                    | EvaluationError::Alone(_)
                    | EvaluationError::Lane { .. }
                    | EvaluationError::Group(_)
                    | EvaluationError::Subroutine(_)
                    | EvaluationError::Spent(_)
                    | EvaluationError::Refused(_)
                    | EvaluationError::Unwatched(_) => (QuadrilleStatus::Stopped, NOWHERE),
                };
                (status, QuadrilleEvaluation::new(None, &error.to_string(), at))
            }
        };
        out.fill(made);
        Ok(status)
    })
}

/// What a run gave; NULL for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadrille_evaluation_outputs(
    evaluation: *const QuadrilleEvaluation,
) -> *const QuadrilleOutputs {
    // SAFETY: the contract of the header.
    unsafe { look(evaluation, |evaluation| &raw const evaluation.view) }
}

/// Ends an evaluation. NULL is allowed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadrille_evaluation_free(evaluation: *mut QuadrilleEvaluation) {
    // SAFETY: the contract of the header.
    unsafe { free(evaluation) }
}

const NOWHERE: QuadrillePlace = QuadrillePlace {
    start: 0,
    end: 0,
    line: 0,
    column: 0,
};

impl QuadrilleEvaluation {
    fn new(outputs: Option<&Outputs>, problem: &str, place: QuadrillePlace) -> QuadrilleEvaluation {
        let mut texts = Texts::default();
        let results: Vec<QuadrilleResult> = outputs
            .iter()
            .flat_map(|outputs| &outputs.results)
            .map(|(name, values, written)| QuadrilleResult {
                name: texts.keep(name),
                values: *values,
                bits: values.map(f32::to_bits),
                written: u32::from(*written),
            })
            .collect();
        let problem = c_string(problem);
        QuadrilleEvaluation {
            view: QuadrilleOutputs {
                results: results.as_ptr(),
                result_count: results.len(),
                killed: outputs.is_some_and(|outputs| outputs.killed),
                problem: problem.as_ptr(),
                place,
            },
            _results: results,
            _texts: texts,
            _problem: problem,
        }
    }
}
