//! Directives that hold data.

use super::value::{ValueError, decimal, integer, single, sixteenths};

/// What the numbers behind a directive become.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Data {
    Zero,
    Byte,
    /// 16 bits; with a point, 12.4 fixed point.
    Half,
    /// 32 bits; with a point, binary32.
    Word,
    /// binary32.
    Single,
}

impl Data {
    pub(super) const NAMES: [&'static str; 4] = [".byte", ".half", ".word", ".single"];

    pub(super) fn of_name(name: &str) -> Option<Data> {
        Some(match name {
            "byte" => Data::Byte,
            "half" | "hword" => Data::Half,
            "word" => Data::Word,
            "single" | "float" => Data::Single,
            _ => return None,
        })
    }

    /// Bytes of one number.
    pub(super) fn size(self) -> usize {
        match self {
            Data::Zero | Data::Byte => 1,
            Data::Half => 2,
            Data::Word | Data::Single => 4,
        }
    }

    /// The bits of a number.
    pub(super) fn read(self, text: &str) -> Result<u32, ValueError> {
        let bits = 8 * self.size() as u32;
        let has_point = text.contains('.');
        match self {
            Data::Half if has_point => sixteenths(decimal(text)?),
            Data::Word if has_point => single(text),
            Data::Single if !text.starts_with("0x") => single(text),
            Data::Zero | Data::Byte | Data::Half | Data::Word | Data::Single => {
                let number = integer(text).ok_or(ValueError::Form("a number"))?;
                let most = u32::MAX >> (32 - bits);
                let least = -(i64::from(most >> 1) + 1);
                match (least..=i64::from(most)).contains(&number) {
                    true => Ok(number as u32 & most),
                    false => Err(ValueError::Range { bits, most }),
                }
            }
        }
    }
}
