//! Programs of the VideoCore IV's QPUs: words, what the rules say of them, runs on the emulated machine.

use std::ffi::{CString, c_char};
use std::slice;

use quadrille::vc4::asm::{self, NoIncludes, disassemble};
use quadrille::vc4::hazard;
use quadrille::vc4::machine::job::{Job, JobError, NamedBuffer};
use quadrille::vc4::machine::{End, Limits, Outcome, Profile};
use quadrille::{Budget, Diagnostic, Source};

use super::diagnostic::{Diagnostics, QuadrilleDiagnostic};
use super::ffi::{elements, free, guard, label, look, out_pointer, read, string, text};
use super::status::QuadrilleStatus;
use super::texts::{Texts, c_string};

/// A program in words of the QPU. It never changes: any number of threads may use it.
pub struct QuadrilleQpuProgram {
    view: QuadrilleQpuView,
    words: Vec<u64>,
    accepted: bool,
    diagnostics: Diagnostics,
    _text: CString,
}

// SAFETY: the pointers of the view lead to what the program owns, which never changes.
unsafe impl Send for QuadrilleQpuProgram {}
// SAFETY: as above.
unsafe impl Sync for QuadrilleQpuProgram {}

/// The words of a QPU program, their text in assembly, and its problems. It lives as long as the program.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct QuadrilleQpuView {
    /// Whether it was assembled. What the rules of the guide say does not change it.
    pub accepted: bool,
    /// Its words.
    pub words: *const u64,
    /// Length of `words`.
    pub word_count: usize,
    /// The text of the words in assembly.
    pub text: *const c_char,
    /// Errors of the text or, for what was assembled, what the rules of the guide say. The places of the latter count
    /// eight bytes a word.
    pub diagnostics: *const QuadrilleDiagnostic,
    /// Length of `diagnostics`.
    pub diagnostic_count: usize,
}

/// Memory that a program works on.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct QuadrilleQpuBuffer {
    /// What uniforms call it, after an @.
    pub name: *const c_char,
    /// Its bytes, which a run changes.
    pub bytes: *mut u8,
    /// Length of `bytes`.
    pub length: usize,
}

/// How a run ended.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum QuadrilleQpuEnd {
    /// All launches came to their end.
    Finished = 0,
    /// The instructions that it was given were used up.
    Budget = 1,
    /// All QPUs wait for each other.
    Deadlock = 2,
    /// It was stopped.
    Stopped = 3,
}

/// What a run took and found. It never changes: any number of threads may use it.
pub struct QuadrilleQpuRun {
    view: QuadrilleQpuOutcome,
    _findings: Vec<*const c_char>,
    _texts: Texts,
}

// SAFETY: the pointers of the view lead to what the run owns, which never changes.
unsafe impl Send for QuadrilleQpuRun {}
// SAFETY: as above.
unsafe impl Sync for QuadrilleQpuRun {}

/// What a run took and found. It lives as long as the run.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct QuadrilleQpuOutcome {
    /// How it ended.
    pub end: QuadrilleQpuEnd,
    /// Instructions that were executed.
    pub instructions: u64,
    /// Clocks until the last launch ended.
    pub clocks: u64,
    /// What the emulator found wrong, a sentence each; or why it did not begin.
    pub findings: *const *const c_char,
    /// Length of `findings`.
    pub finding_count: usize,
}

