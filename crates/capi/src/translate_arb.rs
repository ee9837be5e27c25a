//! What ARB programs may be: approximations, limits, options of a vendor.

use std::ffi::c_char;

use quadrille::translate::{Approximation, arb};
use quadrille_isa::gl::ProgramOption;

use super::ffi::string;
use super::status::QuadrilleStatus;
use super::translate_options::{QuadrilleTranslateOptions, set};

/// Asks for an approximation of ARB programs by its name.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadrille_translate_options_approximate(
    options: *mut QuadrilleTranslateOptions,
    approximation: *const c_char,
) -> QuadrilleStatus {
    // SAFETY: the contract of the header.
    unsafe {
        set(options, |options| {
            let name = string(approximation)?;
            let approximation = Approximation::of_name(name).ok_or(QuadrilleStatus::UnknownName)?;
            if !options.approximate.contains(&approximation) {
                options.approximate.push(approximation);
            }
            Ok(())
        })
    }
}

/// The limits that ARB programs must keep, by the name of a set of them; without, they may have any size.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadrille_translate_options_set_profile(
    options: *mut QuadrilleTranslateOptions,
    profile: *const c_char,
) -> QuadrilleStatus {
    // SAFETY: the contract of the header.
    unsafe {
        set(options, |options| {
            let limits = arb::profile(string(profile)?).ok_or(QuadrilleStatus::UnknownName)?;
            options.limits = Some(limits);
            Ok(())
        })
    }
}

/// Lets ARB programs have an option of a vendor, where their stage takes it: "NV_vertex_program2", "NV_vertex_program3",
/// "NV_fragment_program" or "NV_fragment_program2".
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadrille_translate_options_add_vendor_option(
    options: *mut QuadrilleTranslateOptions,
    option: *const c_char,
) -> QuadrilleStatus {
    // SAFETY: the contract of the header.
    unsafe {
        set(options, |options| {
            let option =
                ProgramOption::find(string(option)?).filter(|option| arb::VENDOR_OPTIONS.contains(option));
            let option = option.ok_or(QuadrilleStatus::UnknownName)?;
            if !options.vendor_options.contains(&option) {
                options.vendor_options.push(option);
            }
            Ok(())
        })
    }
}
