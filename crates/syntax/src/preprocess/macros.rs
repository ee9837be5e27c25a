//! Macros without arguments.

use std::collections::HashMap;

use super::{MOST_ADDED, MOST_NESTED, MOST_REPLACED, PreprocessError, name, words};

/// Names and what stands in their place.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Macros(HashMap<String, String>);

/// A definition of a macro whose name is none.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("`{0}` is no name of a macro")]
pub struct BadDefinition(pub String);

/// The bytes that may still be added, and the macros that may still be replaced.
pub(super) struct Budget {
    bytes: usize,
    macros: usize,
}

/// More than the budget.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spent;

impl Default for Budget {
    fn default() -> Budget {
        Budget {
            bytes: MOST_ADDED,
            macros: MOST_REPLACED,
        }
    }
}

impl Macros {
    /// No macros.
    pub fn new() -> Macros {
        Macros::default()
    }

    /// Defines a macro.
    ///
    /// # Errors
    ///
    /// The name is no word that begins with a letter.
    pub fn define(&mut self, macro_name: &str, value: &str) -> Result<(), BadDefinition> {
        match name(macro_name) {
            Some((word, "")) => {
                self.0.insert(word.to_owned(), value.trim().to_owned());
                Ok(())
            }
            _ => Err(BadDefinition(macro_name.to_owned())),
        }
    }

    /// The macros by their names, in no order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn is_defined(&self, name: &str) -> bool {
        self.0.contains_key(name)
    }

    pub(super) fn undefine(&mut self, name: &str) {
        self.0.remove(name);
    }

    /// Defines the macro that `rest`, the text behind `#define`, states.
    pub(super) fn define_line(&mut self, rest: &str) -> Result<(), PreprocessError> {
        let (word, _) = name(rest).ok_or(PreprocessError::NameMissing)?;
        let behind = &rest[word.len()..];
        if behind.starts_with('(') {
            return Err(PreprocessError::Arguments);
        }
        self.0.insert(word.to_owned(), behind.trim().to_owned());
        Ok(())
    }

    /// Writes what stands in the place of a macro. A macro within its own value stays as it is written.
    pub(super) fn expand(&self, name: &str, out: &mut String, budget: &mut Budget) -> Result<(), Spent> {
        self.expand_within(name, &mut Vec::new(), out, budget)
    }

    fn expand_within<'m>(
        &'m self,
        name: &'m str,
        within: &mut Vec<&'m str>,
        out: &mut String,
        budget: &mut Budget,
    ) -> Result<(), Spent> {
        let value = self.0.get(name).filter(|_| !within.contains(&name));
        budget.macros = budget.macros.checked_sub(1).ok_or(Spent)?;
        let Some(value) = value else {
            return write(out, name, budget);
        };
        if within.len() == MOST_NESTED {
            return Err(Spent);
        }
        within.push(name);
        let mut copied = 0;
        for (start, word) in words(value) {
            if self.is_defined(word) {
                write(out, &value[copied..start], budget)?;
                self.expand_within(word, within, out, budget)?;
                copied = start + word.len();
            }
        }
        within.pop();
        write(out, &value[copied..], budget)
    }
}

fn write(out: &mut String, text: &str, budget: &mut Budget) -> Result<(), Spent> {
    budget.bytes = budget.bytes.checked_sub(text.len()).ok_or(Spent)?;
    out.push_str(text);
    Ok(())
}
