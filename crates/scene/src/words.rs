//! A cursor over one line: words, numbers, parentheses.

use quadrille_base::Span;

use crate::error::{Expected, Problem, SceneError, wrong};
use crate::number;

/// The rest of a line.
#[derive(Clone)]
pub(crate) struct Words<'s> {
    text: &'s str,
    at: u32,
}

impl<'s> Words<'s> {
    /// A line that starts at byte `at` of its file.
    pub(crate) fn new(text: &'s str, at: u32) -> Words<'s> {
        let mut words = Words { text, at };
        words.blank();
        words
    }

    fn skip(&mut self, bytes: usize) {
        self.text = &self.text[bytes..];
        self.at += bytes as u32;
    }

    fn blank(&mut self) {
        let length = self.text.len() - self.text.trim_start().len();
        self.skip(length);
    }

    /// The rest of the line, without blanks at its ends.
    pub(crate) fn rest(&self) -> &'s str {
        self.text.trim_end()
    }

    /// The rest of the line, as the path of a file.
    pub(crate) fn path(&self) -> Result<String, SceneError> {
        match self.rest() {
            "" => Err(wrong(self.span(), Expected::Path)),
            path => Ok(path.to_owned()),
        }
    }

    /// The span of the next word; the end of the line if there is none.
    pub(crate) fn span(&self) -> Span {
        Span::new(self.at, self.at + self.peek().len() as u32)
    }

    /// The next word: up to a blank, a comma or a parenthesis.
    pub(crate) fn peek(&self) -> &'s str {
        let end = self
            .text
            .find(|c: char| c.is_whitespace() || matches!(c, '(' | ')' | ','))
            .unwrap_or(self.text.len());
        &self.text[..end]
    }

    /// Takes the next word.
    pub(crate) fn word(&mut self) -> &'s str {
        let word = self.peek();
        self.skip(word.len());
        self.blank();
        word
    }

    /// Takes a name: letters, digits and underscores. No blank has to follow it.
    pub(crate) fn name(&mut self) -> &'s str {
        self.part(|c| c.is_ascii_alphanumeric() || c == '_')
    }

    /// Takes the signs of a comparison, which need no blank around them.
    pub(crate) fn signs(&mut self) -> &'s str {
        self.part(|c| matches!(c, '<' | '>' | '=' | '!'))
    }

    fn part(&mut self, is_part: impl Fn(char) -> bool) -> &'s str {
        let end = self.text.find(|c| !is_part(c)).unwrap_or(self.text.len());
        let part = &self.text[..end];
        self.skip(end);
        self.blank();
        part
    }

    /// Takes the next word if it is this one.
    pub(crate) fn take(&mut self, word: &str) -> bool {
        let found = self.peek() == word;
        if found {
            self.word();
        }
        found
    }

    /// Takes a series of words if the line starts with them.
    pub(crate) fn phrase(&mut self, phrase: &str) -> bool {
        let mut ahead = self.clone();
        let found = phrase.split(' ').all(|word| ahead.take(word));
        if found {
            *self = ahead;
        }
        found
    }

    /// Takes a punctuation mark.
    pub(crate) fn mark(&mut self, mark: char) -> Result<(), SceneError> {
        if self.text.starts_with(mark) {
            self.skip(mark.len_utf8());
            self.blank();
            return Ok(());
        }
        Err(wrong(self.span(), Expected::Mark { mark, numbers: None }))
    }

    /// Takes a mark if it is there.
    pub(crate) fn optional_mark(&mut self, mark: char) -> bool {
        self.mark(mark).is_ok()
    }

    /// Whether the line is used up.
    pub(crate) fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// Refuses what is left of the line.
    pub(crate) fn end(&self) -> Result<(), SceneError> {
        if self.is_empty() {
            return Ok(());
        }
        Err(wrong(self.span(), Problem::Rest))
    }

    /// A whole number that is not negative.
    pub(crate) fn integer(&mut self) -> Result<u32, SceneError> {
        let span = self.span();
        self.word().parse().map_err(|_| wrong(span, Expected::Whole))
    }

    /// A whole number.
    pub(crate) fn signed(&mut self) -> Result<i32, SceneError> {
        let span = self.span();
        self.word().parse().map_err(|_| wrong(span, Expected::Whole))
    }

    /// One to three sizes in parentheses; those that are left out are 1.
    pub(crate) fn sizes(&mut self) -> Result<[u32; 3], SceneError> {
        let mut sizes = [1; 3];
        self.mark('(')?;
        for (at, size) in sizes.iter_mut().enumerate() {
            if at > 0 && !self.optional_mark(',') {
                break;
            }
            *size = self.integer()?;
        }
        self.mark(')')?;
        Ok(sizes)
    }

    /// A float; `0x…` is the bits of one.
    pub(crate) fn float(&mut self) -> Result<f32, SceneError> {
        let span = self.span();
        number::float_or_bits(self.word()).ok_or_else(|| wrong(span, Expected::Number))
    }

    /// Several floats behind each other.
    pub(crate) fn floats<const N: usize>(&mut self) -> Result<[f32; N], SceneError> {
        let mut values = [0.0; N];
        for value in &mut values {
            *value = self.float()?;
        }
        Ok(values)
    }

    /// Floats in parentheses, commas between them: `(1.0, -INF)`.
    pub(crate) fn tuple<const N: usize>(&mut self) -> Result<[f32; N], SceneError> {
        let mut values = [0.0; N];
        self.mark_of('(', N)?;
        for (at, value) in values.iter_mut().enumerate() {
            if at > 0 {
                self.mark_of(',', N)?;
            }
            let span = self.span();
            *value = number::float(self.word()).ok_or_else(|| wrong(span, Expected::Number))?;
        }
        self.mark_of(')', N)?;
        Ok(values)
    }

    /// Takes a mark of a list in parentheses.
    fn mark_of(&mut self, mark: char, numbers: usize) -> Result<(), SceneError> {
        let numbers = Some(numbers);
        let list = |error: SceneError| wrong(error.span, Expected::Mark { mark, numbers });
        self.mark(mark).map_err(list)
    }

    /// Whole numbers in parentheses.
    pub(crate) fn integers<const N: usize>(&mut self) -> Result<[i32; N], SceneError> {
        let mut values = [0; N];
        self.mark('(')?;
        for (at, value) in values.iter_mut().enumerate() {
            if at > 0 {
                self.mark(',')?;
            }
            *value = self.signed()?;
        }
        self.mark(')')?;
        Ok(values)
    }
}
