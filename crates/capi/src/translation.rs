//! Translating: a program, or a pair, becomes shaders with what to bind.

use std::ffi::{CStr, CString, c_char};

use quadrille::translate::{self, Options, Refusal, Target, Translation, translate, translate_pair};
use quadrille::{Dialect, Session, Source, Stage};

use super::diagnostic::{Diagnostics, QuadrilleDiagnostic};
use super::ffi::{FfiResult, free, guard, look, out, out_pointer, read, string, text};
use super::program::QuadrilleProgram;
use super::reflection::{QuadrilleReflection, Reflection};
use super::split::QuadrilleSpan;
use super::status::QuadrilleStatus;
use super::texts::c_string;
use super::translate_options::QuadrilleTranslateOptions;

/// A shader, or why there is none. It never changes: any number of threads may use it.
pub struct QuadrilleTranslation {
    shader: Option<Shader>,
    diagnostics: Diagnostics,
}

struct Shader {
    text: CString,
    words: Vec<u32>,
    reflection: Reflection,
}

// SAFETY: the pointers of the reflection and of the diagnostics lead to what the translation owns, which never
// changes.
unsafe impl Send for QuadrilleTranslation {}
// SAFETY: as above.
unsafe impl Sync for QuadrilleTranslation {}

/// Translates one program.
///
/// With QUADRILLE_STATUS_OK and QUADRILLE_STATUS_REJECTED `translation` gets an object that is given back to
/// quadrille_translation_free; otherwise NULL. Of a program that is itself rejected it has the program's problems.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadrille_translate(
    program: *const QuadrilleProgram,
    options: *const QuadrilleTranslateOptions,
    translation: *mut *mut QuadrilleTranslation,
) -> QuadrilleStatus {
    guard(|| {
        // SAFETY: the contract of the header.
        let (out, program, options) = unsafe { (out_pointer(translation)?, read(program)?, read(options)?) };
        let (status, made) = alone(program, &options.0)?;
        out.fill(made);
        Ok(status)
    })
}

/// Checks a program as NVIDIA's driver takes it and translates it to a target by its name: what a loader does that puts
/// something else into the place of a program that the machine's driver does not take.
///
/// With QUADRILLE_STATUS_OK and QUADRILLE_STATUS_REJECTED `translation` gets an object that is given back to
/// quadrille_translation_free; otherwise NULL. Of a program that is itself rejected it has the program's problems.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadrille_replace(
    source: *const c_char,
    length: usize,
    target: *const c_char,
    translation: *mut *mut QuadrilleTranslation,
) -> QuadrilleStatus {
    guard(|| {
        // SAFETY: the contract of the header.
        let (out, source, target) =
            unsafe { (out_pointer(translation)?, text(source, length)?, string(target)?) };
        let target = Target::of_name(target).ok_or(QuadrilleStatus::UnknownName)?;
        let options = Options::new(target);
        let session = Session::new().dialect(Dialect::Nvidia);
        let part = QuadrilleSpan {
            start: 0,
            end: length,
        };
        let program = QuadrilleProgram::new(&session, Source::new("program", source), part, false)?;
        let (status, made) = alone(&program, &options)?;
        out.fill(made);
        Ok(status)
    })
}

/// Translates a vertex and a fragment program that are used together, so that their interfaces agree: what the
/// fragment program reads and the vertex program does not write is (0, 0, 0, 1), and push constants of the
/// fragment shader lie behind those of the vertex shader.
///
/// With QUADRILLE_STATUS_OK and QUADRILLE_STATUS_REJECTED both translations get an object that is given back to
/// quadrille_translation_free; otherwise NULL. Of a program that is itself rejected it has the program's problems; the
/// one that has no diagnostics may still have no shader, for want of the other.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadrille_translate_pair(
    vertex: *const QuadrilleProgram,
    fragment: *const QuadrilleProgram,
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
        let (vertex, fragment, options) = unsafe { (read(vertex)?, read(fragment)?, read(options)?) };
        let (status, [first, second]) = pair(vertex, fragment, &options.0)?;
        first_out.fill(first);
        second_out.fill(second);
        Ok(status)
    })
}

/// The shader's text, which ends with 0; empty for SPIR-V. It lives as long as the translation. NULL if there is no
/// shader, and for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadrille_translation_text(
    translation: *const QuadrilleTranslation,
) -> *const c_char {
    // SAFETY: the contract of the header.
    unsafe { shader(translation) }.map_or(std::ptr::null(), |shader| shader.text.as_ptr())
}

/// The words of a SPIR-V module and, in `count`, how many there are. They live as long as the translation. NULL
/// and 0 if there are none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadrille_translation_words(
    translation: *const QuadrilleTranslation,
    count: *mut usize,
) -> *const u32 {
    // SAFETY: the contract of the header.
    let words = unsafe { shader(translation) }.map_or(&[][..], |shader| &shader.words);
    // SAFETY: as above. Without a place for it the count is not told.
    let _ = unsafe { out(count, words.len()) };
    if words.is_empty() {
        std::ptr::null()
    } else {
        words.as_ptr()
    }
}

