//! A text under edit: its lines, and positions as editors count them.
//!
//! A position is a line and a column in UTF-16 code units, both from 0; lines end at `\n`, `\r\n` and `\r`. What lies
//! beyond the end of a line counts as its end, what lies within a character as the character's first unit. A place
//! between `\r` and `\n` is the end of the line that they end.

use lsp_types::{Position, Range};
use quadrille_base::Span;

/// A text with the places of its lines.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Text {
    text: String,
    /// The first byte of each line; an empty text has one line.
    lines: Vec<u32>,
}

/// A text that is longer than spans can say.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a document has at most {} bytes", Text::MOST)]
pub struct TooLong;

impl Text {
    /// The most bytes of a text: 64 MiB, as the command line reads.
    pub const MOST: usize = 64 << 20;

    /// Takes a text.
    ///
    /// # Errors
    ///
    /// It is longer than [`Text::MOST`].
    pub fn new(text: String) -> Result<Text, TooLong> {
        if text.len() > Text::MOST {
            return Err(TooLong);
        }
        let mut lines = vec![0];
        lines.extend(starts(text.as_bytes(), 0, text.len()));
        Ok(Text { text, lines })
    }

    /// The text itself.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Its length in bytes.
    pub fn len(&self) -> u32 {
        self.text.len() as u32
    }

    /// Whether it has no bytes.
    pub fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// The number of the line of a byte.
    pub fn line(&self, offset: u32) -> u32 {
        self.lines.partition_point(|start| *start <= offset) as u32 - 1
    }

    /// The bytes of a line without its end.
    pub fn line_span(&self, line: u32) -> Span {
        let Some(start) = self.lines.get(line as usize).copied() else {
            return Span::at(self.len());
        };
        let next = self.lines.get(line as usize + 1).copied();
        let end = next.unwrap_or_else(|| self.len()) as usize;
        let bare = self.text[start as usize..end].trim_end_matches(['\n', '\r']);
        Span::new(start, start + bare.len() as u32)
    }

    /// The position of a byte; bytes beyond the text count as its end.
    pub fn position(&self, offset: u32) -> Position {
        let mut offset = self.text.floor_char_boundary(offset as usize) as u32;
        let line = self.line(offset);
        if self.is_within_line_end(offset) {
            offset -= 1;
        }
        let before = &self.text[self.lines[line as usize] as usize..offset as usize];
        Position::new(line, before.encode_utf16().count() as u32)
    }

    /// Whether a byte is the `\n` of `\r\n`.
    fn is_within_line_end(&self, offset: u32) -> bool {
        let bytes = self.text.as_bytes();
        let before = offset.checked_sub(1).and_then(|at| bytes.get(at as usize));
        before == Some(&b'\r') && bytes.get(offset as usize) == Some(&b'\n')
    }

    /// The positions of a span.
    pub fn range(&self, span: Span) -> Range {
        Range::new(self.position(span.start), self.position(span.end))
    }

    /// The byte of a position.
    pub fn offset(&self, position: Position) -> u32 {
        let line = self.line_span(position.line);
        let mut units = 0;
        for (at, character) in self.text[line.range()].char_indices() {
            units += character.len_utf16() as u32;
            if units > position.character {
                return line.start + at as u32;
            }
        }
        line.end
    }

    /// The bytes of a range.
    pub fn span(&self, range: Range) -> Span {
        Span::new(self.offset(range.start), self.offset(range.end))
    }

    /// Puts a text in the place of some bytes.
    ///
    /// # Errors
    ///
    /// The text would be longer than [`Text::MOST`]; it stays as it was.
    pub fn replace(&mut self, span: Span, new: &str) -> Result<(), TooLong> {
        let span = Span::new(span.start.min(self.len()), span.end.min(self.len()));
        if self.text.len() - span.len() as usize + new.len() > Text::MOST {
            return Err(TooLong);
        }
        // A line may begin right behind what is replaced, or no longer: `\r` and `\n` come together or part.
        let first = self
            .lines
            .partition_point(|start| *start <= span.start.saturating_sub(1));
        let last = self.lines.partition_point(|start| *start <= span.end + 1);
        self.text.replace_range(span.range(), new);
        let from = self.lines[first - 1] as usize;
        let until = (span.start as usize + new.len() + 1).min(self.text.len());
        let between: Vec<u32> = starts(self.text.as_bytes(), from, until).collect();
        let grown = new.len() as i64 - i64::from(span.len());
        for start in &mut self.lines[last..] {
            *start = (i64::from(*start) + grown) as u32;
        }
        self.lines.splice(first..last, between);
        Ok(())
    }
}

/// The starts of lines that the bytes `from..until` bring.
fn starts(bytes: &[u8], from: usize, until: usize) -> impl Iterator<Item = u32> {
    (from..until).filter_map(|at| {
        let ends = bytes[at] == b'\n' || bytes[at] == b'\r' && bytes.get(at + 1) != Some(&b'\n');
        ends.then_some(at as u32 + 1)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn text(text: &str) -> Text {
        Text::new(text.to_owned()).expect("it is short")
    }

    #[test]
    fn columns_are_utf_16() {
        // source: LSP 3.17, "Text Documents": in `a𐐀b` the b is at 3, as 𐐀 has two code units.
        let text = text("a𐐀b\r\nz\rw");
        assert_eq!(text.position(5), Position::new(0, 3));
        assert_eq!(text.offset(Position::new(0, 3)), 5);
        assert_eq!(text.offset(Position::new(0, 2)), 1);
        // Beyond the end of a line is its end, before `\r\n`.
        assert_eq!(text.offset(Position::new(0, 99)), 6);
        // source: LSP 3.17, "Position": a line has no position behind the `\r` of its end.
        assert_eq!(text.position(6), Position::new(0, 4));
        assert_eq!(text.position(7), Position::new(0, 4));
        assert_eq!(text.position(8), Position::new(1, 0));
        assert_eq!(text.offset(Position::new(1, 0)), 8);
        assert_eq!(text.offset(Position::new(2, 1)), 11);
        assert_eq!(text.offset(Position::new(9, 9)), 11);
        assert_eq!(text.position(99), Position::new(2, 1));
    }

    #[test]
    fn a_text_that_is_too_long_is_refused_and_the_old_one_stays() {
        let mut short = text("a");
        let long = "x".repeat(Text::MOST);
        assert_eq!(short.replace(Span::at(1), &long), Err(TooLong));
        assert_eq!(short.text(), "a");
        assert_eq!(Text::new(long + "x"), Err(TooLong));
    }

    proptest! {
        /// What edits leave is what a text has that is read anew.
        #[test]
        fn edits_keep_the_lines(
            first in "[a\u{e9}\u{10400}\r\n]{0,20}",
            edits in proptest::collection::vec((0u32..24, 0u32..8, "[b\u{e9}\r\n]{0,6}"), 0..8),
        ) {
            let mut edited = text(&first);
            for (start, length, new) in edits {
                let at = |offset: u32| edited.text().floor_char_boundary(offset as usize) as u32;
                let span = Span::new(at(start), at(start + length));
                edited.replace(span, &new).expect("it is short");
                prop_assert_eq!(&edited, &text(edited.text()));
                for offset in 0..=edited.len() {
                    if edited.text().is_char_boundary(offset as usize) {
                        let within = edited.is_within_line_end(offset);
                        let back = edited.offset(edited.position(offset));
                        prop_assert_eq!(back, if within { offset - 1 } else { offset });
                    }
                }
            }
        }
    }
}
