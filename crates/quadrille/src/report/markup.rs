//! Texts in markup: of XML, and of HTML.

/// A text within an attribute or an element. What no XML document may hold (XML 1.0, 2.2) becomes U+FFFD.
pub fn escaped(text: &str) -> String {
    let mut markup = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => markup += "&amp;",
            '<' => markup += "&lt;",
            '>' => markup += "&gt;",
            '"' => markup += "&quot;",
            '\n' => markup += "&#10;",
            '\t' => markup += "&#9;",
            '\r' => markup += "&#13;",
            '\0'..' ' | '\u{fffe}' | '\u{ffff}' => markup.push(char::REPLACEMENT_CHARACTER),
            c => markup.push(c),
        }
    }
    markup
}
