//! Names of registers, values and slices as the disassembler writes them, with what stands before them.

use quadrille_isa::qpu::{Condition, FilePack, Unpack};

use super::super::register::{access, printed};
use super::piece::{Piece, digits, listed};

/// For both files and each address.
type Registers = [[Piece; 64]; 2];

static RAW: Registers = [names("", &[""; 64], " ra"), names("", &[""; 64], " rb")];
static WRITE: Registers = [write_names(&WRITE_A, " ra"), write_names(&WRITE_B, " rb")];

const READ_A: [&str; 64] = printed(access::READ_A);
const READ_B: [&str; 64] = printed(access::READ_B);
const WRITE_A: [&str; 64] = printed(access::WRITE_A);
const WRITE_B: [&str; 64] = printed(access::WRITE_B);
/// For both files and each address the name of a register that is written, empty where it has only a number.
pub(super) static WRITE_NAMES: [[&str; 64]; 2] = [WRITE_A, WRITE_B];

/// The names after `before`; where there is none, the number after `file`.
const fn names(before: &str, names: &[&str; 64], file: &str) -> [Piece; 64] {
    let mut pieces = [Piece::EMPTY; 64];
    let mut at = 0;
    while at < 64 {
        pieces[at] = if names[at].is_empty() {
            let [tens, ones] = digits(at);
            Piece::new(&[file, tens, ones])
        } else {
            Piece::new(&[before, names[at]])
        };
        at += 1;
    }
    pieces
}

/// As [`names`], and `-` for address 39.
const fn write_names(of: &[&str; 64], file: &str) -> [Piece; 64] {
    let mut pieces = names(" ", of, file);
    pieces[39] = Piece::new(&[" -"]);
    pieces
}

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

/// A space, and `raN` or `rbN`.
#[inline]
pub(super) fn raw(is_b: bool, number: u8) -> Piece {
    RAW[usize::from(is_b)][usize::from(number & 63)]
}

/// A space, and a register that is written; `-` for address 39.
#[inline]
pub(super) fn write(is_b: bool, number: u8) -> Piece {
    WRITE[usize::from(is_b)][usize::from(number & 63)]
}

/// Texts of operands after a comma: small immediates by code, reads of both files, reads of file B whose name
/// would be taken as file A's, accumulators.
static OPERANDS: [Piece; ACCUMULATORS as usize + 6] = {
    let mut pieces = [Piece::EMPTY; ACCUMULATORS as usize + 6];
    let (a, b) = (names(", ", &READ_A, ", ra"), names(", ", &READ_B, ", rb"));
    let raw = names("", &[""; 64], ", rb");
    let mut at = 0;
    while at < 64 {
        // Codes that rotate read as -16 to -1.
        let value = if at < 48 { at } else { at - 32 };
        pieces[at] = Piece::new(&[", ", SMALL_IMMEDIATES[value]]);
        pieces[FILE_A as usize + at] = a[at];
        pieces[FILE_B as usize + at] = b[at];
        if at >= 32 {
            pieces[FILE_B_ONLY as usize + at - 32] = raw[at];
        }
        at += 1;
    }
    let mut number = 0;
    while number < 6 {
        pieces[ACCUMULATORS as usize + number] = Piece::new(&[", r", digits(number)[1]]);
        number += 1;
    }
    pieces
};

const FILE_A: u8 = 64;
const FILE_B: u8 = 128;
const FILE_B_ONLY: u8 = 192;
const ACCUMULATORS: u8 = 224;

#[rustfmt::skip]
const SMALL_IMMEDIATES: [&str; 48] = [
    "0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15",
    "-16", "-15", "-14", "-13", "-12", "-11", "-10", "-9", "-8", "-7", "-6", "-5", "-4", "-3", "-2", "-1",
    "1.0", "2.0", "4.0", "8.0", "16.0", "32.0", "64.0", "128.0",
    "0.00390625", "0.0078125", "0.015625", "0.03125", "0.0625", "0.125", "0.25", "0.5",
];

/// The operand that each multiplexer input stands for in one word, as places in [`OPERANDS`].
pub(super) struct Operands([u8; 8]);

impl Operands {
    /// `uses_a`: whether an operand reads file A.
    #[inline]
    pub(super) fn new(is_small: bool, raddr_a: u8, raddr_b: u8, uses_a: bool) -> Operands {
        let [r0, r1, r2, r3, r4, r5] = [0, 1, 2, 3, 4, 5].map(|number| ACCUMULATORS + number);
        let a = FILE_A + raddr_a;
        let b = if is_small {
            raddr_b
        } else if reads_either(raddr_b) && (!uses_a || reads_either(raddr_a)) {
            // A name that both files have would be taken from A, unless A is taken by one of its own.
            FILE_B_ONLY + (raddr_b - 32)
        } else {
            FILE_B + raddr_b
        };
        Operands([r0, r1, r2, r3, r4, r5, a, b])
    }

    /// A comma, and the text of multiplexer input `mux`.
    #[inline(always)]
    pub(super) fn get(&self, mux: u8) -> Piece {
        OPERANDS[usize::from(self.0[usize::from(mux & 7)])]
    }
}

/// The value of a small immediate that does not rotate.
pub(super) fn small(code: u8) -> &'static str {
    SMALL_IMMEDIATES[usize::from(code % 48)]
}

/// The suffix of a condition, with its point.
#[inline]
pub(super) fn condition(code: u8) -> Piece {
    static SUFFIXES: [Piece; 8] = listed(".", Condition::NAMES);
    SUFFIXES[usize::from(code & 7)]
}

/// The suffix of an unpack, with its point.
#[inline]
pub(super) fn unpack(code: u8) -> Piece {
    static SUFFIXES: [Piece; 8] = listed(".", Unpack::NAMES);
    SUFFIXES[usize::from(code & 7)]
}

/// The suffix of a pack into file A, with its point.
#[inline]
pub(super) fn file_pack(code: u8) -> Piece {
    static SUFFIXES: [Piece; 16] = listed(".", FilePack::NAMES);
    SUFFIXES[usize::from(code & 15)]
}

/// The suffix of a pack of the MUL result, with its point, spelled so that it cannot be one into file A. Code 8 and
/// more is written as 8 less, which it does.
#[inline]
pub(super) fn mul_pack(code: u8) -> Piece {
    static SUFFIXES: [Piece; 8] = listed(".", &["", "", "", "8abcdsf", "8asf", "8bsf", "8csf", "8dsf"]);
    SUFFIXES[usize::from(code & 7)]
}
