//! The words of a state command, one after another.

use quadrille_base::Span;

use super::error::StateError;

/// The words of a command that are not read yet.
pub(super) struct Words<'s> {
    words: std::iter::Peekable<std::vec::IntoIter<(&'s str, Span)>>,
    last: Span,
    end: Span,
}

impl<'s> Words<'s> {
    /// The words of a line that starts at byte `at` of its file: what stands between blanks, commas and parentheses.
    pub(super) fn new(line: &'s str, at: u32) -> Words<'s> {
        let words = line.split(|c: char| c.is_whitespace() || matches!(c, '(' | ')' | ','));
        let placed = |word: &'s str| {
            let start = at + (word.as_ptr() as usize - line.as_ptr() as usize) as u32;
            (word, Span::new(start, start + word.len() as u32))
        };
        let words: Vec<(&str, Span)> = words.filter(|word| !word.is_empty()).map(placed).collect();
        Words {
            words: words.into_iter().peekable(),
            last: Span::at(at),
            end: Span::at(at + line.len() as u32),
        }
    }

    /// The span of the word that was read last, at which errors are reported. The end of the line where one is missing.
    pub(super) fn last(&self) -> Span {
        self.last
    }

    pub(super) fn word(&mut self) -> Result<&'s str, StateError> {
        let next = self.words.next();
        self.last = next.map_or(self.end, |(_, span)| span);
        next.map(|(word, _)| word).ok_or(StateError::Short)
    }

    /// A GL name without `GL_`, in capitals.
    pub(super) fn name(&mut self) -> Result<String, StateError> {
        let word = self.word()?.to_ascii_uppercase();
        Ok(word.strip_prefix("GL_").unwrap_or(&word).to_owned())
    }

    pub(super) fn float(&mut self) -> Result<f32, StateError> {
        let word = self.word()?;
        word.parse().map_err(|_| StateError::Number(word.to_owned()))
    }

    pub(super) fn floats<const N: usize>(&mut self) -> Result<[f32; N], StateError> {
        let mut values = [0.0; N];
        for value in &mut values {
            *value = self.float()?;
        }
        Ok(values)
    }

    pub(super) fn integer<T: std::str::FromStr>(&mut self) -> Result<T, StateError> {
        let word = self.word()?;
        word.parse().map_err(|_| StateError::Whole(word.to_owned()))
    }

    /// The bits of a mask that stencil values have: the eight lowest (GL 2.1, 4.1.5, 4.2.2).
    pub(super) fn stencil_mask(&mut self) -> Result<u8, StateError> {
        let [lowest, ..] = self.bits()?.to_le_bytes();
        Ok(lowest)
    }

    /// Bits: a whole number, or one in sixteens behind `0x`.
    pub(super) fn bits(&mut self) -> Result<u32, StateError> {
        let word = self.word()?;
        let number = match word.strip_prefix("0x") {
            Some(digits) => u32::from_str_radix(digits, 16),
            None => word.parse(),
        };
        number.map_err(|_| StateError::Whole(word.to_owned()))
    }

    pub(super) fn flag(&mut self) -> Result<bool, StateError> {
        let name = self.name()?;
        match name.as_str() {
            "TRUE" | "1" | "ON" => Ok(true),
            "FALSE" | "0" | "OFF" => Ok(false),
            _ => Err(StateError::Flag(name)),
        }
    }

    /// One of a list of names.
    pub(super) fn one_of<T: Copy>(&mut self, list: &[(&'static str, T)]) -> Result<T, StateError> {
        let name = self.name()?;
        match list.iter().find(|(other, _)| *other == name) {
            Some((_, value)) => Ok(*value),
            None => {
                let names = list.iter().map(|(name, _)| *name).collect();
                Err(StateError::Name { name, names })
            }
        }
    }

    /// Whether the next word is this one, which is then read.
    pub(super) fn take(&mut self, wanted: &str) -> bool {
        self.words.next_if(|(word, _)| *word == wanted).is_some()
    }

    pub(super) fn is_empty(&mut self) -> bool {
        self.words.peek().is_none()
    }
}
