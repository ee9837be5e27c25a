//! The words of a state command, one after another.

/// The words of a command that are not read yet.
pub(super) struct Words<'a>(std::slice::Iter<'a, String>);

impl<'a> Words<'a> {
    pub(super) fn new(words: &'a [String]) -> Words<'a> {
        Words(words.iter())
    }

    pub(super) fn word(&mut self) -> Result<&'a str, String> {
        self.0
            .next()
            .map(String::as_str)
            .ok_or_else(|| "the command ends too early".to_owned())
    }

    /// A GL name without `GL_`, in capitals.
    pub(super) fn name(&mut self) -> Result<String, String> {
        let word = self.word()?.to_ascii_uppercase();
        Ok(word.strip_prefix("GL_").unwrap_or(&word).to_owned())
    }

    pub(super) fn float(&mut self) -> Result<f32, String> {
        let word = self.word()?;
        word.parse().map_err(|_| format!("`{word}` is not a number"))
    }

    pub(super) fn floats<const N: usize>(&mut self) -> Result<[f32; N], String> {
        let mut values = [0.0; N];
        for value in &mut values {
            *value = self.float()?;
        }
        Ok(values)
    }

    pub(super) fn integer<T: std::str::FromStr>(&mut self) -> Result<T, String> {
        let word = self.word()?;
        word.parse()
            .map_err(|_| format!("`{word}` is not a whole number here"))
    }

    pub(super) fn flag(&mut self) -> Result<bool, String> {
        match self.name()?.as_str() {
            "TRUE" | "1" | "ON" => Ok(true),
            "FALSE" | "0" | "OFF" => Ok(false),
            other => Err(format!("`{other}` is neither true nor false")),
        }
    }

    /// One of a list of names.
    pub(super) fn one_of<T: Copy>(&mut self, list: &[(&str, T)]) -> Result<T, String> {
        let name = self.name()?;
        list.iter()
            .find(|(other, _)| *other == name)
            .map(|(_, value)| *value)
            .ok_or_else(|| {
                let names: Vec<&str> = list.iter().map(|(name, _)| *name).collect();
                format!("`{name}` is none of {}", names.join(", "))
            })
    }

    /// Whether the next word is this one, which is then read.
    pub(super) fn take(&mut self, wanted: &str) -> bool {
        let found = self.0.as_slice().first().is_some_and(|word| word == wanted);
        if found {
            self.0.next();
        }
        found
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.len() == 0
    }
}
