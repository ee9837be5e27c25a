//! Texts with the fixes that leave nothing open.

use std::ffi::c_char;

use quadrille::encoding::decode;
use quadrille_check::fixed;

use super::check_options::{QuadrilleCheckOptions, options_or_default};
use super::ffi::{FfiResult, bytes, free, guard, look, out_pointer};
use super::split::QuadrilleSpan;
use super::status::QuadrilleStatus;

/// A text with the fixes that leave nothing open. It never changes: any number of threads may use it.
pub struct QuadrilleFixed {
    /// With a 0 at the end.
    text: Vec<u8>,
    count: usize,
}

/// Applies the fixes of grade QUADRILLE_FIX_GRADE_CERTAIN to a program: to `length` bytes of text, or to the `part` of
/// them that a span from quadrille_split names; NULL for all. The rest of the text is kept, bytes of comments too. NULL
/// options are the default.
///
/// With QUADRILLE_STATUS_OK, whether there was anything to fix or not, `fixed` gets an object that is given back to
/// quadrille_fixed_free; otherwise NULL. What is wrong with the program still, quadrille_check says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadrille_fix(
    options: *const QuadrilleCheckOptions,
    source: *const c_char,
    length: usize,
    part: *const QuadrilleSpan,
    fixed: *mut *mut QuadrilleFixed,
) -> QuadrilleStatus {
    guard(|| {
        // SAFETY: the contract of the header.
        let (out, source) = unsafe { (out_pointer(fixed)?, bytes(source, length)?) };
        // SAFETY: as above.
        let (options, part) = unsafe { (options_or_default(options)?, QuadrilleSpan::of(part, length)?) };
        out.fill(QuadrilleFixed::new(&options, source, part)?);
        Ok(QuadrilleStatus::Ok)
    })
}

/// The text, with a 0 behind its last byte. It lives as long as the object. NULL for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadrille_fixed_text(fixed: *const QuadrilleFixed) -> *const c_char {
    // SAFETY: the contract of the header.
    unsafe { look(fixed, |fixed| fixed.text.as_ptr().cast()) }
}

/// The number of bytes of the text; 0 for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadrille_fixed_length(fixed: *const QuadrilleFixed) -> usize {
    // SAFETY: the contract of the header.
    unsafe { fixed.as_ref() }.map_or(0, |fixed| fixed.text.len() - 1)
}

/// The number of fixes in the text; 0 for NULL.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadrille_fixed_count(fixed: *const QuadrilleFixed) -> usize {
    // SAFETY: the contract of the header.
    unsafe { fixed.as_ref() }.map_or(0, |fixed| fixed.count)
}

/// Ends it. NULL is allowed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quadrille_fixed_free(fixed: *mut QuadrilleFixed) {
    // SAFETY: the contract of the header.
    unsafe { free(fixed) }
}

impl QuadrilleFixed {
    fn new(options: &QuadrilleCheckOptions, source: &[u8], part: QuadrilleSpan) -> FfiResult<QuadrilleFixed> {
        let own = source
            .get(part.start..part.end)
            .ok_or(QuadrilleStatus::InvalidArgument)?;
        let (text, encoding) = decode(own.to_vec());
        let mended = fixed(&text, &options.options);
        let mut whole = source[..part.start].to_vec();
        whole.extend(encoding.encode(mended.text));
        whole.extend(&source[part.end..]);
        whole.push(0);
        Ok(QuadrilleFixed {
            text: whole,
            count: mended.count,
        })
    }
}
