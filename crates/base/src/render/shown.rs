//! Texts that others wrote, as a terminal or a log may have them.

use std::borrow::Cow;

/// A text without control characters: each stands as the escape that it has in JSON, such as `\u001b`. Line ends and tabs stay.
/// What names of files, programs and scenes hold then moves no cursor, and a line of JSON means what it meant.
pub fn shown(text: &str) -> Cow<'_, str> {
    let is_odd = |at: usize, c: char| match c {
        '\n' | '\t' => false,
        '\r' => !text[at + 1..].starts_with('\n'),
        c => c.is_control(),
    };
    if !text.char_indices().any(|(at, c)| is_odd(at, c)) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 5);
    for (at, c) in text.char_indices() {
        match is_odd(at, c) {
            true => shown.push_str(&format!("\\u{:04x}", u32::from(c))),
            false => shown.push(c),
        }
    }
    Cow::Owned(shown)
}

#[cfg(test)]
mod tests {
    use super::shown;

    /// source: RFC 8259, 7: `\u` and four hexadecimal digits; ECMA-48, 5.3 and 8.3.16: CSI is ESC [ or 0x9B alone
    #[test]
    fn control_characters_are_escapes() {
        assert_eq!(shown("a\tb\nc\r\n±"), "a\tb\nc\r\n±");
        assert_eq!(shown("\u{1b}[31m"), "\\u001b[31m");
        assert_eq!(
            shown("a\rb\u{7}\u{7f}\u{9b}2J\0"),
            "a\\u000db\\u0007\\u007f\\u009b2J\\u0000"
        );
    }
}
