//! How programs are judged.

use std::ffi::c_char;

use quadrille::{Dialect, Limits, Options};

use super::ffi::{FfiResult, change, free, guard, hand_over, read, string};
use super::numbered::numbered;
use super::stage::QuadrilleStage;
use super::status::QuadrilleStatus;

/// How programs are judged: dialect, limits, stage, and whether advice is given.
#[derive(Clone, Default)]
pub struct QuadrilleCheckOptions {
    pub(crate) options: Options,
    pub(crate) advises: bool,
}

/// Whose habits beyond the specifications are admitted, as warnings.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum QuadrilleDialect {
    /// Nobody's: the specification's word.
    Strict = 0,
    /// What NVIDIA's drivers let through.
    Nvidia = 1,
    /// What Apple's drivers let through.
    Apple = 2,
    /// What Mesa lets through.
    Mesa = 3,
}

numbered!(QuadrilleDialect: Strict, Nvidia, Apple, Mesa);

/// New options: strict, with the limits of a desktop driver. Given back to quadrille_check_options_free.
#[unsafe(no_mangle)]
pub extern "C" fn quadrille_check_options_new() -> *mut QuadrilleCheckOptions {
    hand_over(QuadrilleCheckOptions::default())
}

/// Ends options. NULL is allowed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadrille_check_options_free(options: *mut QuadrilleCheckOptions) {
    // SAFETY: the contract of the header.
    unsafe { free(options) }
}

/// Chooses a dialect, a QuadrilleDialect.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadrille_check_options_set_dialect(
    options: *mut QuadrilleCheckOptions,
    dialect: u32,
) -> QuadrilleStatus {
    guard(|| {
        // SAFETY: the contract of the header.
        let options = unsafe { change(options)? };
        options.options.dialect = match QuadrilleDialect::of(dialect)? {
            QuadrilleDialect::Strict => Dialect::Strict,
            QuadrilleDialect::Nvidia => Dialect::Nvidia,
            QuadrilleDialect::Apple => Dialect::Apple,
            QuadrilleDialect::Mesa => Dialect::Mesa,
        };
        Ok(QuadrilleStatus::Ok)
    })
}

/// Takes a set of limits: "desktop" (the default), "minimum", "g80", "fermi" or "unlimited".
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadrille_check_options_set_limits(
    options: *mut QuadrilleCheckOptions,
    preset: *const c_char,
) -> QuadrilleStatus {
    guard(|| {
        // SAFETY: the contract of the header.
        let (options, preset) = unsafe { (change(options)?, string(preset)?) };
        options.options.limits = Limits::preset(preset).ok_or(QuadrilleStatus::UnknownName)?;
        Ok(QuadrilleStatus::Ok)
    })
}

/// Sets one limit, such as "fragment-temporaries".
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadrille_check_options_set_limit(
    options: *mut QuadrilleCheckOptions,
    name: *const c_char,
    value: u32,
) -> QuadrilleStatus {
    guard(|| {
        // SAFETY: the contract of the header.
        let (options, name) = unsafe { (change(options)?, string(name)?) };
        if options.options.limits.set(name, value) {
            Ok(QuadrilleStatus::Ok)
        } else {
            Err(QuadrilleStatus::UnknownName)
        }
    })
}

/// Asks for programs of one stage, a QuadrilleStage: the header of another is then an error. Any stage is taken
/// otherwise, which QUADRILLE_STAGE_NONE asks for again.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadrille_check_options_set_stage(
    options: *mut QuadrilleCheckOptions,
    wanted: u32,
) -> QuadrilleStatus {
    guard(|| {
        // SAFETY: the contract of the header.
        let options = unsafe { change(options)? };
        options.options.target = QuadrilleStage::of(wanted)?.stage();
        Ok(QuadrilleStatus::Ok)
    })
}

/// Asks for advice on accepted programs, which is not given otherwise: notes and warnings on what is legal and nearly
/// always not meant.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadrille_check_options_set_advice(
    options: *mut QuadrilleCheckOptions,
    on: bool,
) -> QuadrilleStatus {
    guard(|| {
        // SAFETY: the contract of the header.
        let options = unsafe { change(options)? };
        options.advises = on;
        Ok(QuadrilleStatus::Ok)
    })
}

/// The options of a caller; NULL are the default.
pub(crate) unsafe fn options_or_default(
    options: *const QuadrilleCheckOptions,
) -> FfiResult<QuadrilleCheckOptions> {
    match options.is_null() {
        true => Ok(QuadrilleCheckOptions::default()),
        // SAFETY: the contract of the header.
        false => Ok(unsafe { read(options)? }.clone()),
    }
}
