//! Lines under way.
//!
//! A piece is copied whole, whatever its length: that is a move, without a call and without a branch on the
//! length. What is written is decided by the callers.

use quadrille_isa::qpu::Field;

use super::piece::{Piece, listed};

static DIGITS: [Piece; 16] = listed(
    "",
    &[
        "0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "a", "b", "c", "d", "e", "f",
    ],
);

/// Bytes of a [`Lines`]' buffer: a handful of lines.
const SPACE: usize = 512;

/// A small buffer through which lines are appended to a string.
pub(super) struct Lines<'a> {
    out: &'a mut String,
    bytes: [u8; SPACE],
    length: usize,
}

impl<'a> Lines<'a> {
    pub(super) fn new(out: &'a mut String) -> Lines<'a> {
        Lines {
            out,
            bytes: [0; SPACE],
            length: 0,
        }
    }

    /// Writes a text of a table.
    #[inline(always)]
    pub(super) fn put(&mut self, piece: Piece) {
        let at = self.room(Piece::WIDTH);
        self.bytes[at..at + Piece::WIDTH].copy_from_slice(&piece.bytes());
        self.length = at + piece.len();
    }

    /// Writes a text of at most [`SPACE`] bytes; most are literals, so that the length is known.
    #[inline(always)]
    pub(super) fn text(&mut self, text: &'static str) {
        let at = self.room(text.len());
        self.bytes[at..at + text.len()].copy_from_slice(text.as_bytes());
        self.length = at + text.len();
    }

    /// The position in the buffer that has room for `width` bytes; a full buffer is flushed first.
    #[inline(always)]
    fn room(&mut self, width: usize) -> usize {
        if self.length > SPACE - width {
            self.flush();
            return 0;
        }
        self.length
    }

    /// Writes a number.
    pub(super) fn decimal(&mut self, number: u32) {
        if number >= 10 {
            self.decimal(number / 10);
        }
        self.put(DIGITS[(number % 10) as usize]);
    }

    /// Writes `0x` and as many digits as told.
    pub(super) fn hexadecimal(&mut self, number: u64, digits: u32) {
        self.text("0x");
        for digit in (0..digits).rev() {
            self.put(DIGITS[(number >> (4 * digit) & 15) as usize]);
        }
    }

    /// Names the fields that have bits of `unprinted`, in which the word of the printed text differs from `word`.
    #[cold]
    pub(super) fn with(&mut self, word: u64, unprinted: u64, fields: &[Field], separator: &'static str) {
        self.text(separator);
        let mut before = "with ";
        for field in fields {
            if unprinted & field.mask() != 0 {
                self.text(before);
                self.text(field.name);
                self.text(" = ");
                self.decimal(field.get(word) as u32);
                before = ", ";
            }
        }
    }

    /// Hands over what is written so far.
    #[inline(never)]
    pub(super) fn flush(&mut self) {
        // Only whole texts are written, so that this never fails.
        if let Ok(text) = str::from_utf8(&self.bytes[..self.length]) {
            self.out.push_str(text);
        }
        self.length = 0;
    }
}
