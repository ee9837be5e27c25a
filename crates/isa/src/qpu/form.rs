//! The forms of a word: which bits tell them apart and which fields they have.
//!
//! One row a form. Forms do not clash (no word fits two) and the fields of a form cover its 64 bits
//! exactly once; tests hold both. A word that fits no form is reserved.

use super::field::{self as f, Field};

/// One way to read a word.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Form {
    /// ALU operations on registers, with a signal.
    Alu,
    /// ALU operations with a small immediate.
    AluSmallImmediate,
    /// Load of one 32-bit value.
    LoadWord,
    /// Load of two signed bits for each element.
    LoadSigned,
    /// Load of two unsigned bits for each element.
    LoadUnsigned,
    /// Semaphore acquire or release.
    Semaphore,
    /// Branch.
    Branch,
}

/// A pattern of bits and the form of the words that fit it.
#[derive(Clone, Copy, Debug)]
pub struct Pattern {
    /// The form.
    pub form: Form,
    /// The bits that matter.
    pub mask: u64,
    /// Their value.
    pub value: u64,
}

const fn signal(form: Form, signal: u64) -> Pattern {
    Pattern {
        form,
        mask: f::SIGNAL.mask(),
        value: f::SIGNAL.at(signal),
    }
}

const fn mode(form: Form, mode: u64) -> Pattern {
    Pattern {
        form,
        mask: f::SIGNAL.mask() | f::MODE.mask(),
        value: f::SIGNAL.at(14) | f::MODE.at(mode),
    }
}

/// Every pattern. Signals 0 to 12 are thirteen patterns of one form.
pub const PATTERNS: &[Pattern] = &[
    signal(Form::Alu, 0),
    signal(Form::Alu, 1),
    signal(Form::Alu, 2),
    signal(Form::Alu, 3),
    signal(Form::Alu, 4),
    signal(Form::Alu, 5),
    signal(Form::Alu, 6),
    signal(Form::Alu, 7),
    signal(Form::Alu, 8),
    signal(Form::Alu, 9),
    signal(Form::Alu, 10),
    signal(Form::Alu, 11),
    signal(Form::Alu, 12),
    signal(Form::AluSmallImmediate, 13),
    mode(Form::LoadWord, 0),
    mode(Form::LoadSigned, 1),
    mode(Form::LoadUnsigned, 3),
    mode(Form::Semaphore, 4),
    Pattern {
        form: Form::Branch,
        mask: f::SIGNAL.mask() | f::BRANCH_ZERO.mask(),
        value: f::SIGNAL.at(15),
    },
];

/// By the seven highest bits (signal and mode): the form. Only the branch has one bit more to match.
const BY_HIGH_BITS: &[Option<Form>; 128] = &{
    let mut table = [None; 128];
    let mut high = 0;
    while high < 128 {
        let word = (high as u64) << 57;
        let mut row = 0;
        while row < PATTERNS.len() {
            let pattern = PATTERNS[row];
            if word & pattern.mask == pattern.value {
                table[high] = Some(pattern.form);
            }
            row += 1;
        }
        high += 1;
    }
    table
};

impl Form {
    /// The form of a word; `None` where no pattern fits.
    #[inline]
    pub const fn of(word: u64) -> Option<Form> {
        match BY_HIGH_BITS[(word >> 57) as usize] {
            Some(Form::Branch) if f::PM.is_set(word) => None,
            form => form,
        }
    }

    /// The fields of the form, from bit 0 upwards.
    pub const fn fields(self) -> &'static [Field] {
        match self {
            Form::Alu => &[
                f::MUL_B,
                f::MUL_A,
                f::ADD_B,
                f::ADD_A,
                f::RADDR_B,
                f::RADDR_A,
                f::OP_ADD,
                f::OP_MUL,
                f::WADDR_MUL,
                f::WADDR_ADD,
                f::WS,
                f::SF,
                f::COND_MUL,
                f::COND_ADD,
                f::PACK,
                f::PM,
                f::UNPACK,
                f::SIGNAL,
            ],
            Form::AluSmallImmediate => &[
                f::MUL_B,
                f::MUL_A,
                f::ADD_B,
                f::ADD_A,
                f::SMALL_IMM,
                f::RADDR_A,
                f::OP_ADD,
                f::OP_MUL,
                f::WADDR_MUL,
                f::WADDR_ADD,
                f::WS,
                f::SF,
                f::COND_MUL,
                f::COND_ADD,
                f::PACK,
                f::PM,
                f::UNPACK,
                f::SIGNAL,
            ],
            Form::LoadWord | Form::LoadSigned | Form::LoadUnsigned => &[
                f::IMMEDIATE,
                f::WADDR_MUL,
                f::WADDR_ADD,
                f::WS,
                f::SF,
                f::COND_MUL,
                f::COND_ADD,
                f::PACK,
                f::PM,
                f::MODE,
                f::SIGNAL,
            ],
            Form::Semaphore => &[
                f::SEMAPHORE_NUMBER,
                f::SEMAPHORE_ACQUIRE,
                f::SEMAPHORE_FREE,
                f::WADDR_MUL,
                f::WADDR_ADD,
                f::WS,
                f::SF,
                f::COND_MUL,
                f::COND_ADD,
                f::PACK,
                f::PM,
                f::MODE,
                f::SIGNAL,
            ],
            Form::Branch => &[
                f::IMMEDIATE,
                f::WADDR_MUL,
                f::WADDR_ADD,
                f::WS,
                f::BRANCH_RADDR_A,
                f::REG,
                f::REL,
                f::COND_BR,
                f::BRANCH_ZERO,
                f::SIGNAL,
            ],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Form, PATTERNS};

    #[test]
    fn no_word_fits_two_patterns() {
        for (at, a) in PATTERNS.iter().enumerate() {
            assert_eq!(a.value & !a.mask, 0, "value outside its mask: {a:?}");
            for b in &PATTERNS[at + 1..] {
                assert_ne!(
                    a.value & a.mask & b.mask,
                    b.value & a.mask & b.mask,
                    "{a:?} and {b:?} clash"
                );
            }
        }
    }

    #[test]
    fn the_look_up_agrees_with_the_patterns() {
        for high in 0..256u64 {
            let word = high << 56 | 0x00ff_ffff_ffff_ffff;
            let found = PATTERNS
                .iter()
                .find(|pattern| word & pattern.mask == pattern.value);
            assert_eq!(Form::of(word), found.map(|pattern| pattern.form), "{word:#x}");
        }
    }

    #[test]
    fn fields_cover_every_bit_once() {
        for pattern in PATTERNS {
            let mut next = 0;
            for field in pattern.form.fields() {
                assert_eq!(field.low, next, "{:?}: {}", pattern.form, field.name);
                next = field.high + 1;
            }
            assert_eq!(next, 64, "{:?}", pattern.form);
        }
    }
}
