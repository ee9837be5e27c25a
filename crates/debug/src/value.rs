//! The values of registers: words, and how they are read.

use std::fmt;

/// How a word is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A float of 32 bits.
    F32,
    /// A float of 64 bits.
    F64,
    /// A signed integer of 32 bits.
    S32,
    /// A signed integer of 64 bits.
    S64,
    /// An unsigned integer.
    Unsigned,
    /// Hexadecimal digits, eight of them or sixteen.
    Bits,
    /// A condition code: how something compares with zero, and carry and overflow.
    Code,
}

/// Bits of a word of [`Kind::Code`].
pub mod code {
    /// Below zero, or with [`ZERO`] neither below, nor equal, nor above.
    pub const SIGN: u64 = 1;
    /// Zero.
    pub const ZERO: u64 = 2;
    /// A carry.
    pub const CARRY: u64 = 4;
    /// An overflow.
    pub const OVERFLOW: u64 = 8;
}

impl Kind {
    /// The kind of a letter behind a colon: `f`, `d`, `s`, `u`, `x`.
    pub fn of_letter(letter: &str) -> Option<Kind> {
        Some(match letter {
            "f" => Kind::F32,
            "d" => Kind::F64,
            "s" => Kind::S32,
            "u" => Kind::Unsigned,
            "x" => Kind::Bits,
            _ => return None,
        })
    }

    /// A word as a number, to compare and to compute with. Integers beyond 2^53 are rounded.
    pub fn number(self, word: u64) -> f64 {
        match self {
            Kind::F32 => f64::from(f32::from_bits(word as u32)),
            Kind::F64 => f64::from_bits(word),
            Kind::S32 => f64::from(word as u32 as i32),
            Kind::S64 => word as i64 as f64,
            Kind::Unsigned | Kind::Bits | Kind::Code => word as f64,
        }
    }

    /// A word as text; reading it back gives the same bits.
    pub fn text(self, word: u64) -> String {
        match self {
            Kind::F32 => float(f32::from_bits(word as u32)),
            Kind::F64 => format!("{:?}", f64::from_bits(word)),
            Kind::S32 => (word as u32 as i32).to_string(),
            Kind::S64 => (word as i64).to_string(),
            Kind::Unsigned => word.to_string(),
            Kind::Bits if word >> 32 == 0 => format!("{word:08x}"),
            Kind::Bits => format!("{word:016x}"),
            Kind::Code => {
                let order = match (word & code::SIGN != 0, word & code::ZERO != 0) {
                    (true, true) => "UN",
                    (true, false) => "LT",
                    (false, true) => "EQ",
                    (false, false) => "GT",
                };
                let carry = if word & code::CARRY != 0 { "+CF" } else { "" };
                let overflow = if word & code::OVERFLOW != 0 { "+OF" } else { "" };
                format!("{order}{carry}{overflow}")
            }
        }
    }
}

/// A float so that reading it back gives the same bits.
fn float(value: f32) -> String {
    if value == 0.0 || (1e-4..1e7).contains(&value.abs()) {
        format!("{value}")
    } else {
        format!("{value:e}")
    }
}

/// The value of a register in one thread.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Value {
    /// How its words are read.
    pub kind: Kind,
    /// Its components or elements.
    pub words: Vec<u64>,
}

impl Value {
    /// A value.
    pub fn new(kind: Kind, words: impl IntoIterator<Item = u64>) -> Value {
        Value {
            kind,
            words: words.into_iter().collect(),
        }
    }

    /// The same words read otherwise.
    pub fn read_as(&self, kind: Kind) -> Value {
        Value {
            kind,
            words: self.words.clone(),
        }
    }
}

impl fmt::Display for Value {
    /// `(1, 0.5, 0, 1)`; sixteen equal elements as `0.5 *16`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.words.as_slice() {
            [word] => f.write_str(&self.kind.text(*word)),
            [first, rest @ ..] if rest.len() > 3 && rest.iter().all(|word| word == first) => {
                write!(f, "{} *{}", self.kind.text(*first), self.words.len())
            }
            words => {
                let texts: Vec<String> = words.iter().map(|word| self.kind.text(*word)).collect();
                write!(f, "({})", texts.join(", "))
            }
        }
    }
}

/// The place of a component, as its letter or number says: `x`, `g`, `[7]`.
pub fn component(text: &str) -> Option<usize> {
    match text {
        "x" | "r" | "s" => Some(0),
        "y" | "g" | "t" => Some(1),
        "z" | "b" | "p" => Some(2),
        "w" | "a" | "q" => Some(3),
        _ => text.strip_prefix('[')?.strip_suffix(']')?.parse().ok(),
    }
}
