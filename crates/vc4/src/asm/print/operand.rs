//! Names of registers, values and slices as the disassembler writes them.

use quadrille_isa::qpu::{FilePack, Unpack};

use super::super::register::{access, printed};
use super::decimal;

static READ_A: [&str; 64] = printed(access::READ_A);
static READ_B: [&str; 64] = printed(access::READ_B);
static WRITE_A: [&str; 64] = printed(access::WRITE_A);
static WRITE_B: [&str; 64] = printed(access::WRITE_B);

/// Addresses that mean the same in both files for a read.
const SAME_READ: u64 = same(&READ_A, &READ_B);
/// Addresses that mean the same in both files for a write.
const SAME_WRITE: u64 = same(&WRITE_A, &WRITE_B);

const fn same(a: &[&str; 64], b: &[&str; 64]) -> u64 {
    let mut bits = 0;
    let mut at = 32;
    while at < 64 {
        // Equal names stand in one row of the table and are therefore one string.
        if !a[at].is_empty() && a[at].len() == b[at].len() && a[at].as_bytes()[0] == b[at].as_bytes()[0] {
            let (x, y) = (a[at].as_bytes(), b[at].as_bytes());
            let mut byte = 0;
            while byte < x.len() && x[byte] == y[byte] {
                byte += 1;
            }
            if byte == x.len() {
                bits |= 1 << at;
            }
        }
        at += 1;
    }
    bits
}

/// Whether a read of this address may come from either file.
#[inline]
pub(super) fn reads_either(number: u8) -> bool {
    SAME_READ >> number & 1 != 0
}

/// Whether a write to this address may go through either file.
#[inline]
pub(super) fn writes_either(number: u8) -> bool {
    SAME_WRITE >> number & 1 != 0
}

/// `raN` or `rbN`.
#[inline]
pub(super) fn raw(is_b: bool, number: u8, out: &mut String) {
    out.push_str(if is_b { "rb" } else { "ra" });
    decimal(u32::from(number), out);
}

/// A register that is read.
#[inline]
pub(super) fn read(is_b: bool, number: u8, out: &mut String) {
    let name = if is_b {
        READ_B[usize::from(number)]
    } else {
        READ_A[usize::from(number)]
    };
    if name.is_empty() {
        raw(is_b, number, out);
    } else {
        out.push_str(name);
    }
}

/// A register that is written; `-` for address 39.
#[inline]
pub(super) fn write(is_b: bool, number: u8, out: &mut String) {
    if number == 39 {
        out.push('-');
        return;
    }
    let name = if is_b {
        WRITE_B[usize::from(number)]
    } else {
        WRITE_A[usize::from(number)]
    };
    if name.is_empty() {
        raw(is_b, number, out);
    } else {
        out.push_str(name);
    }
}

/// The value that a small immediate has as an operand.
#[inline]
pub(super) fn small(code: u8, out: &mut String) {
    static TEXTS: [&str; 48] = [
        "0",
        "1",
        "2",
        "3",
        "4",
        "5",
        "6",
        "7",
        "8",
        "9",
        "10",
        "11",
        "12",
        "13",
        "14",
        "15",
        "-16",
        "-15",
        "-14",
        "-13",
        "-12",
        "-11",
        "-10",
        "-9",
        "-8",
        "-7",
        "-6",
        "-5",
        "-4",
        "-3",
        "-2",
        "-1",
        "1.0",
        "2.0",
        "4.0",
        "8.0",
        "16.0",
        "32.0",
        "64.0",
        "128.0",
        "0.00390625",
        "0.0078125",
        "0.015625",
        "0.03125",
        "0.0625",
        "0.125",
        "0.25",
        "0.5",
    ];
    // Codes that rotate read as -16 to -1.
    let code = if code >= 48 { code - 32 } else { code };
    out.push_str(TEXTS[usize::from(code)]);
}

/// The suffix of an unpack, with its point.
#[inline]
pub(super) fn unpack(code: u8, out: &mut String) {
    if let Some(unpack) = Unpack::from_code(code)
        && code != 0
    {
        out.push('.');
        out.push_str(unpack.name());
    }
}

/// The suffix of a pack into file A, with its point.
pub(super) fn file_pack(code: u8, out: &mut String) {
    if let Some(pack) = FilePack::from_code(code)
        && code != 0
    {
        out.push('.');
        out.push_str(pack.name());
    }
}

/// The suffix of a pack of the MUL result, with its point, spelled so that it cannot be one into file A.
pub(super) fn mul_pack(code: u8, out: &mut String) {
    out.push_str(match code {
        3 => ".8abcdsf",
        4 => ".8asf",
        5 => ".8bsf",
        6 => ".8csf",
        _ => ".8dsf",
    });
}
