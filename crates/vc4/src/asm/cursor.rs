//! A position in a line of source text, and the small steps that every part of the parser takes.

use quadrille_base::Span;

/// Bytes that belong to a name.
const NAME: u8 = 1;
/// Bytes that end a line's text.
const STOP: u8 = 2;

static CLASS: [u8; 256] = {
    let mut class = [0u8; 256];
    let mut byte = 0;
    while byte < 256 {
        let b = byte as u8;
        if b.is_ascii_alphanumeric() || b == b'_' || b >= 0x80 {
            class[byte] = NAME;
        }
        byte += 1;
    }
    class[b'\n' as usize] = STOP;
    class[b'\r' as usize] = STOP;
    class[b'#' as usize] = STOP;
    class[b'@' as usize] = STOP;
    class
};

/// The position of the parser. `base` turns positions of this text into positions among all texts read.
#[derive(Clone, Copy)]
pub(super) struct Cursor<'t> {
    text: &'t [u8],
    pub(super) at: usize,
    end: usize,
    base: u32,
}

impl<'t> Cursor<'t> {
    pub(super) fn new(text: &'t str, range: std::ops::Range<usize>, base: u32) -> Cursor<'t> {
        Cursor {
            text: text.as_bytes(),
            at: range.start,
            end: range.end.min(text.len()),
            base,
        }
    }

    /// The byte here, 0 at the end.
    #[inline(always)]
    pub(super) fn byte(&self) -> u8 {
        if self.at < self.end { self.text[self.at] } else { 0 }
    }

    /// The byte `ahead` bytes further on, 0 past the end.
    #[inline]
    pub(super) fn byte_at(&self, ahead: usize) -> u8 {
        let at = self.at + ahead;
        if at < self.end { self.text[at] } else { 0 }
    }

    #[inline(always)]
    pub(super) fn skip_space(&mut self) {
        self.skip_blanks();
        if self.byte() == b'/' {
            self.skip_slash_comment();
        }
    }

    #[inline(always)]
    fn skip_blanks(&mut self) {
        while matches!(self.byte(), b' ' | b'\t') {
            self.at += 1;
        }
    }

    /// `//` runs to the end of the line, `/*` to `*/`; a line end inside counts as space.
    #[cold]
    fn skip_slash_comment(&mut self) {
        if !matches!(self.byte_at(1), b'/' | b'*') {
            return;
        }
        if self.byte_at(1) == b'/' {
            while !matches!(self.byte(), b'\n' | 0) || (self.byte() == 0 && self.at < self.end) {
                self.at += 1;
            }
            return;
        }
        self.at = self.comment_end().unwrap_or(self.end);
        self.skip_space();
    }

    /// The end of the comment that begins here with `/*`, if it has one.
    fn comment_end(&self) -> Option<usize> {
        let rest = self.text.get(self.at + 2..self.end)?;
        let length = rest.windows(2).position(|two| two == b"*/")?;
        Some(self.at + 2 + length + 2)
    }

    /// The first `/*` from here on that no `*/` ends.
    pub(super) fn open_comment(mut self) -> Option<Span> {
        while !self.at_end() {
            match [self.byte(), self.byte_at(1)] {
                [b'#' | b'@', _] | [b'/', b'/'] => self.next_line(),
                [b'"' | b'\'', _] => self.at += quoted_length(&self.text[self.at..self.end]),
                [b'/', b'*'] => match self.comment_end() {
                    Some(end) => self.at = end,
                    None => {
                        let start = self.at;
                        self.at += 2;
                        return Some(self.span_from(start));
                    }
                },
                _ => self.at += 1,
            }
        }
        None
    }

    /// Takes `byte` if it stands here after space.
    #[inline(always)]
    pub(super) fn take(&mut self, byte: u8) -> bool {
        self.skip_space();
        let found = self.byte() == byte;
        self.at += usize::from(found);
        found
    }

    /// Whether nothing but a comment is left of the line.
    #[inline(always)]
    pub(super) fn at_line_end(&mut self) -> bool {
        self.skip_space();
        self.at >= self.end || CLASS[self.text[self.at] as usize] == STOP
    }

    /// Whether an operand ends here: at a comma, a semicolon or the end of the line.
    #[inline(always)]
    pub(super) fn ends_operand(&mut self) -> bool {
        self.skip_blanks();
        let byte = self.byte();
        self.at >= self.end || matches!(byte, b',' | b';') || CLASS[byte as usize] == STOP
    }

    /// Whether a parenthesis, a number or a name follows.
    pub(super) fn before_operand(&self) -> bool {
        let mut ahead = *self;
        ahead.skip_space();
        ahead.byte() == b'(' || CLASS[ahead.byte() as usize] == NAME
    }

    /// Whether nothing is left at all.
    pub(super) fn at_end(&self) -> bool {
        self.at >= self.end
    }

    /// Moves to the start of the next line.
    #[inline]
    pub(super) fn next_line(&mut self) {
        while self.at < self.end && self.text[self.at] != b'\n' {
            self.at += 1;
        }
        self.at = (self.at + 1).min(self.end);
    }

    /// Moves to the start of the next line that does not begin inside a comment of this one.
    pub(super) fn pass_line(&mut self) {
        while self.at < self.end && self.text[self.at] != b'\n' {
            match self.text[self.at] {
                b'#' | b'@' => break,
                b'"' | b'\'' => self.at += quoted_length(&self.text[self.at..self.end]),
                b'/' if matches!(self.byte_at(1), b'/' | b'*') => self.skip_slash_comment(),
                _ => self.at += 1,
            }
        }
        self.next_line();
    }

    /// The rest of the line without its end.
    pub(super) fn rest_of_line(&self) -> std::ops::Range<usize> {
        let length = self.text[self.at..self.end]
            .iter()
            .position(|byte| matches!(byte, b'\n' | b'#'))
            .unwrap_or(self.end - self.at);
        self.at..self.at + length
    }

    /// The annotations of Broadcom's assembler, from `@` to the end of the line.
    pub(super) fn annotations(&self) -> &'t str {
        std::str::from_utf8(&self.text[self.rest_of_line()]).unwrap_or("")
    }

