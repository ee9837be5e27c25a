//! Linked programs that are kept from one run to the next: the driver's own form of them (ARB_get_program_binary).

use super::current::settings;
use super::real::{Driver, LINK_STATUS, call};
use crate::files::Binary;
use crate::gl::{Gl, Recorded, number};

const RETRIEVABLE_HINT: u32 = 0x8257;
const BINARY_LENGTH: u32 = 0x8741;
const BINARY_FORMATS: u32 = 0x87ff;
const FORMAT_COUNT: u32 = 0x87fe;

/// What tells programs apart: the driver, the texts of the shaders, the places of attributes, and what is recorded.
pub(super) fn key(shaders: &[(u32, &str)], attributes: &[(u32, &str)], recorded: &Recorded) -> Vec<String> {
    let driver = [number::RENDERER, number::VERSION].map(|name| Driver.text(name));
    let numbered = shaders.iter().chain(attributes).copied();
    let names = recorded.names.iter().map(|name| (recorded.mode, name.as_str()));
    driver
        .into_iter()
        .chain(numbered.chain(names).map(|(at, text)| format!("{at} {text}")))
        .collect()
}

/// A program that was linked in an earlier run, if the driver still takes it.
pub(super) fn load(key: &[String]) -> Option<u32> {
    let cache = settings().record.cache.as_ref()?;
    let Binary { format, bytes } = cache.get(key)?;
    // Another format would be an error, not a program that is not linked.
    let count = Driver.integer(FORMAT_COUNT);
    let mut formats = [0; 16];
    if !(1..=16).contains(&count) {
        return None;
    }
    // There is room for as many as there are.
    call!(glGetIntegerv(BINARY_FORMATS, formats.as_mut_ptr()));
    if !formats.contains(&format.cast_signed()) {
        return None;
    }
    let program = call!(glCreateProgram())?;
    // So many bytes are read.
    call!(glProgramBinary(
        program,
        format,
        bytes.as_ptr().cast(),
        bytes.len() as i32
    ));
    if is_linked(program) {
        return Some(program);
    }
    call!(glDeleteProgram(program));
    None
}

/// Asks for a program that can be kept; before it is linked.
pub(super) fn prepare(program: u32) {
    if settings().record.cache.is_some() {
        call!(glProgramParameteri(program, RETRIEVABLE_HINT, 1));
    }
}

/// Keeps a program.
pub(super) fn store(key: &[String], program: u32) {
    let Some(cache) = settings().record.cache.as_ref() else {
        return;
    };
    let mut length = 0;
    // One number is written.
    call!(glGetProgramiv(program, BINARY_LENGTH, &mut length));
    let mut bytes = vec![0_u8; length.max(0) as usize];
    let (mut format, mut written) = (0, 0);
    if bytes.is_empty() {
        return;
    }
    // There is room for so many bytes; two numbers are written.
    call!(glGetProgramBinary(
        program,
        length,
        &mut written,
        &mut format,
        bytes.as_mut_ptr().cast()
    ));
    bytes.truncate(written.max(0) as usize);
    if !bytes.is_empty() {
        cache.put(key, &Binary { format, bytes });
    }
}

fn is_linked(program: u32) -> bool {
    let mut status = 0;
    // One number is written.
    call!(glGetProgramiv(program, LINK_STATUS, &mut status));
    status != 0
}
