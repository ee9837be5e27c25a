//! What becomes of a program on a driver.

use std::ffi::{CString, c_char};
use std::sync::LazyLock;

use quadrille::driver::{DRIVERS, Driver, DriverVerdict, FailureCause, check_for};
use quadrille::report::{Case, Outcome, Problem};
use quadrille::{Options, Source};

use super::diagnostic::{Diagnostics, QuadrilleDiagnostic};
use super::ffi::{free, guard, label, look, out_pointer, read, string, text};
use super::split::QuadrilleSpan;
use super::status::QuadrilleStatus;
use super::texts::c_string;

/// A program as a driver takes it. It never changes: any number of threads may use it.
pub struct QuadrilleOnDriver {
    pub(crate) driver: Driver,
    pub(crate) case: Case,
    diagnostics: Diagnostics,
    _cause: CString,
    verdict: QuadrilleDriverVerdict,
}

// SAFETY: the pointers of the verdict and of the diagnostics lead to what the object owns, which never changes.
unsafe impl Send for QuadrilleOnDriver {}
// SAFETY: as above.
unsafe impl Sync for QuadrilleOnDriver {}

/// What becomes of a program on a driver.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum QuadrilleDriverOutcome {
    /// It loads.
    Loads = 0,
    /// It loads, and may mean something else there.
    Differs = 1,
    /// It does not load.
    Fails = 2,
}

/// Why a driver does not load a program.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum QuadrilleFailureCause {
    /// It loads.
    None = 0,
    /// The driver does not have the extension that brings the header.
    Header = 1,
    /// The driver does not take an option.
    Option = 2,
    /// The driver does not take a form that the specifications have.
    Form = 3,
    /// The program breaks a rule.
    Rule = 4,
}

/// Whether a driver loads a program, why it does not, and all problems. It lives as long as its object.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct QuadrilleDriverVerdict {
    /// What becomes of it.
    pub outcome: QuadrilleDriverOutcome,
    /// Why it does not load.
    pub cause: QuadrilleFailureCause,
    /// The name of the cause: an extension without "GL_", an option, or a rule; empty if it loads.
    pub cause_name: *const c_char,
    /// How many limits of the hardware it exceeds though it loads.
    pub native_excess: usize,
    /// All that there is to say of it, sorted by place.
    pub diagnostics: *const QuadrilleDiagnostic,
    /// Length of `diagnostics`.
    pub diagnostic_count: usize,
}

/// Names that C reads, made once.
static NAMES: LazyLock<Vec<CString>> =
    LazyLock::new(|| DRIVERS.iter().map(|row| c_string(row.name)).collect());

/// The name of a driver, counted from 0: "mesa" and so on; NULL after the last.
#[unsafe(no_mangle)]
pub extern "C" fn quadrille_driver_name(index: usize) -> *const c_char {
    NAMES.get(index).map_or(std::ptr::null(), |name| name.as_ptr())
}

/// Judges a program as a driver loads it, by the driver's limits and habits: `length` bytes of text, or the `part` of
/// them that a span from quadrille_split names; NULL for all. `name` is what messages call the text; it is not opened.
///
/// With QUADRILLE_STATUS_OK, whatever becomes of the program, `judged` gets an object that is given back to
/// quadrille_on_driver_free; otherwise NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadrille_judge(
    driver: *const c_char,
    name: *const c_char,
    source: *const c_char,
    length: usize,
    part: *const QuadrilleSpan,
    judged: *mut *mut QuadrilleOnDriver,
) -> QuadrilleStatus {
    guard(|| {
        // SAFETY: the contract of the header.
        let (out, driver) = unsafe { (out_pointer(judged)?, string(driver)?) };
        // SAFETY: as above.
        let (source, name) = unsafe { (text(source, length)?, label(name)) };
        let driver = Driver::of_name(driver).ok_or(QuadrilleStatus::UnknownName)?;
        let (start, end) = match part.is_null() {
            true => (0, length),
            false => {
                // SAFETY: as above.
                let part = unsafe { read(part)? };
                (part.start, part.end)
            }
        };
        let own = source.get(start..end).ok_or(QuadrilleStatus::InvalidArgument)?;
        let on_driver = check_for(own, driver, &Options::of_driver(driver));
        out.fill(QuadrilleOnDriver::new(
            driver,
            Source::new(name, source.clone()),
            start as u32,
            on_driver.checked.diagnostics,
            &on_driver.verdict,
        ));
        Ok(QuadrilleStatus::Ok)
    })
}

/// Whether the driver loads the program, and why not; NULL for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadrille_on_driver_verdict(
    judged: *const QuadrilleOnDriver,
) -> *const QuadrilleDriverVerdict {
    // SAFETY: the contract of the header.
    unsafe { look(judged, |judged| &raw const judged.verdict) }
}

/// All of it as people read it, with source lines; empty if there is nothing to say. It lives as long as the object.
/// NULL for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadrille_on_driver_report(judged: *const QuadrilleOnDriver) -> *const c_char {
    // SAFETY: the contract of the header.
    unsafe { look(judged, |judged| judged.diagnostics.report()) }
}

/// Ends it. NULL is allowed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadrille_on_driver_free(judged: *mut QuadrilleOnDriver) {
    // SAFETY: the contract of the header.
    unsafe { free(judged) }
}

impl QuadrilleOnDriver {
    fn new(
        driver: Driver,
        source: Source,
        start: u32,
        found: Vec<quadrille::Diagnostic>,
        verdict: &DriverVerdict,
    ) -> QuadrilleOnDriver {
        let found: Vec<_> = found.into_iter().map(|one| one.moved(start)).collect();
        let (outcome, cause, native_excess) = match verdict {
            DriverVerdict::Loads(loaded) if loaded.differences.is_empty() => {
                (QuadrilleDriverOutcome::Loads, None, loaded.native.len())
            }
            DriverVerdict::Loads(loaded) => (QuadrilleDriverOutcome::Differs, None, loaded.native.len()),
            DriverVerdict::Fails(cause) => (QuadrilleDriverOutcome::Fails, Some(*cause), 0),
        };
        let case = Case {
            line: (start > 0).then(|| source.position(start).line),
            reason: cause.map(|cause| cause.name().to_owned()),
            problems: found.iter().map(|one| Problem::of(&source, one)).collect(),
            ..Case::new(
                source.name(),
                match outcome {
                    QuadrilleDriverOutcome::Loads => Outcome::Passed,
                    QuadrilleDriverOutcome::Differs => Outcome::Differs,
                    QuadrilleDriverOutcome::Fails => Outcome::Failed,
                },
            )
        };
        let diagnostics = Diagnostics::new(source, found);
        let cause_name = c_string(cause.map_or("", FailureCause::name));
        let verdict = QuadrilleDriverVerdict {
            outcome,
            cause: match cause {
                None => QuadrilleFailureCause::None,
                Some(FailureCause::Header(_)) => QuadrilleFailureCause::Header,
                Some(FailureCause::Option(_)) => QuadrilleFailureCause::Option,
                Some(FailureCause::Form(_)) => QuadrilleFailureCause::Form,
                Some(FailureCause::Rule(_)) => QuadrilleFailureCause::Rule,
            },
            cause_name: cause_name.as_ptr(),
            native_excess,
            diagnostics: diagnostics.list().as_ptr(),
            diagnostic_count: diagnostics.list().len(),
        };
        QuadrilleOnDriver {
            driver,
            case,
            diagnostics,
            _cause: cause_name,
            verdict,
        }
    }
}