/// Assembles text. `name` is what messages call it; it includes no files.
///
/// With QUADRILLE_STATUS_OK and QUADRILLE_STATUS_REJECTED `program` gets an object that is given back to
/// quadrille_qpu_program_free; otherwise NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadrille_qpu_assemble(
    name: *const c_char,
    source: *const c_char,
    length: usize,
    program: *mut *mut QuadrilleQpuProgram,
) -> QuadrilleStatus {
    guard(|| {
        // SAFETY: the contract of the header.
        let (out, source, name) = unsafe { (out_pointer(program)?, text(source, length)?, label(name)) };
        let assembly = asm::assemble(&name, &source, &asm::Options::default(), &mut NoIncludes);
        if assembly.is_complete() {
            let program = hazard::Program::of_words(&assembly.words);
            let found = hazard::check(&program, &hazard::Options::default()).diagnostics(&program);
            out.fill(QuadrilleQpuProgram::of_words(assembly.words, found));
            return Ok(QuadrilleStatus::Ok);
        }
        let source = Source::new(name, source);
        out.fill(QuadrilleQpuProgram::new(
            Vec::new(),
            false,
            source,
            assembly.diagnostics,
        ));
        Ok(QuadrilleStatus::Rejected)
    })
}

/// Takes `count` words, whatever they are: what the rules say of them are the diagnostics.
///
/// With QUADRILLE_STATUS_OK `program` gets an object that is given back to quadrille_qpu_program_free; otherwise NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadrille_qpu_from_words(
    words: *const u64,
    count: usize,
    program: *mut *mut QuadrilleQpuProgram,
) -> QuadrilleStatus {
    guard(|| {
        // SAFETY: the contract of the header.
        let out = unsafe { out_pointer(program)? };
        // SAFETY: as above; so many words are there.
        let words = unsafe { elements(words, count)? };
        let found = hazard::check_words(words, &hazard::Options::default());
        out.fill(QuadrilleQpuProgram::of_words(words.to_vec(), found));
        Ok(QuadrilleStatus::Ok)
    })
}

/// The words of a program, their text, and its problems; NULL for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadrille_qpu_program_view(
    program: *const QuadrilleQpuProgram,
) -> *const QuadrilleQpuView {
    // SAFETY: the contract of the header.
    unsafe { look(program, |program| &raw const program.view) }
}

/// All diagnostics of a program as people read them; empty if there are none. NULL for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadrille_qpu_program_report(program: *const QuadrilleQpuProgram) -> *const c_char {
    // SAFETY: the contract of the header.
    unsafe { look(program, |program| program.diagnostics.report()) }
}

/// Runs a program on the emulated QPUs of a Raspberry Pi, once for each of `launch_count` lists of uniforms: numbers and
/// buffers with commas between, such as "@in, @out, 16". It ends after `instructions`; 0 for 400 million. Buffers are
/// changed in place, unless it does not begin.
///
/// With QUADRILLE_STATUS_OK and QUADRILLE_STATUS_STOPPED, which is for every end but QUADRILLE_QPU_END_FINISHED and for
/// a run that did not begin, `run` gets an object that is given back to quadrille_qpu_run_free; otherwise NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadrille_qpu_run(
    program: *const QuadrilleQpuProgram,
    buffers: *const QuadrilleQpuBuffer,
    buffer_count: usize,
    launches: *const *const c_char,
    launch_count: usize,
    instructions: u64,
    run: *mut *mut QuadrilleQpuRun,
) -> QuadrilleStatus {
    guard(|| {
        // SAFETY: the contract of the header; so many buffers and lists are there.
        let (out, program, given, launches) = unsafe {
            (
                out_pointer(run)?,
                read(program)?,
                elements(buffers, buffer_count)?,
                elements(launches, launch_count)?,
            )
        };
        if !program.accepted {
            return Err(QuadrilleStatus::Rejected);
        }
        let mut job = Job {
            program: program.words.clone(),
            program_address: None,
            buffers: Vec::new(),
            launches: Vec::new(),
            stop: Budget::default().stop,
        };
        for buffer in given {
            // SAFETY: as above; so many bytes are there.
            let (name, bytes) = unsafe { (string(buffer.name)?, elements(buffer.bytes, buffer.length)?) };
            job.buffers.push(NamedBuffer {
                name: name.to_owned(),
                address: None,
                bytes: bytes.to_vec(),
            });
        }
        for list in launches {
            // SAFETY: as above.
            job.launches.push(unsafe { string(*list)? }.to_owned());
        }
        let usual = Limits::default();
        let limits = Limits {
            instructions: if instructions == 0 {
                usual.instructions
            } else {
                instructions
            },
            ..usual
        };
        let outcome = job.run(Profile::raspberry_pi(), limits, &mut ());
        if outcome.is_ok() {
            for (place, left) in given.iter().zip(&job.buffers) {
                if place.length > 0 {
                    // SAFETY: so many bytes are there, which nobody else uses now (contract).
                    let place = unsafe { slice::from_raw_parts_mut(place.bytes, place.length) };
                    place.copy_from_slice(&left.bytes);
                }
            }
        }
        let made = QuadrilleQpuRun::new(&outcome);
        let status = match (&outcome, made.view.end) {
            (Ok(_), QuadrilleQpuEnd::Finished) => QuadrilleStatus::Ok,
            (Ok(_) | Err(_), _) => QuadrilleStatus::Stopped,
        };
        out.fill(made);
        Ok(status)
    })
}

