//! Checking: a text becomes a program with a verdict.

use std::ffi::{CString, c_char};

use quadrille::{Diagnostic, Loaded, Session, Source, Span};
use quadrille_check::{advice, gl_answer};
use quadrille_isa::gl::Profile;

use super::check_options::{QuadrilleCheckOptions, options_or_default};
use super::diagnostic::{Diagnostics, QuadrilleDiagnostic};
use super::ffi::{FfiResult, free, guard, label, look, out_pointer, text};
use super::split::QuadrilleSpan;
use super::stage::QuadrilleStage;
use super::status::QuadrilleStatus;
use super::texts::c_string;

/// A program with the verdict on it. It never changes: any number of threads may use it.
pub struct QuadrilleProgram {
    pub(crate) loaded: Option<Loaded>,
    /// The text that it was given in, and where it begins there.
    pub(crate) source: Source,
    pub(crate) start: u32,
    diagnostics: Diagnostics,
    _header: CString,
    _error_string: CString,
    verdict: QuadrilleVerdict,
}

// SAFETY: the pointers of the verdict and of the diagnostics lead to what the program owns, which never changes.
unsafe impl Send for QuadrilleProgram {}
// SAFETY: as above.
unsafe impl Sync for QuadrilleProgram {}

/// Whether a program is accepted, its stage and header, its problems, and what GL answers to its load. It lives as long
/// as the program.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct QuadrilleVerdict {
    /// Whether it is accepted.
    pub accepted: bool,
    /// Its stage; QUADRILLE_STAGE_NONE if its header is unknown.
    pub stage: QuadrilleStage,
    /// Its header, such as "!!ARBvp1.0"; empty if it is unknown.
    pub header: *const c_char,
    /// All problems, sorted by place.
    pub diagnostics: *const QuadrilleDiagnostic,
    /// Length of `diagnostics`.
    pub diagnostic_count: usize,
    /// What GL's PROGRAM_ERROR_POSITION_ARB is: a byte of the program, or -1.
    pub error_position: i64,
    /// What GL's PROGRAM_ERROR_STRING_ARB is.
    pub error_string: *const c_char,
}

/// Checks a program: `length` bytes of text, or the `part` of them that a span from quadrille_split names; NULL
/// for all. `name` is what messages call the text; it is not opened. NULL options are the default.
///
/// With QUADRILLE_STATUS_OK and QUADRILLE_STATUS_REJECTED `program` gets an object that is given back to
/// quadrille_program_free; otherwise NULL. The text is not needed any more afterwards. Places in diagnostics are
/// those of the whole text, the error position is that of the program.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadrille_check(
    options: *const QuadrilleCheckOptions,
    name: *const c_char,
    source: *const c_char,
    length: usize,
    part: *const QuadrilleSpan,
    program: *mut *mut QuadrilleProgram,
) -> QuadrilleStatus {
    guard(|| {
        // SAFETY: the contract of the header.
        let (out, source, name) = unsafe { (out_pointer(program)?, text(source, length)?, label(name)) };
        // SAFETY: as above.
        let (options, part) = unsafe { (options_or_default(options)?, QuadrilleSpan::of(part, length)?) };
        let session = Session::with(options.options);
        let checked = QuadrilleProgram::new(&session, Source::new(name, source), part, options.advises)?;
        let status = match checked.loaded {
            Some(_) => QuadrilleStatus::Ok,
            None => QuadrilleStatus::Rejected,
        };
        out.fill(checked);
        Ok(status)
    })
}

/// Whether the program is accepted, and its problems; NULL for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadrille_program_verdict(
    program: *const QuadrilleProgram,
) -> *const QuadrilleVerdict {
    // SAFETY: the contract of the header.
    unsafe { look(program, |program| &raw const program.verdict) }
}

/// All diagnostics of a program as people read them, with source lines; empty if there are none. It lives as
/// long as the program. NULL for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadrille_program_report(program: *const QuadrilleProgram) -> *const c_char {
    // SAFETY: the contract of the header.
    unsafe { look(program, |program| program.diagnostics.report()) }
}

/// Ends a program. NULL is allowed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadrille_program_free(program: *mut QuadrilleProgram) {
    // SAFETY: the contract of the header.
    unsafe { free(program) }
}

impl QuadrilleProgram {
    pub(crate) fn new(
        session: &Session,
        source: Source,
        part: QuadrilleSpan,
        advises: bool,
    ) -> FfiResult<QuadrilleProgram> {
        let own = source
            .text()
            .get(part.start..part.end)
            .ok_or(QuadrilleStatus::InvalidArgument)?;
        let own = Source::new(source.name(), own);
        let start = part.start as u32;
        let (loaded, mut found) = match session.load(own.name(), own.text()) {
            Ok(loaded) => {
                let found = loaded.diagnostics().to_vec();
                (Some(loaded), found)
            }
            Err(rejected) => (None, rejected.diagnostics),
        };
        let gl = gl_answer(&own, &found);
        if let Some(loaded) = loaded.as_ref().filter(|_| advises) {
            found.extend(advice(own.text(), loaded.program()));
            found.sort_by_key(|one| (one.span.start, one.span.end));
        }
        let profile = Profile::of(own.text());
        let found = found
            .into_iter()
            .map(|diagnostic| diagnostic.moved(start))
            .collect();
        let diagnostics = Diagnostics::new(source.clone(), found);
        let (header, error_string) = (
            c_string(profile.map_or("", |profile| profile.header)),
            c_string(&gl.string),
        );
        let verdict = QuadrilleVerdict {
            accepted: loaded.is_some(),
            stage: profile.map_or(QuadrilleStage::None, |profile| profile.stage.into()),
            header: header.as_ptr(),
            diagnostics: diagnostics.list().as_ptr(),
            diagnostic_count: diagnostics.list().len(),
            error_position: gl.position,
            error_string: error_string.as_ptr(),
        };
        Ok(QuadrilleProgram {
            loaded,
            source,
            start,
            diagnostics,
            _header: header,
            _error_string: error_string,
            verdict,
        })
    }

    /// The accepted program.
    pub(crate) fn accepted(&self) -> FfiResult<&Loaded> {
        self.loaded.as_ref().ok_or(QuadrilleStatus::Rejected)
    }

    /// Why it is rejected, with places in the text that it was given in; nothing of an accepted program.
    pub(crate) fn rejection(&self) -> Vec<Diagnostic> {
        match self.loaded {
            Some(_) => Vec::new(),
            None => self.diagnostics.found().to_vec(),
        }
    }

    /// Its stage: that of the accepted program, or else of the header.
    pub(crate) fn stage(&self) -> QuadrilleStage {
        let accepted = self.loaded.as_ref();
        accepted.map_or(self.verdict.stage, |loaded| {
            loaded.program().profile().stage.into()
        })
    }

    /// Where the program lies in its text.
    pub(crate) fn moved(&self, span: Span) -> Span {
        Span::new(
            span.start.saturating_add(self.start),
            span.end.saturating_add(self.start),
        )
    }
}
