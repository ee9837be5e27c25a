//! Strings and character constants of the GNU assembler (its manual, "Strings" and "Characters").

use super::cursor::Cursor;

/// Why a text is no string or character.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub(super) enum StringError {
    #[error("this string has no end")]
    NoEnd,
    #[error("a character should stand behind the quote")]
    NoCharacter,
    #[error("a character has one byte")]
    Wide,
    #[error(
        "there is no such escape: write \\b \\f \\n \\r \\t \\\" \\\\, \\ with up to three octal digits, or \\x with hexadecimal ones"
    )]
    Escape,
}

/// The bytes of a string, whose opening quote has been read.
pub(super) fn string(cursor: &mut Cursor<'_>) -> Result<Vec<u8>, StringError> {
    let mut bytes = Vec::new();
    loop {
        match cursor.byte() {
            b'"' => {
                cursor.at += 1;
                return Ok(bytes);
            }
            b'\n' => return Err(StringError::NoEnd),
            _ if cursor.at_end() => return Err(StringError::NoEnd),
            b'\\' => bytes.push(escape(cursor)?),
            byte => {
                cursor.at += 1;
                bytes.push(byte);
            }
        }
    }
}

/// The byte of a character constant, whose quote has been read; a second quote may follow the character.
pub(super) fn character(cursor: &mut Cursor<'_>) -> Result<u8, StringError> {
    let byte = match cursor.byte() {
        b'\n' | b'\r' => return Err(StringError::NoCharacter),
        _ if cursor.at_end() => return Err(StringError::NoCharacter),
        b'\\' => escape(cursor)?,
        byte if !byte.is_ascii() => return Err(StringError::Wide),
        byte => {
            cursor.at += 1;
            byte
        }
    };
    if cursor.byte() == b'\'' {
        cursor.at += 1;
    }
    Ok(byte)
}

/// The byte that a backslash and what follows it stand for; of numbers the lowest eight bits.
fn escape(cursor: &mut Cursor<'_>) -> Result<u8, StringError> {
    cursor.at += 1;
    let first = cursor.byte();
    let byte = match first {
        b'b' => 8,
        b'f' => 12,
        b'n' => b'\n',
        b'r' => b'\r',
        b't' => b'\t',
        b'"' | b'\\' | b'\'' => first,
        b'0'..=b'7' => return Ok(digits(cursor, 8, 3)),
        b'x' | b'X' if cursor.byte_at(1).is_ascii_hexdigit() => {
            cursor.at += 1;
            return Ok(digits(cursor, 16, usize::MAX));
        }
        _ => return Err(StringError::Escape),
    };
    cursor.at += 1;
    Ok(byte)
}

fn digits(cursor: &mut Cursor<'_>, radix: u8, most: usize) -> u8 {
    let mut value = 0u8;
    for _ in 0..most {
        let Some(digit) = char::from(cursor.byte()).to_digit(u32::from(radix)) else {
            break;
        };
        value = value.wrapping_mul(radix).wrapping_add(digit as u8);
        cursor.at += 1;
    }
    value
}
