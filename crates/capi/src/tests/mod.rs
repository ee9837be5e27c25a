//! What a program in C may do, right and wrong, done from Rust.

mod drivers;
mod fixed_function;
mod machines;
mod misuse;
mod runs;
mod translations;
mod verdicts;

use std::ffi::{CStr, CString, c_char};
use std::ptr::{null, null_mut};

use crate::check_options::*;
use crate::diagnostic::QuadrilleFixGrade;
use crate::evaluation::*;
use crate::fixed::*;
use crate::inputs::*;
use crate::program::*;
use crate::split::*;
use crate::stage::QuadrilleStage;
use crate::status::{QuadrilleStatus, quadrille_status_text};
use crate::translate_options::*;
use crate::translation::*;
use crate::version::quadrille_version;

const VERTEX: &str = "!!ARBvp1.0\nPARAM p[2] = { program.local[0..1] };\nADD result.position, vertex.position, p[1];\n\
                      MOV result.texcoord[0], vertex.texcoord[0];\nEND\n";
const FRAGMENT: &str = "!!ARBfp1.0\nTEMP t;\nTEX t, fragment.texcoord[0], texture[3], 2D;\n\
                        MUL result.color, t, program.env[2];\nEND\n";

/// A string of the library.
fn string<'a>(pointer: *const c_char) -> &'a str {
    assert!(!pointer.is_null());
    // SAFETY: strings of the library end with 0, and outlive the tests' use of them.
    unsafe { CStr::from_ptr(pointer) }.to_str().expect("it is UTF-8")
}

/// A list of the library.
fn list<'a, T>(pointer: *const T, count: usize) -> &'a [T] {
    if count == 0 {
        return &[];
    }
    // SAFETY: the library gives as many as it says, and they outlive the tests' use of them.
    unsafe { std::slice::from_raw_parts(pointer, count) }
}

/// An object, given back at the end.
struct Owned<T>(*mut T, unsafe extern "C" fn(*mut T));

impl<T> Drop for Owned<T> {
    fn drop(&mut self) {
        // SAFETY: the object came from the library and is given back once.
        unsafe { (self.1)(self.0) }
    }
}

fn check(text: &[u8], part: Option<QuadrilleSpan>) -> (QuadrilleStatus, Owned<QuadrilleProgram>) {
    let mut program = null_mut();
    let part = part.as_ref().map_or(null(), |part| &raw const *part);
    // SAFETY: all pointers are good.
    let status = unsafe {
        quadrille_check(
            null(),
            c"a".as_ptr(),
            text.as_ptr().cast(),
            text.len(),
            part,
            &raw mut program,
        )
    };
    (status, Owned(program, quadrille_program_free))
}

fn verdict(program: &Owned<QuadrilleProgram>) -> QuadrilleVerdict {
    // SAFETY: the program is there.
    unsafe { *quadrille_program_verdict(program.0) }
}

fn target(name: &CStr) -> Owned<QuadrilleTranslateOptions> {
    let mut options = null_mut();
    // SAFETY: all pointers are good.
    let status = unsafe { quadrille_translate_options_new(name.as_ptr(), &raw mut options) };
    assert_eq!(status, QuadrilleStatus::Ok);
    Owned(options, quadrille_translate_options_free)
}

fn translate(
    program: &Owned<QuadrilleProgram>,
    options: &Owned<QuadrilleTranslateOptions>,
) -> (QuadrilleStatus, Owned<QuadrilleTranslation>) {
    let mut translation = null_mut();
    // SAFETY: all pointers are good.
    let status = unsafe { quadrille_translate(program.0, options.0, &raw mut translation) };
    (status, Owned(translation, quadrille_translation_free))
}
