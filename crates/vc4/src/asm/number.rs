//! Literal numbers: decimal, `0x`, `0b`, `0o` or a leading zero for octal, and floats with a point or an
//! exponent.

use super::cursor::Cursor;
use super::syntax::Syntax;
use super::value::Value;

/// Why a text is no number.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub(super) enum NumberError {
    #[error("this is no number")]
    Float,
    #[error("this number has no digits")]
    NoDigits,
    #[error("this is no number of base {0}")]
    Digit(u32),
    #[error("this number needs more than 64 bits")]
    TooLarge,
}

/// Reads the number at the cursor.
///
/// `0e1.0` is the float 1.0, as the GNU assembler writes it; so, in its own syntax, are `0e1`, `0f1` and `0d1`.
pub(super) fn read(cursor: &mut Cursor<'_>, syntax: Syntax) -> Result<Value, NumberError> {
    let start = cursor.at;
    if let Some(value) = flonum(cursor, syntax) {
        return Ok(value);
    }
    let digits = cursor.name();
    let is_hexadecimal = matches!(digits, [b'0', b'x' | b'X', ..]);
    let exponent = !is_hexadecimal && matches!(digits, [.., b'e' | b'E']);
    if cursor.byte() != b'.' && !(exponent && matches!(cursor.byte(), b'+' | b'-')) {
        let is_float = !is_hexadecimal
            && digits.iter().any(|byte| matches!(byte, b'e' | b'E'))
            && !matches!(digits, [b'0', b'b' | b'B', ..]);
        if !is_float {
            return integer(digits).map(|value| Value::Int(value as i64));
        }
    } else if !is_hexadecimal {
        if cursor.byte() == b'.' {
            cursor.at += 1;
            cursor.name();
        }
        let so_far = cursor.slice(start..cursor.at);
        if matches!(so_far, [.., b'e' | b'E']) && matches!(cursor.byte(), b'+' | b'-') {
            cursor.at += 1;
            cursor.name();
        }
    }
    let text = std::str::from_utf8(cursor.slice(start..cursor.at)).unwrap_or("");
    text.parse().map(Value::Float).map_err(|_| NumberError::Float)
}

/// A zero, a letter and a float behind them; else the cursor stays.
fn flonum(cursor: &mut Cursor<'_>, syntax: Syntax) -> Option<Value> {
    let start = cursor.at;
    if cursor.byte() != b'0' || !matches!(cursor.byte_at(1), b'e' | b'E' | b'f' | b'F' | b'd' | b'D') {
        return None;
    }
    let is_exponent = matches!(cursor.byte_at(1), b'e' | b'E');
    cursor.at += 2;
    let begin = cursor.at;
    let mut has_point = false;
    while matches!(cursor.byte(), b'0'..=b'9' | b'.' | b'e' | b'E')
        || matches!(cursor.byte(), b'+' | b'-')
            && (cursor.at == begin || matches!(cursor.slice(begin..cursor.at), [.., b'e' | b'E']))
    {
        has_point |= cursor.byte() == b'.';
        cursor.at += 1;
    }
    let value = std::str::from_utf8(cursor.slice(begin..cursor.at))
        .ok()
        .and_then(|text| text.parse().ok());
    // Without a point, `0e1` is 0 times 10 elsewhere.
    let is_meant = syntax == Syntax::Gas || has_point && is_exponent;
    match value {
        Some(value) if is_meant => Some(Value::Float(value)),
        _ => {
            cursor.at = start;
            None
        }
    }
}

fn integer(digits: &[u8]) -> Result<u64, NumberError> {
    let (radix, digits) = match digits {
        [b'0', b'x' | b'X', rest @ ..] => (16, rest),
        [b'0', b'b' | b'B', rest @ ..] => (2, rest),
        [b'0', b'o' | b'O', rest @ ..] => (8, rest),
        [b'0', rest @ ..] if !rest.is_empty() => (8, rest),
        _ => (10, digits),
    };
    if digits.is_empty() {
        return Err(NumberError::NoDigits);
    }
    let mut value = 0u64;
    for digit in digits {
        let Some(digit) = char::from(*digit).to_digit(radix) else {
            return Err(NumberError::Digit(radix));
        };
        value = value
            .checked_mul(u64::from(radix))
            .and_then(|value| value.checked_add(u64::from(digit)))
            .ok_or(NumberError::TooLarge)?;
    }
    Ok(value)
}
