//! Numbers of buffers: their types, how they are written, and their bytes.

use std::fmt;

use half::f16;
use quadrille_base::Span;
use quadrille_pipeline::state::CurrentValue;

use crate::error::{Expected, Problem, SceneError, wrong};
use crate::number;
use crate::words::Words;

macro_rules! types {
    ($($(#[doc = $doc:literal])* $id:ident $name:literal $number:ty, $read:expr, $json:expr;)*) => {
        /// The type of the numbers in a buffer.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum NumberType {
            $($(#[doc = $doc])* $id,)*
        }

        /// Numbers of one type, as what they were written.
        #[derive(Clone, PartialEq, Debug)]
        pub enum Values {
            $($(#[doc = $doc])* $id(Vec<$number>),)*
        }

        impl NumberType {
            /// All of them.
            pub const ALL: &[NumberType] = &[$(NumberType::$id,)*];

            /// Its name in scenes.
            pub const fn name(self) -> &'static str {
                match self { $(NumberType::$id => $name,)* }
            }

            /// Bytes of a number.
            pub const fn bytes(self) -> usize {
                match self { $(NumberType::$id => size_of::<$number>(),)* }
            }

            /// The numbers that little-endian bytes hold; bytes that are left over are dropped.
            pub fn values(self, bytes: &[u8]) -> Values {
                match self {
                    $(NumberType::$id => Values::$id(
                        bytes
                            .chunks_exact(size_of::<$number>())
                            .map(|chunk| {
                                let mut own = [0; size_of::<$number>()];
                                own.copy_from_slice(chunk);
                                <$number>::from_le_bytes(own)
                            })
                            .collect(),
                    ),)*
                }
            }

            /// Reads numbers, each with its place; the place of the first that is none of the type.
            fn parse(self, items: &[(&str, Span)]) -> Result<Values, Span> {
                Ok(match self {
                    $(NumberType::$id => Values::$id(
                        items
                            .iter()
                            .map(|(text, span)| ($read)(text).ok_or(*span))
                            .collect::<Result<Vec<$number>, Span>>()?,
                    ),)*
                })
            }
        }

        impl Values {
            /// Their type.
            pub fn number_type(&self) -> NumberType {
                match self { $(Values::$id(_) => NumberType::$id,)* }
            }

            /// The number of values.
            pub fn len(&self) -> usize {
                match self { $(Values::$id(values) => values.len(),)* }
            }

            /// The values as memory holds them, little-endian.
            pub fn bytes(&self) -> Vec<u8> {
                match self {
                    $(Values::$id(values) => values.iter().flat_map(|value| value.to_le_bytes()).collect(),)*
                }
            }

            /// One of them, with its type.
            pub fn one(&self, at: usize) -> Option<Values> {
                match self {
                    $(Values::$id(values) => values.get(at).map(|value| Values::$id(vec![*value])),)*
                }
            }

            /// Each as a binary64 number, as near as it gets.
            pub fn numbers(&self) -> Vec<f64> {
                match self {
                    $(Values::$id(values) => values.iter().map($json).collect(),)*
                }
            }
        }

        /// Numbers with blanks between them.
        impl fmt::Display for Values {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                let texts: Vec<String> = match self {
                    $(Values::$id(values) => values.iter().map(ToString::to_string).collect(),)*
                };
                f.write_str(&texts.join(" "))
            }
        }
    };
}

types! {
    /// `f32`
    F32 "f32" f32, number::float_or_bits, |value: &f32| f64::from(*value);
    /// `u32`
    U32 "u32" u32, |text: &str| integer(text, 32).map(|value| value as u32), |value: &u32| f64::from(*value);
    /// `i32`
    I32 "i32" i32, |text: &str| signed(text, 32).map(|value| value as i32), |value: &i32| f64::from(*value);
    /// `f64`
    F64 "f64" f64, double, |value: &f64| *value;
    /// `f16`
    F16 "f16" f16, half_float, |value: &f16| value.to_f64();
    /// `u8`
    U8 "u8" u8, |text: &str| integer(text, 8).map(|value| value as u8), |value: &u8| f64::from(*value);
    /// `i8`
    I8 "i8" i8, |text: &str| signed(text, 8).map(|value| value as i8), |value: &i8| f64::from(*value);
    /// `u16`
    U16 "u16" u16, |text: &str| integer(text, 16).map(|value| value as u16), |value: &u16| f64::from(*value);
    /// `i16`
    I16 "i16" i16, |text: &str| signed(text, 16).map(|value| value as i16), |value: &i16| f64::from(*value);
    /// `u64`
    U64 "u64" u64, |text: &str| integer(text, 64), |value: &u64| *value as f64;
    /// `i64`
    I64 "i64" i64, |text: &str| signed(text, 64), |value: &i64| *value as f64;
}

impl NumberType {
    /// The type of a name.
    pub fn of_name(name: &str) -> Option<NumberType> {
        NumberType::ALL.iter().copied().find(|row| row.name() == name)
    }

    /// Whether numbers are compared within a tolerance.
    pub fn is_float(self) -> bool {
        matches!(self, NumberType::F16 | NumberType::F32 | NumberType::F64)
    }

    /// Numbers of a text, with blanks, commas or line ends between them; `None` if a word is no number of the
    /// type.
    pub fn of_text(self, text: &str) -> Option<Values> {
        let words = text.split(|c: char| c.is_whitespace() || c == ',');
        let items: Vec<(&str, Span)> = words
            .filter(|word| !word.is_empty())
            .map(|word| (word, Span::at(0)))
            .collect();
        self.parse(&items).ok()
    }

    /// The bytes of `count` numbers, each `step` more than the one before; integers wrap, floats are rounded once
    /// each.
    pub fn sequence(self, count: u32, first: f64, step: f64) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(count as usize * self.bytes());
        for at in 0..count {
            self.push(first + f64::from(at) * step, &mut bytes);
        }
        bytes
    }

    /// Appends the bytes of a number.
    fn push(self, value: f64, bytes: &mut Vec<u8>) {
        match self {
            NumberType::F16 => bytes.extend(f16::from_f64(value).to_le_bytes()),
            NumberType::F32 => bytes.extend((value as f32).to_le_bytes()),
            NumberType::F64 => bytes.extend(value.to_le_bytes()),
            _ => bytes.extend_from_slice(&(value as i128).to_le_bytes()[..self.bytes()]),
        }
    }
}

impl Values {
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The first number of two lists of one type that differs: floats by more than `tolerance`, NaN from all
    /// that is none.
    pub fn difference(&self, found: &Values, tolerance: f64) -> Option<usize> {
        if self.number_type().is_float() {
            let near = |a: f64, b: f64| a == b || (a - b).abs() <= tolerance || a.is_nan() && b.is_nan();
            let pairs = self.numbers().into_iter().zip(found.numbers());
            return pairs.into_iter().position(|(a, b)| !near(a, b));
        }
        let size = self.number_type().bytes();
        let (own, found) = (self.bytes(), found.bytes());
        let mut pairs = own.chunks(size).zip(found.chunks(size));
        pairs.position(|(a, b)| a != b)
    }
}

/// Reads a type and then numbers up to the end of the line.
pub(crate) fn values(words: &mut Words<'_>) -> Result<Values, SceneError> {
    let number_type = number_type(words)?;
    let items = items(words)?;
    if items.is_empty() {
        return Err(wrong(words.span(), Expected::Number));
    }
    let not = |span| wrong(span, Problem::NumberType);
    number_type.parse(&items).map_err(not)
}

/// Reads `(x, y, z, w)` of integers of 32 bits, as the floats that have their bits.
pub(crate) fn vector(words: &mut Words<'_>, number_type: NumberType) -> Result<[f32; 4], SceneError> {
    Ok(four(words, number_type)?.map(|bits| f32::from_bits(bits as u32)))
}

/// A current value of the bits of four numbers.
type OfBits = fn([u64; 4]) -> CurrentValue;

/// The types that a current value may have beside floats.
const CURRENT: [(NumberType, OfBits); 5] = [
    (NumberType::I32, |bits| {
        CurrentValue::Signed(bits.map(|bits| bits as i32))
    }),
    (NumberType::U32, |bits| {
        CurrentValue::Unsigned(bits.map(|bits| bits as u32))
    }),
    (NumberType::I64, |bits| {
        CurrentValue::Longs(bits.map(u64::cast_signed))
    }),
    (NumberType::U64, |bits| {
        CurrentValue::Longs(bits.map(u64::cast_signed))
    }),
    (NumberType::F64, |bits| {
        CurrentValue::Doubles(bits.map(f64::from_bits))
    }),
];

/// Reads `(x, y, z, w)`, with the name of a type before it or not.
pub(crate) fn current(words: &mut Words<'_>) -> Result<CurrentValue, SceneError> {
    match CURRENT.into_iter().find(|(row, _)| words.take(row.name())) {
        Some((number_type, value)) => Ok(value(four(words, number_type)?)),
        None => Ok(CurrentValue::Floats(words.tuple()?)),
    }
}

/// Reads `(x, y, z, w)` of a type, as bits.
fn four(words: &mut Words<'_>, number_type: NumberType) -> Result<[u64; 4], SceneError> {
    words.mark('(')?;
    let mut vector = [0; 4];
    for (at, component) in vector.iter_mut().enumerate() {
        if at > 0 {
            words.optional_mark(',');
        }
        let item = (words.peek(), words.span());
        words.word();
        let not = |span| wrong(span, Problem::NumberType);
        let bytes = number_type.parse(&[item]).map_err(not)?.bytes();
        let little_endian = bytes.iter().rev();
        *component = little_endian.fold(0, |bits, byte| bits << 8 | u64::from(*byte));
    }
    words.mark(')')?;
    Ok(vector)
}

/// Reads the name of a type.
pub(crate) fn number_type(words: &mut Words<'_>) -> Result<NumberType, SceneError> {
    let span = words.span();
    NumberType::of_name(words.word()).ok_or_else(|| wrong(span, Expected::NumberType))
}

/// The rest of the line: words with blanks or commas between them.
pub(crate) fn items<'s>(words: &mut Words<'s>) -> Result<Vec<(&'s str, Span)>, SceneError> {
    let mut items = Vec::new();
    while !words.is_empty() {
        let span = words.span();
        match words.word() {
            "" => return Err(wrong(span, Expected::Numbers)),
            item => items.push((item, span)),
        }
        words.optional_mark(',');
    }
    Ok(items)
}

/// An unsigned integer of `bits` bits, decimal or `0x…`.
pub(crate) fn integer(text: &str, bits: u32) -> Option<u64> {
    let value = match text.strip_prefix("0x") {
        Some(digits) => u64::from_str_radix(digits, 16).ok()?,
        None => text.parse().ok()?,
    };
    (value <= u64::MAX >> (64 - bits)).then_some(value)
}

/// A signed integer of `bits` bits; `0x…` gives the bits.
fn signed(text: &str, bits: u32) -> Option<i64> {
    if text.starts_with("0x") {
        let spare = 64 - bits;
        return integer(text, bits).map(|value| (value << spare) as i64 >> spare);
    }
    let value: i64 = text.parse().ok()?;
    let spare = 64 - bits;
    (value << spare >> spare == value).then_some(value)
}

/// A binary64 number; `0x…` gives the bits.
fn double(text: &str) -> Option<f64> {
    match text.strip_prefix("0x") {
        Some(digits) => u64::from_str_radix(digits, 16).ok().map(f64::from_bits),
        None => text.parse().ok(),
    }
}

/// A binary16 number; `0x…` gives the bits.
fn half_float(text: &str) -> Option<f16> {
    match text.strip_prefix("0x") {
        Some(digits) => u16::from_str_radix(digits, 16).ok().map(f16::from_bits),
        None => text.parse().ok().map(f16::from_f64),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_every_type() {
        // source: docs/scenes.md, the types of buffers; encodings of IEEE 754 and two's complement
        for (name, text, bytes) in [
            ("u8", "255 0x10", &[255, 16][..]),
            ("i8", "-1 0x80", &[0xff, 0x80]),
            ("u16", "258", &[2, 1]),
            ("i16", "-2", &[0xfe, 0xff]),
            ("u32", "0x01020304", &[4, 3, 2, 1]),
            ("i32", "-1", &[0xff; 4]),
            ("u64", "0x0102030405060708", &[8, 7, 6, 5, 4, 3, 2, 1]),
            ("i64", "-2", &[0xfe, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]),
            ("f16", "1 -2 0x3800", &[0, 0x3c, 0, 0xc0, 0, 0x38]),
            ("f32", "1 0x40000000", &[0, 0, 0x80, 0x3f, 0, 0, 0, 0x40]),
            ("f64", "-1.5", &[0, 0, 0, 0, 0, 0, 0xf8, 0xbf]),
        ] {
            let number_type = NumberType::of_name(name).expect("a type");
            let values = number_type.of_text(text).expect("numbers");
            assert_eq!(values.bytes(), bytes, "{name}");
            assert_eq!(number_type.values(bytes), values, "{name}");
        }
        for (name, text) in [
            ("u8", "256"),
            ("i8", "128"),
            ("u32", "-1"),
            ("i16", "0x10000"),
            ("f16", "x"),
        ] {
            let number_type = NumberType::of_name(name).expect("a type");
            assert_eq!(number_type.of_text(text), None, "{name} {text}");
        }
    }

    #[test]
    fn sequences_and_differences() {
        let counted = NumberType::U32.values(&NumberType::U32.sequence(3, 10.0, 5.0));
        assert_eq!(counted, Values::U32(vec![10, 15, 20]));
        assert_eq!(NumberType::U8.sequence(2, 255.0, 1.0), [255, 0]);
        assert_eq!(counted.difference(&Values::U32(vec![10, 15, 21]), 5.0), Some(2));
        let floats = Values::F32(vec![1.0, f32::NAN]);
        assert_eq!(floats.difference(&Values::F32(vec![1.25, f32::NAN]), 0.25), None);
        assert_eq!(
            floats.difference(&Values::F32(vec![1.5, f32::NAN]), 0.25),
            Some(0)
        );
        assert_eq!(floats.difference(&Values::F32(vec![1.0, 1.0]), 9.0), Some(1));
    }
}