    /// Takes a name or number: letters, digits and underscores; empty if none stands here.
    #[inline(always)]
    pub(super) fn name(&mut self) -> &'t [u8] {
        let rest = self.text.get(self.at..self.end).unwrap_or_default();
        let length = rest
            .iter()
            .position(|byte| CLASS[*byte as usize] != NAME)
            .unwrap_or(rest.len());
        self.at += length;
        &rest[..length]
    }

    /// Takes what follows the colon of a label: a second colon, which exports it, and its name, which may begin with a
    /// point and may be missing.
    pub(super) fn label(&mut self) -> (bool, std::ops::Range<usize>) {
        let exported = self.byte() == b':';
        self.at += usize::from(exported);
        let start = self.at;
        self.at += usize::from(self.byte() == b'.');
        self.name();
        (exported, start..self.at)
    }

    /// The bytes of a range of this text.
    pub(super) fn slice(&self, range: std::ops::Range<usize>) -> &'t [u8] {
        &self.text[range]
    }

    /// The place from `start`, an earlier [`Cursor::at`], to here.
    #[inline]
    pub(super) fn span_from(&self, start: usize) -> Span {
        Span::new(self.base + start as u32, self.base + self.at as u32)
    }

    /// The place of the word here, at least one byte long where the text has one.
    pub(super) fn span_here(&self) -> Span {
        let mut ahead = *self;
        if ahead.name().is_empty() && ahead.at < ahead.end {
            ahead.at += 1;
        }
        ahead.span_from(self.at)
    }
}

/// The length of the string or character constant at the start of `text`, which begins with a quote: to the quote that
/// ends it, or to the end of the text.
pub(super) fn quoted_length(text: &[u8]) -> usize {
    let is_string = text.first() == Some(&b'"');
    let mut at = 1;
    while let Some(&byte) = text.get(at) {
        match byte {
            b'\n' => return at,
            b'\\' if text.get(at + 1) != Some(&b'\n') => at += 1,
            b'"' if is_string => return at + 1,
            _ => {}
        }
        at += 1;
        if !is_string {
            return (at + usize::from(text.get(at) == Some(&b'\''))).min(text.len());
        }
    }
    text.len()
}