/// What the shader gets and gives. It lives as long as the translation. NULL if there is no shader, and for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadrille_translation_reflection(
    translation: *const QuadrilleTranslation,
) -> *const QuadrilleReflection {
    // SAFETY: the contract of the header.
    unsafe { shader(translation) }.map_or(std::ptr::null(), |shader| shader.reflection.view())
}

/// What the target cannot say, or the problems of a program that is itself rejected, with places in the text that the
/// program was checked in, and how many. They live as long as the translation.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadrille_translation_diagnostics(
    translation: *const QuadrilleTranslation,
    count: *mut usize,
) -> *const QuadrilleDiagnostic {
    // SAFETY: the contract of the header.
    let list = unsafe { translation.as_ref() }.map_or(&[][..], |translation| translation.diagnostics.list());
    // SAFETY: as above. Without a place for it the count is not told.
    let _ = unsafe { out(count, list.len()) };
    if list.is_empty() {
        std::ptr::null()
    } else {
        list.as_ptr()
    }
}

/// The same as people read it, with source lines; empty if there is nothing. NULL for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadrille_translation_report(
    translation: *const QuadrilleTranslation,
) -> *const c_char {
    // SAFETY: the contract of the header.
    unsafe { look(translation, |translation| translation.diagnostics.report()) }
}

/// Ends a translation. NULL is allowed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadrille_translation_free(translation: *mut QuadrilleTranslation) {
    // SAFETY: the contract of the header.
    unsafe { free(translation) }
}

/// The translation of a program alone.
fn alone(
    program: &QuadrilleProgram,
    options: &Options,
) -> FfiResult<(QuadrilleStatus, QuadrilleTranslation)> {
    let Some(loaded) = &program.loaded else {
        return Ok((
            QuadrilleStatus::Rejected,
            QuadrilleTranslation::without_shader(program),
        ));
    };
    let source = translate::SourceProgram {
        program: loaded.program(),
        text: loaded.source().text(),
        partner: None,
    };
    let made = translate(source, options);
    let status = status(made.is_ok());
    Ok((status, QuadrilleTranslation::new(program, made, options)?))
}

/// The translations of a vertex and a fragment program that are used together.
pub(crate) fn pair(
    vertex: &QuadrilleProgram,
    fragment: &QuadrilleProgram,
    options: &Options,
) -> FfiResult<(QuadrilleStatus, [QuadrilleTranslation; 2])> {
    let (Some(first), Some(second)) = (&vertex.loaded, &fragment.loaded) else {
        let made = [vertex, fragment].map(QuadrilleTranslation::without_shader);
        return Ok((QuadrilleStatus::Rejected, made));
    };
    let stages = [first, second].map(|loaded| loaded.program().profile().stage);
    if stages != [Stage::Vertex, Stage::Fragment] {
        return Err(QuadrilleStatus::InvalidArgument);
    }
    let first = (&**first.program(), first.source().text());
    let second = (&**second.program(), second.source().text());
    let made = translate_pair(first, second, options);
    let status = status(made.is_ok());
    let (first, second) = match made {
        Ok(pair) => (Ok(pair.vertex), Ok(pair.fragment)),
        Err(problems) => (Err(problems.vertex), Err(problems.fragment)),
    };
    let first = QuadrilleTranslation::new(vertex, first, options)?;
    let second = QuadrilleTranslation::new(fragment, second, options)?;
    Ok((status, [first, second]))
}

fn status(translated: bool) -> QuadrilleStatus {
    if translated {
        QuadrilleStatus::Ok
    } else {
        QuadrilleStatus::Rejected
    }
}

/// The shader of a translation that is there.
unsafe fn shader<'a>(translation: *const QuadrilleTranslation) -> Option<&'a Shader> {
    // SAFETY: the contract of the header.
    unsafe { translation.as_ref() }?.shader.as_ref()
}

impl QuadrilleTranslation {
    /// What stands for the translation of a program that is rejected, or whose partner is: the program's problems.
    pub(crate) fn without_shader(program: &QuadrilleProgram) -> QuadrilleTranslation {
        QuadrilleTranslation {
            shader: None,
            diagnostics: Diagnostics::new(program.source.clone(), program.rejection()),
        }
    }

    /// What stands for a translation where something other than a program is wrong, which the report says.
    pub(crate) fn for_want_of_state(problem: &CStr) -> QuadrilleTranslation {
        QuadrilleTranslation {
            shader: None,
            diagnostics: Diagnostics::only_report(problem),
        }
    }

    fn new(
        program: &QuadrilleProgram,
        made: Result<Translation, Vec<Refusal>>,
        options: &Options,
    ) -> FfiResult<QuadrilleTranslation> {
        let (shader, found) = match made {
            Ok(translation) => {
                let interface = translate::reflection(&translation.shader, options);
                let shader = Shader {
                    text: c_string(&translation.text),
                    words: translation.words.unwrap_or_default(),
                    reflection: Reflection::new(&interface).map_err(|_| QuadrilleStatus::Internal)?,
                };
                (Some(shader), Vec::new())
            }
            Err(found) => (None, found),
        };
        let found = found
            .into_iter()
            .map(|refusal| refusal.diagnostic.moved(program.start));
        Ok(QuadrilleTranslation {
            shader,
            diagnostics: Diagnostics::new(program.source.clone(), found.collect()),
        })
    }
}
