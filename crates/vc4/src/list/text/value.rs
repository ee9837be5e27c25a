//! Values of fields as text, and back: the bits are the same again.

use std::fmt::Write;

use crate::list::field::{Field, Form};

/// Why a text is no value of a field.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub(super) enum ValueError {
    #[error("{0} should stand here")]
    Form(&'static str),
    #[error("the field has {bits} bits, which hold at most {most}")]
    Range { bits: u32, most: u32 },
    #[error("the field holds {least} to {most}")]
    Signed { least: i64, most: i64 },
    #[error("the address is no multiple of {0}")]
    Alignment(u32),
    #[error("{word} is no value of this field")]
    Code {
        word: String,
        near: Option<&'static str>,
    },
}

/// Writes the value that `raw` is.
pub(crate) fn write(text: &mut String, field: &Field, raw: u32) {
    let _ = match field.form {
        Form::Flag | Form::Unsigned => write!(text, "{raw}"),
        Form::Signed => write!(text, "{}", extend(raw, field.bits)),
        Form::Hexadecimal => write!(text, "{raw:#x}"),
        Form::Address { shift } => write!(text, "{:#010x}", raw << shift),
        Form::Float => float(text, raw, f32::from_bits(raw)),
        Form::FloatHigh => float(text, raw, f32::from_bits(raw << 16)),
        Form::Fixed4 => write!(text, "{}", f64::from(raw as u16 as i16) / 16.0),
        Form::Code(names) => match names.iter().find(|(_, code)| u32::from(*code) == raw) {
            Some((name, _)) => write!(text, "{name}"),
            None => write!(text, "{raw}"),
        },
    };
}

/// A finite number in decimal, which reads back to the same bits; else the bits of the field.
fn float(text: &mut String, raw: u32, value: f32) -> std::fmt::Result {
    match value.is_finite() {
        true => write!(text, "{value:?}"),
        false => write!(text, "{raw:#x}"),
    }
}

fn extend(raw: u32, bits: u32) -> i32 {
    ((raw << (32 - bits)) as i32) >> (32 - bits)
}

/// The bits of a field that a text without symbols gives.
pub(super) fn read(field: &Field, text: &str) -> Result<u32, ValueError> {
    let whole = integer(text);
    match field.form {
        Form::Flag | Form::Unsigned | Form::Hexadecimal => {
            fits(field, whole.ok_or(ValueError::Form("a whole number"))?)
        }
        Form::Address { .. } => address(field, whole.ok_or(ValueError::Form("an address"))?),
        Form::Signed => signed(field, whole.ok_or(ValueError::Form("a whole number"))?),
        // Hexadecimal digits are the bits of the field.
        Form::Float | Form::FloatHigh | Form::Fixed4 if is_hexadecimal(text) => {
            fits(field, whole.ok_or(ValueError::Form("a number"))?)
        }
        Form::Float => single(text),
        Form::FloatHigh => single(text).map(|bits| bits >> 16),
        Form::Fixed4 => sixteenths(decimal(text)?),
        Form::Code(names) => match names.iter().find(|(name, _)| *name == text) {
            Some((_, code)) => Ok(u32::from(*code)),
            None => match whole {
                Some(number) => fits(field, number),
                None => Err(ValueError::Code {
                    word: text.to_owned(),
                    near: quadrille_base::suggest::nearest(text, names.iter().map(|(name, _)| *name)),
                }),
            },
        },
    }
}

/// The bits of an address field that points to `address`.
pub(super) fn address(field: &Field, address: i64) -> Result<u32, ValueError> {
    let Form::Address { shift } = field.form else {
        return fits(field, address);
    };
    let whole = u32::try_from(address).map_err(|_| ValueError::Range {
        bits: 32,
        most: u32::MAX,
    })?;
    if whole & ((1 << shift) - 1) != 0 {
        return Err(ValueError::Alignment(1 << shift));
    }
    Ok(whole >> shift)
}

/// A whole number, decimal or hexadecimal with `0x`, with a sign or without.
pub(super) fn integer(text: &str) -> Option<i64> {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text),
    };
    // A second sign is none.
    if !digits.starts_with(|first: char| first.is_ascii_digit()) {
        return None;
    }
    let magnitude = match digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
        Some(hexadecimal) if !hexadecimal.starts_with('+') => i64::from_str_radix(hexadecimal, 16).ok()?,
        Some(_) => return None,
        None => digits.parse().ok()?,
    };
    Some(if negative { -magnitude } else { magnitude })
}

fn is_hexadecimal(text: &str) -> bool {
    text.trim_start_matches('-')
        .get(..2)
        .is_some_and(|start| start.eq_ignore_ascii_case("0x"))
}

/// A decimal number.
pub(super) fn decimal(text: &str) -> Result<f64, ValueError> {
    number(text)
}

/// The bits of a decimal number as binary32.
pub(super) fn single(text: &str) -> Result<u32, ValueError> {
    number(text).map(f32::to_bits)
}

fn number<F: std::str::FromStr>(text: &str) -> Result<F, ValueError> {
    let is_number = text.bytes().any(|byte| byte.is_ascii_digit());
    let value = text.parse().ok().filter(|_| is_number);
    value.ok_or(ValueError::Form("a number"))
}

/// 12.4 fixed point.
pub(super) fn sixteenths(value: f64) -> Result<u32, ValueError> {
    let scaled = value * 16.0;
    if scaled.fract() != 0.0 {
        return Err(ValueError::Form("a multiple of 0.0625"));
    }
    let (least, most) = (i64::from(i16::MIN) / 16, i64::from(i16::MAX) / 16);
    match (f64::from(i16::MIN)..=f64::from(i16::MAX)).contains(&scaled) {
        true => Ok(u32::from(scaled as i16 as u16)),
        false => Err(ValueError::Signed { least, most }),
    }
}

fn fits(field: &Field, number: i64) -> Result<u32, ValueError> {
    let most = field.mask();
    u32::try_from(number)
        .ok()
        .filter(|raw| *raw <= most)
        .ok_or(ValueError::Range {
            bits: field.bits,
            most,
        })
}

fn signed(field: &Field, number: i64) -> Result<u32, ValueError> {
    let most = i64::from(field.mask() >> 1);
    let least = -most - 1;
    match (least..=most).contains(&number) {
        true => Ok(number as u32 & field.mask()),
        false => Err(ValueError::Signed { least, most }),
    }
}
