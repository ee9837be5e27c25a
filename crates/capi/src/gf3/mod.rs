//! Vertex programs of the GeForce 3: words, where they come from, what they read and write, and their problems.

pub mod run;

use std::ffi::{CString, c_char};

use quadrille::gf3::function::{Access, Batch, Options, Program, Quad, Single};
use quadrille::gf3::lower::lower;
use quadrille::gf3::word::assemble::assemble;
use quadrille::gf3::word::{Numbering, Word, print};
use quadrille::{Diagnostic, Source};

use super::diagnostic::{Diagnostics, QuadrilleDiagnostic};
use super::ffi::{FfiResult, elements, free, guard, label, look, out_pointer, read, text};
use super::program::QuadrilleProgram;
use super::status::QuadrilleStatus;
use super::texts::{Texts, c_string};

/// How many constants the machine has. c[0] of OpenGL is number 96, c[0] of the Xbox's compilers is its first.
pub const QUADRILLE_GF3_CONSTANTS: usize = 192;
/// How many attributes, and how many outputs.
pub const QUADRILLE_GF3_REGISTERS: usize = 16;

/// A program in words of the GeForce 3. It never changes: any number of threads may use it.
pub struct QuadrilleGf3Program {
    view: QuadrilleGf3View,
    runs: Option<Runs>,
    diagnostics: Diagnostics,
    _words: Vec<[u32; 4]>,
    _bindings: Vec<QuadrilleGf3Binding>,
    _texts: Texts,
    _text: CString,
}

/// A program made ready; the batch is absent where the program writes constants.
struct Runs {
    single: Single,
    batch: Option<Batch>,
    own: Vec<(u8, Quad)>,
}

// SAFETY: the pointers of the view lead to what the program owns, which never changes.
unsafe impl Send for QuadrilleGf3Program {}
// SAFETY: as above.
unsafe impl Sync for QuadrilleGf3Program {}

/// A constant that the caller fills.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct QuadrilleGf3Binding {
    /// Its number in the words, below QUADRILLE_GF3_CONSTANTS.
    pub number: u32,
    /// What it is in the OpenGL program, such as "state.matrix.mvp.row[0]".
    pub name: *const c_char,
}

/// The words of a GeForce 3 vertex program, their text, what they read and write, and its problems. It lives as long as
/// the program.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct QuadrilleGf3View {
    /// Whether it is accepted.
    pub accepted: bool,
    /// Whether it writes constants, so that its vertices run one after another.
    pub writes_constants: bool,
    /// The attributes that it reads, a bit each.
    pub inputs: u32,
    /// The outputs that it writes, a bit each.
    pub outputs: u32,
    /// Its words, four numbers each as the machine stores them; the last has the final bit.
    pub words: *const u32,
    /// Length of `words`, in words of four numbers.
    pub word_count: usize,
    /// Constants that the caller fills, of a program that was OpenGL's.
    pub bindings: *const QuadrilleGf3Binding,
    /// Length of `bindings`.
    pub binding_count: usize,
    /// The machine text of the words.
    pub text: *const c_char,
    /// All problems, sorted by place.
    pub diagnostics: *const QuadrilleDiagnostic,
    /// Length of `diagnostics`.
    pub diagnostic_count: usize,
}

/// Assembles machine text in the names of the Xbox ("MOV oPos, v0"), or with `gl` of NV_vertex_program, whose programs
/// reach their own 96 constants only. `name` is what messages call the text.
///
/// With QUADRILLE_STATUS_OK and QUADRILLE_STATUS_REJECTED `program` gets an object that is given back to
/// quadrille_gf3_program_free; otherwise NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadrille_gf3_assemble(
    name: *const c_char,
    source: *const c_char,
    length: usize,
    gl: bool,
    program: *mut *mut QuadrilleGf3Program,
) -> QuadrilleStatus {
    guard(|| {
        // SAFETY: the contract of the header.
        let (out, source, name) = unsafe { (out_pointer(program)?, text(source, length)?, label(name)) };
        let source = Source::new(name, source);
        let numbering = if gl {
            Numbering::NvVertexProgram
        } else {
            Numbering::Nv2a
        };
        let made = match assemble(source.text(), numbering) {
            Ok(words) => QuadrilleGf3Program::of_words(words, numbering, source)?,
            Err(problems) => QuadrilleGf3Program::rejected(source, problems),
        };
        let status = made.status();
        out.fill(made);
        Ok(status)
    })
}

/// Takes `count` words of four numbers each, as a game gives them to the machine; with `gl` they reach the 96 constants of
/// OpenGL only. What is behind the first word with the final bit is left out.
///
/// With QUADRILLE_STATUS_OK `program` gets an object that is given back to quadrille_gf3_program_free. Words that the
/// machine does not define, or that have no final bit, are QUADRILLE_STATUS_INVALID_ARGUMENT.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadrille_gf3_from_words(
    words: *const u32,
    count: usize,
    gl: bool,
    program: *mut *mut QuadrilleGf3Program,
) -> QuadrilleStatus {
    guard(|| {
        // SAFETY: the contract of the header; four numbers a word are there.
        let (out, words) = unsafe { (out_pointer(program)?, elements(words.cast::<Quad>(), count)?) };
        let numbering = if gl {
            Numbering::NvVertexProgram
        } else {
            Numbering::Nv2a
        };
        let words = words.iter().map(|word| Word(*word)).collect();
        out.fill(QuadrilleGf3Program::of_words(
            words,
            numbering,
            Source::new("words", ""),
        )?);
        Ok(QuadrilleStatus::Ok)
    })
}

