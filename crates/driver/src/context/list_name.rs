//! The names of lists, as CallLists takes them.

/// The names that CallLists is given (GL 2.1, 5.4), without the list base; `None` for a type that it does not take.
pub(crate) fn decoded(kind: u32, bytes: &[u8]) -> Option<Vec<u32>> {
    let size = size(kind)?;
    let name = |bytes: &[u8]| match (kind, bytes) {
        (BYTE, [one]) => i32::from(one.cast_signed()).cast_unsigned(),
        (SHORT, [low, high]) => i32::from(i16::from_ne_bytes([*low, *high])).cast_unsigned(),
        (UNSIGNED_SHORT, [low, high]) => u16::from_ne_bytes([*low, *high]).into(),
        (FLOAT, [a, b, c, d]) => (f32::from_ne_bytes([*a, *b, *c, *d]).floor() as i64) as u32,
        (INT | UNSIGNED_INT, [a, b, c, d]) => u32::from_ne_bytes([*a, *b, *c, *d]),
        // Bytes, and numbers of several bytes, the highest first.
        (_, bytes) => bytes.iter().fold(0, |name, byte| name << 8 | u32::from(*byte)),
    };
    Some(bytes.chunks_exact(size).map(name).collect())
}

/// The bytes that a name of CallLists takes.
pub(crate) fn size(kind: u32) -> Option<usize> {
    Some(match kind {
        BYTE | UNSIGNED_BYTE => 1,
        SHORT | UNSIGNED_SHORT | TWO_BYTES => 2,
        THREE_BYTES => 3,
        INT | UNSIGNED_INT | FLOAT | FOUR_BYTES => 4,
        _ => return None,
    })
}

const BYTE: u32 = 0x1400;
const UNSIGNED_BYTE: u32 = 0x1401;
const SHORT: u32 = 0x1402;
const UNSIGNED_SHORT: u32 = 0x1403;
const INT: u32 = 0x1404;
const UNSIGNED_INT: u32 = 0x1405;
const FLOAT: u32 = 0x1406;
const TWO_BYTES: u32 = 0x1407;
const THREE_BYTES: u32 = 0x1408;
const FOUR_BYTES: u32 = 0x1409;

#[cfg(test)]
mod tests {
    use super::{BYTE, FLOAT, THREE_BYTES, TWO_BYTES, decoded};

    #[test]
    fn names_of_lists_are_read_by_their_type() {
        // source: OpenGL 2.1, section 5.4, CallLists
        assert_eq!(decoded(BYTE, &[1, 255]), Some(vec![1, u32::MAX]));
        assert_eq!(decoded(TWO_BYTES, &[1, 2, 3, 4, 5]), Some(vec![0x0102, 0x0304]));
        assert_eq!(decoded(THREE_BYTES, &[1, 2, 3]), Some(vec![0x01_0203]));
        assert_eq!(decoded(FLOAT, &7.5_f32.to_ne_bytes()), Some(vec![7]));
        assert_eq!(decoded(0x1234, &[0]), None);
    }
}