/// What a run took and found; NULL for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadrille_qpu_run_outcome(
    run: *const QuadrilleQpuRun,
) -> *const QuadrilleQpuOutcome {
    // SAFETY: the contract of the header.
    unsafe { look(run, |run| &raw const run.view) }
}

/// Ends a run. NULL is allowed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadrille_qpu_run_free(run: *mut QuadrilleQpuRun) {
    // SAFETY: the contract of the header.
    unsafe { free(run) }
}

/// Ends a program. NULL is allowed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadrille_qpu_program_free(program: *mut QuadrilleQpuProgram) {
    // SAFETY: the contract of the header.
    unsafe { free(program) }
}

impl QuadrilleQpuProgram {
    fn of_words(words: Vec<u64>, found: Vec<Diagnostic>) -> QuadrilleQpuProgram {
        // A line of eight letters a word, so that lines count words.
        let source = Source::new("words", "word   \n".repeat(words.len()));
        QuadrilleQpuProgram::new(words, true, source, found)
    }

    fn new(words: Vec<u64>, accepted: bool, source: Source, found: Vec<Diagnostic>) -> QuadrilleQpuProgram {
        let listing = c_string(&disassemble(&words));
        let diagnostics = Diagnostics::new(source, found);
        QuadrilleQpuProgram {
            view: QuadrilleQpuView {
                accepted,
                words: words.as_ptr(),
                word_count: words.len(),
                text: listing.as_ptr(),
                diagnostics: diagnostics.list().as_ptr(),
                diagnostic_count: diagnostics.list().len(),
            },
            words,
            accepted,
            diagnostics,
            _text: listing,
        }
    }
}

impl QuadrilleQpuRun {
    fn new(outcome: &Result<Outcome, JobError>) -> QuadrilleQpuRun {
        let mut texts = Texts::default();
        let (end, instructions, clocks, findings) = match outcome {
            Ok(outcome) => {
                let end = match outcome.end {
                    End::Finished => QuadrilleQpuEnd::Finished,
                    End::Budget => QuadrilleQpuEnd::Budget,
                    End::Deadlock => QuadrilleQpuEnd::Deadlock,
                    End::Stopped => QuadrilleQpuEnd::Stopped,
                };
                let found = outcome
                    .findings
                    .iter()
                    .map(|finding| texts.keep(&finding.to_string()));
                (end, outcome.instructions(), outcome.clocks(), found.collect())
            }
            Err(error) => (
                QuadrilleQpuEnd::Stopped,
                0,
                0,
                vec![texts.keep(&error.to_string())],
            ),
        };
        let findings: Vec<*const c_char> = findings;
        QuadrilleQpuRun {
            view: QuadrilleQpuOutcome {
                end,
                instructions,
                clocks,
                findings: findings.as_ptr(),
                finding_count: findings.len(),
            },
            _findings: findings,
            _texts: texts,
        }
    }
}