/// The words that a vertex program of OpenGL becomes, with the constants that it needs.
///
/// With QUADRILLE_STATUS_OK and QUADRILLE_STATUS_REJECTED `words` gets an object that is given back to
/// quadrille_gf3_program_free; otherwise NULL. Of a program that is itself rejected it has the program's problems.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadrille_gf3_lower(
    program: *const QuadrilleProgram,
    words: *mut *mut QuadrilleGf3Program,
) -> QuadrilleStatus {
    guard(|| {
        // SAFETY: the contract of the header.
        let (out, program) = unsafe { (out_pointer(words)?, read(program)?) };
        let Some(loaded) = &program.loaded else {
            out.fill(QuadrilleGf3Program::rejected(
                program.source.clone(),
                program.rejection(),
            ));
            return Ok(QuadrilleStatus::Rejected);
        };
        let source = loaded.source().clone();
        let made = lower(loaded.program()).and_then(|lowered| Ok((lowered.words()?, lowered)));
        let made = match made {
            Ok((words, lowered)) => {
                let features = loaded.program().features();
                let bound = lowered.bindings.iter();
                let bindings = bound
                    .map(|bound| (bound.number, bound.binding.text(features)))
                    .collect();
                let program = Program::from_words(&words).map_err(|_| QuadrilleStatus::Internal)?;
                QuadrilleGf3Program::new(
                    Some((words, program, Numbering::NvVertexProgram)),
                    lowered.constants,
                    bindings,
                    source,
                    lowered.notes,
                )
            }
            Err(problem) => QuadrilleGf3Program::rejected(source, vec![*problem]),
        };
        let status = made.status();
        out.fill(made);
        Ok(status)
    })
}

/// The words of a program, what they read and write, and its problems; NULL for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadrille_gf3_program_view(
    program: *const QuadrilleGf3Program,
) -> *const QuadrilleGf3View {
    // SAFETY: the contract of the header.
    unsafe { look(program, |program| &raw const program.view) }
}

/// All diagnostics of a program as people read them; empty if there are none. NULL for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadrille_gf3_program_report(program: *const QuadrilleGf3Program) -> *const c_char {
    // SAFETY: the contract of the header.
    unsafe { look(program, |program| program.diagnostics.report()) }
}

/// Ends a program. NULL is allowed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadrille_gf3_program_free(program: *mut QuadrilleGf3Program) {
    // SAFETY: the contract of the header.
    unsafe { free(program) }
}

impl QuadrilleGf3Program {
    fn of_words(words: Vec<Word>, numbering: Numbering, source: Source) -> FfiResult<QuadrilleGf3Program> {
        let program = Program::from_words(&words).map_err(|_| QuadrilleStatus::InvalidArgument)?;
        let made = Some((words, program, numbering));
        Ok(QuadrilleGf3Program::new(
            made,
            Vec::new(),
            Vec::new(),
            source,
            Vec::new(),
        ))
    }

    fn rejected(source: Source, problems: Vec<Diagnostic>) -> QuadrilleGf3Program {
        QuadrilleGf3Program::new(None, Vec::new(), Vec::new(), source, problems)
    }

    fn new(
        made: Option<(Vec<Word>, Program, Numbering)>,
        own: Vec<(u8, Quad)>,
        bound: Vec<(u8, String)>,
        source: Source,
        found: Vec<Diagnostic>,
    ) -> QuadrilleGf3Program {
        let mut texts = Texts::default();
        let bindings: Vec<QuadrilleGf3Binding> = bound
            .iter()
            .map(|(number, name)| QuadrilleGf3Binding {
                number: u32::from(*number),
                name: texts.keep(name),
            })
            .collect();
        let diagnostics = Diagnostics::new(source, found);
        let mut view = QuadrilleGf3View {
            accepted: made.is_some(),
            writes_constants: false,
            inputs: 0,
            outputs: 0,
            words: std::ptr::null(),
            word_count: 0,
            bindings: bindings.as_ptr(),
            binding_count: bindings.len(),
            text: std::ptr::null(),
            diagnostics: diagnostics.list().as_ptr(),
            diagnostic_count: diagnostics.list().len(),
        };
        let (mut kept, mut listing, mut runs) = (Vec::new(), String::new(), None);
        if let Some((words, program, numbering)) = made {
            let options = Options {
                access: match numbering {
                    Numbering::Nv2a => Access::Full,
                    Numbering::NvVertexProgram => Access::UserOnly,
                },
                ..Options::default()
            };
            let words = &words[..program.instructions().len()];
            kept = words.iter().map(|word| word.0).collect();
            listing = print::program(words, numbering);
            (view.inputs, view.outputs) = (program.inputs().into(), program.outputs().into());
            view.writes_constants = program.written_constants().next().is_some();
            runs = Some(Runs {
                single: Single::new(&program, options),
                batch: Batch::new(program, options).ok(),
                own,
            });
        }
        let listing = c_string(&listing);
        (view.words, view.word_count) = (kept.as_ptr().cast(), kept.len());
        view.text = listing.as_ptr();
        QuadrilleGf3Program {
            view,
            runs,
            diagnostics,
            _words: kept,
            _bindings: bindings,
            _texts: texts,
            _text: listing,
        }
    }

    fn status(&self) -> QuadrilleStatus {
        match self.runs {
            Some(_) => QuadrilleStatus::Ok,
            None => QuadrilleStatus::Rejected,
        }
    }

    fn runs(&self) -> FfiResult<&Runs> {
        self.runs.as_ref().ok_or(QuadrilleStatus::Rejected)
    }
}
