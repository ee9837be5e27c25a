//! Places as JavaScript counts them: UTF-16 units of a text, where the library has bytes of UTF-8.

use quadrille_base::Span;
use serde_json::{Value, json};

/// The places of a text.
#[derive(Debug)]
pub(crate) struct Positions {
    /// Of each character outside ASCII: the byte behind it, and how many units there are less than bytes up to there.
    less: Vec<(u32, u32)>,
}

impl Positions {
    pub(crate) fn of(text: &str) -> Positions {
        let mut difference = 0;
        let wide = text.char_indices().filter(|(_, letter)| !letter.is_ascii());
        let less = wide.map(|(at, letter)| {
            difference += (letter.len_utf8() - letter.len_utf16()) as u32;
            ((at + letter.len_utf8()) as u32, difference)
        });
        Positions { less: less.collect() }
    }

    /// The unit at which a byte stands that begins a character.
    pub(crate) fn unit(&self, byte: u32) -> u32 {
        let before = self.less.partition_point(|(end, _)| *end <= byte);
        let less = before.checked_sub(1).map_or(0, |last| self.less[last].1);
        byte.saturating_sub(less)
    }

    /// `{"from": …, "to": …}`, as editors have ranges.
    pub(crate) fn range(&self, span: Span) -> Value {
        json!({ "from": self.unit(span.start), "to": self.unit(span.end) })
    }
}

#[cfg(test)]
mod tests {
    use super::Positions;

    /// The expected units are Rust's own: the number of units that encode the text before a place.
    #[test]
    fn units_are_those_of_utf_16() {
        let text = "a\u{e9}b\u{20ac}c\u{1f600}d";
        let positions = Positions::of(text);
        for (byte, _) in text.char_indices().chain([(text.len(), ' ')]) {
            let units = text[..byte].encode_utf16().count() as u32;
            assert_eq!(positions.unit(byte as u32), units, "byte {byte}");
        }
    }
}
