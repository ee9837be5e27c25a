//! `.npy` files: one array of numbers as NumPy stores it.
//!
//! Arrays are read as the bytes of their numbers, little-endian, in the file's order; the shape is not kept. Read
//! here and not by a library, since those there are trust the sizes that a file states.
//!
//! Source: NEP 1, "A Simple File Format for NumPy Arrays", versions 1.0 to 3.0.

use quadrille_scene::{NumberType, Values};

const MAGIC: &[u8] = b"\x93NUMPY";

/// Bytes before the numbers at most, of what is written here.
pub(crate) const MOST_HEADER: u64 = 256;

/// Of what the place where the numbers begin is a multiple.
const ALIGNMENT: usize = 64;

/// A file that is no array of plain numbers.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub(crate) enum NpyError {
    #[error("the file is no .npy array")]
    Form,
    #[error("the file is shorter than its array")]
    Short,
    #[error("the array has named fields; numbers of one type can be read")]
    Fields,
    #[error("the array is of `{0}`, not of numbers")]
    Type(String),
}

/// The bytes of an array's numbers.
///
/// # Errors
///
/// The file is no array of plain numbers.
pub(crate) fn read(file: &[u8]) -> Result<Vec<u8>, NpyError> {
    let rest = file.strip_prefix(MAGIC).ok_or(NpyError::Form)?;
    let (length, rest) = match rest {
        [1, _, low, high, rest @ ..] => (usize::from(u16::from_le_bytes([*low, *high])), rest),
        [2 | 3, _, a, b, c, d, rest @ ..] => (u32::from_le_bytes([*a, *b, *c, *d]) as usize, rest),
        _ => return Err(NpyError::Form),
    };
    let (header, data) = rest.split_at_checked(length).ok_or(NpyError::Form)?;
    let header = std::str::from_utf8(header).map_err(|_| NpyError::Form)?;
    let (big, size) = element(value(header, "descr").ok_or(NpyError::Form)?)?;
    let shape = value(header, "shape").ok_or(NpyError::Form)?;
    let shape = shape.strip_prefix('(').and_then(|shape| shape.split_once(')'));
    let (shape, _) = shape.ok_or(NpyError::Form)?;
    let mut bytes = Some(size);
    for length in shape
        .split(',')
        .map(str::trim)
        .filter(|length| !length.is_empty())
    {
        let length: usize = length.parse().map_err(|_| NpyError::Form)?;
        bytes = bytes.and_then(|bytes| bytes.checked_mul(length));
    }
    let data = bytes.and_then(|bytes| data.get(..bytes));
    let mut data = data.ok_or(NpyError::Short)?.to_vec();
    if big {
        data.chunks_exact_mut(size).for_each(<[u8]>::reverse);
    }
    Ok(data)
}

/// A file with the numbers as an array of one dimension.
pub(crate) fn write(values: &Values) -> Vec<u8> {
    let (descr, count) = (descr(values.number_type()), values.len());
    let text = format!("{{'descr': '{descr}', 'fortran_order': False, 'shape': ({count},), }}");
    // The header ends in a line end and is padded with blanks.
    let fixed = MAGIC.len() + 4;
    let length = (fixed + text.len() + 1).next_multiple_of(ALIGNMENT) - fixed;
    let mut file = MAGIC.to_vec();
    file.extend([1, 0]);
    file.extend((length as u16).to_le_bytes());
    file.extend(format!("{text:<width$}\n", width = length - 1).bytes());
    file.extend(values.bytes());
    file
}

/// The text behind a key of the header's dictionary, from its value on.
fn value<'t>(header: &'t str, key: &str) -> Option<&'t str> {
    let (_, rest) = header.split_once(&format!("'{key}'"))?;
    Some(rest.trim_start().strip_prefix(':')?.trim_start())
}

/// Whether numbers are big-endian, and their bytes.
fn element(descr: &str) -> Result<(bool, usize), NpyError> {
    let quoted = descr.strip_prefix('\'').and_then(|rest| rest.split_once('\''));
    let Some((name, _)) = quoted else {
        return Err(NpyError::Fields);
    };
    let other = || NpyError::Type(name.to_owned());
    let mut letters = name.chars();
    let (order, kind) = (letters.next(), letters.next());
    let size: usize = letters.as_str().parse().map_err(|_| other())?;
    match (order, kind, size) {
        (Some('<' | '>' | '|' | '='), Some('i' | 'u' | 'f' | 'b'), 1 | 2 | 4 | 8) => {
            Ok((order == Some('>'), size))
        }
        _ => Err(other()),
    }
}

/// NumPy's name of a type.
fn descr(number_type: NumberType) -> &'static str {
    match number_type {
        NumberType::F16 => "<f2",
        NumberType::F32 => "<f4",
        NumberType::F64 => "<f8",
        NumberType::U8 => "|u1",
        NumberType::I8 => "|i1",
        NumberType::U16 => "<u2",
        NumberType::I16 => "<i2",
        NumberType::U32 => "<u4",
        NumberType::I32 => "<i4",
        NumberType::U64 => "<u8",
        NumberType::I64 => "<i8",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(header: &str, data: &[u8]) -> Vec<u8> {
        let mut file = MAGIC.to_vec();
        file.extend([1, 0]);
        file.extend((header.len() as u16).to_le_bytes());
        file.extend(header.bytes());
        file.extend(data);
        file
    }

    /// source: NEP 1: magic, version 1.0, length of the header in two bytes, a dictionary, the numbers; the whole
    /// header is a multiple of 64 bytes long and ends in a line end
    #[test]
    fn arrays() {
        let values = Values::I16(vec![-2, 258]);
        let written = write(&values);
        assert_eq!(written[..10], [0x93, b'N', b'U', b'M', b'P', b'Y', 1, 0, 118, 0]);
        assert_eq!((written.len(), written[127]), (128 + 4, b'\n'));
        assert_eq!(read(&written), Ok(values.bytes()));
        let big = file(
            "{'descr': '>u2', 'fortran_order': False, 'shape': (1, 2), }\n",
            &[1, 2, 3, 4],
        );
        assert_eq!(read(&big), Ok(vec![2, 1, 4, 3]));
        let scalar = file("{'descr': '|u1', 'fortran_order': False, 'shape': (), }\n", &[7]);
        assert_eq!(read(&scalar), Ok(vec![7]));
    }

    #[test]
    fn files_that_lie() {
        let huge = "{'descr': '<f8', 'shape': (9223372036854775807, 9223372036854775807), }";
        for (header, data) in [
            (huge, &[0; 8][..]),
            ("{'descr': '<f8', 'shape': (2,), }", &[0; 8]),
            ("{'descr': [('a', '<f4')], 'shape': (1,), }", &[0; 8]),
            ("{'descr': '<U4', 'shape': (1,), }", &[0; 8]),
            ("{'descr': '<f4', 'shape': (x,), }", &[0; 8]),
            ("{'descr': '<f4'}", &[0; 8]),
        ] {
            assert!(read(&file(header, data)).is_err(), "{header}");
        }
        assert!(read(b"").is_err());
        assert!(read(b"\x93NUMPY\x02\x00\xff\xff\xff\xff").is_err());
    }
}
