//! Short texts of tables, kept in a fixed width.

/// A text of up to 15 bytes, first byte lowest; the highest byte is its length.
#[derive(Clone, Copy)]
pub(super) struct Piece(u128);

impl Piece {
    /// Bytes that a piece takes.
    pub(super) const WIDTH: usize = size_of::<u128>();

    /// No text.
    pub(super) const EMPTY: Piece = Piece::new(&[]);

    /// The parts after one another.
    pub(super) const fn new(parts: &[&str]) -> Piece {
        let mut bytes = [0; Piece::WIDTH];
        let mut length = 0;
        let mut part = 0;
        while part < parts.len() {
            let text = parts[part].as_bytes();
            let mut at = 0;
            while at < text.len() {
                assert!(length < Piece::WIDTH - 1, "the text is too long for a piece");
                bytes[length] = text[at];
                length += 1;
                at += 1;
            }
            part += 1;
        }
        bytes[Piece::WIDTH - 1] = length as u8;
        Piece(u128::from_le_bytes(bytes))
    }

    /// The text, and bytes without meaning after it.
    #[inline(always)]
    pub(super) const fn bytes(self) -> [u8; Piece::WIDTH] {
        self.0.to_le_bytes()
    }

    /// Length of the text.
    #[inline(always)]
    pub(super) const fn len(self) -> usize {
        (self.0 >> (u128::BITS - 8)) as usize
    }
}

/// The decimal digits of a number below 100, as parts of a piece.
pub(super) const fn digits(number: usize) -> [&'static str; 2] {
    const DIGITS: [&str; 10] = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"];
    let tens = if number < 10 { "" } else { DIGITS[number / 10] };
    [tens, DIGITS[number % 10]]
}

/// The texts after `before`; nothing where there is none.
pub(super) const fn listed<const N: usize>(before: &str, texts: &[&str; N]) -> [Piece; N] {
    let mut pieces = [Piece::EMPTY; N];
    let mut at = 0;
    while at < N {
        if !texts[at].is_empty() {
            pieces[at] = Piece::new(&[before, texts[at]]);
        }
        at += 1;
    }
    pieces
}
