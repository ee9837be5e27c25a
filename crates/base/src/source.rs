//! A named source text and its lines.

use crate::Span;

/// A text with the name that messages use for it. Lines end at `\n`, `\r\n` or `\r`.
///
/// ```
/// use quadrille_base::Source;
///
/// let source = Source::new("light.vp", "!!ARBvp1.0\nEND\n");
/// let end = source.position(11);
/// assert_eq!((source.name(), end.line, end.column), ("light.vp", 2, 1));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Source {
    name: String,
    text: String,
    lines: Vec<u32>,
}

/// A place as people count it: line and column from 1, columns in characters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Position {
    /// Line, from 1.
    pub line: u32,
    /// Column in characters, from 1.
    pub column: u32,
}

impl Source {
    /// Takes a text under a name, which is shown, never opened.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Source {
        let text = text.into();
        let bytes = text.as_bytes();
        let mut lines = vec![0];
        for (at, byte) in bytes.iter().enumerate() {
            let ends = *byte == b'\n' || (*byte == b'\r' && bytes.get(at + 1) != Some(&b'\n'));
            if ends {
                lines.push(at as u32 + 1);
            }
        }
        Source {
            name: name.into(),
            text,
            lines,
        }
    }

    /// The name that messages show.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The whole text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The text of a span, cut to the text's length and to character borders.
    pub fn slice(&self, span: Span) -> &str {
        let clip = |offset: u32| {
            let mut at = (offset as usize).min(self.text.len());
            while !self.text.is_char_boundary(at) {
                at -= 1;
            }
            at
        };
        &self.text[clip(span.start)..clip(span.end).max(clip(span.start))]
    }

    /// Line and column of a byte offset; offsets past the end count as the end.
    pub fn position(&self, offset: u32) -> Position {
        let offset = offset.min(self.text.len() as u32);
        let line = self.lines.partition_point(|start| *start <= offset) - 1;
        let column = self.slice(Span::new(self.lines[line], offset)).chars().count();
        Position {
            line: line as u32 + 1,
            column: column as u32 + 1,
        }
    }
}
