//! The fixed function: what a draw does where it has no program, as shaders.

use std::ffi::{CString, c_char};

use quadrille::translate::Options;
use quadrille::{FixedFunction, Session, Source};

use super::ffi::{FfiResult, free, guard, look, out_pointer, read, text};
use super::program::QuadrilleProgram;
use super::split::QuadrilleSpan;
use super::stage::QuadrilleStage;
use super::status::QuadrilleStatus;
use super::texts::c_string;
use super::translate_options::QuadrilleTranslateOptions;
use super::translation::{QuadrilleTranslation, pair};

/// State of the fixed function, or why a text is none. It never changes: any number of threads may use it.
pub struct QuadrilleFixedFunction {
    state: Option<FixedFunction>,
    problem: CString,
}

/// Reads state of the fixed function from JSON, whose form docs/translate.md has: which paths are taken, and no values.
///
/// With QUADRILLE_STATUS_OK and QUADRILLE_STATUS_REJECTED `state` gets an object that is given back to
/// quadrille_fixed_function_free; otherwise NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadrille_fixed_function_read(
    json: *const c_char,
    length: usize,
    state: *mut *mut QuadrilleFixedFunction,
) -> QuadrilleStatus {
    guard(|| {
        // SAFETY: the contract of the header.
        let (out, json) = unsafe { (out_pointer(state)?, text(json, length)?) };
        let (status, read) = match FixedFunction::read(&json) {
            Ok(state) => {
                let problem = CString::default();
                let state = Some(state);
                (QuadrilleStatus::Ok, QuadrilleFixedFunction { state, problem })
            }
            Err(error) => {
                let problem = c_string(&error.to_string());
                let state = None;
                (
                    QuadrilleStatus::Rejected,
                    QuadrilleFixedFunction { state, problem },
                )
            }
        };
        out.fill(read);
        Ok(status)
    })
}

/// Why a text is no state, with line and column; empty if it is. It lives as long as the object. NULL for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadrille_fixed_function_problem(
    state: *const QuadrilleFixedFunction,
) -> *const c_char {
    // SAFETY: the contract of the header.
    unsafe { look(state, |state| state.problem.as_ptr()) }
}

/// Ends state. NULL is allowed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadrille_fixed_function_free(state: *mut QuadrilleFixedFunction) {
    // SAFETY: the contract of the header.
    unsafe { free(state) }
}

/// Translates a vertex or fragment program with the fixed function as its other half; NULL for a program gives
/// both halves of the fixed function. What the state asks of shaders besides (alpha test, flat colours, two faces, clip
/// planes) is done as if the options said it.
///
/// With QUADRILLE_STATUS_OK and QUADRILLE_STATUS_REJECTED both translations get an object that is given back to
/// quadrille_translation_free; otherwise NULL. Of a program that is itself rejected it has the program's problems; where
/// the state is, the report of both is quadrille_fixed_function_problem.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadrille_translate_fixed_function(
    state: *const QuadrilleFixedFunction,
    program: *const QuadrilleProgram,
    options: *const QuadrilleTranslateOptions,
    vertex_translation: *mut *mut QuadrilleTranslation,
    fragment_translation: *mut *mut QuadrilleTranslation,
) -> QuadrilleStatus {
    guard(|| {
        // SAFETY: the contract of the header.
        let (first_out, second_out) = unsafe {
            (
                out_pointer(vertex_translation)?,
                out_pointer(fragment_translation)?,
            )
        };
        // SAFETY: as above.
        let (state, program, options) = unsafe { (read(state)?, program.as_ref(), read(options)?) };
        let (status, [first, second]) = match &state.state {
            Some(fixed) => with_program(fixed, program, options.0.clone())?,
            None => {
                let made = [(); 2].map(|()| QuadrilleTranslation::for_want_of_state(&state.problem));
                (QuadrilleStatus::Rejected, made)
            }
        };
        first_out.fill(first);
        second_out.fill(second);
        Ok(status)
    })
}

/// The translations of both halves: the program's, if there is one, and the fixed function's.
fn with_program(
    state: &FixedFunction,
    program: Option<&QuadrilleProgram>,
    mut options: Options,
) -> FfiResult<(QuadrilleStatus, [QuadrilleTranslation; 2])> {
    state.ask(&mut options);
    let Some(own) = program else {
        return pair(
            &generated(state.vertex(None))?,
            &generated(state.fragment())?,
            &options,
        );
    };
    match own.stage() {
        QuadrilleStage::Vertex => pair(own, &generated(state.fragment())?, &options),
        QuadrilleStage::Fragment => {
            let reader = own.loaded.as_ref().map(|loaded| &**loaded.program());
            pair(&generated(state.vertex(reader))?, own, &options)
        }
        // The header is unknown, so the program is rejected, whichever half it was to be.
        QuadrilleStage::None => Ok((
            QuadrilleStatus::Rejected,
            [own, own].map(QuadrilleTranslation::without_shader),
        )),
        QuadrilleStage::VertexState
        | QuadrilleStage::TessellationControl
        | QuadrilleStage::TessellationEvaluation
        | QuadrilleStage::Geometry
        | QuadrilleStage::Compute => Err(QuadrilleStatus::InvalidArgument),
    }
}

/// A program that the fixed function is written as.
fn generated(text: String) -> FfiResult<QuadrilleProgram> {
    let whole = QuadrilleSpan {
        start: 0,
        end: text.len(),
    };
    let source = Source::new("fixed function", text);
    QuadrilleProgram::new(&Session::new(), source, whole, false)
}
