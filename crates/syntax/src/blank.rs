//! Blanks, which separate tokens and say nothing: white space and comments.

/// Whether a text holds nothing but white space and comments.
pub fn is_blank(text: &str) -> bool {
    skip(text, 0) == text.len()
}

/// The first byte from `at` on that is neither white space nor part of a comment.
#[inline]
pub(crate) fn skip(text: &str, mut at: usize) -> usize {
    let bytes = text.as_bytes();
    loop {
        match bytes.get(at) {
            Some(b' ' | b'\t' | b'\n' | b'\r') => at += 1,
            Some(b'#') => at = comment_end(bytes, at),
            _ => return at,
        }
    }
}

/// The end of the comment that begins at `at`.
pub(crate) fn comment_end(bytes: &[u8], at: usize) -> usize {
    let length = bytes[at..].iter().position(|byte| matches!(byte, b'\n' | b'\r'));
    length.map_or(bytes.len(), |length| at + length)
}
