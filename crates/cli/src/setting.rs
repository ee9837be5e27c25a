//! The values of options such as `--limit NAME=VALUE`: two parts, and numbers.

use std::str::FromStr;

/// A value on the command line that does not have its form.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub(crate) enum SettingError {
    /// It is not written as the option wants it.
    #[error("`{text}` is not {form}")]
    Form {
        text: String,
        /// The form, as `--help` has it.
        form: &'static str,
    },
    /// A part of it is no number.
    #[error("`{0}` is not a number")]
    Number(String),
    /// A part of it is no number of 32 bits.
    #[error("`{0}` is not a whole number of 32 bits")]
    Word(String),
    /// A part of it is no whole number in the range of what it is for.
    #[error("`{0}` is not a whole number")]
    Whole(String),
    /// A part of it is no number of a lane.
    #[error("`{0}` is not the number of a lane")]
    Lane(String),
}

impl SettingError {
    /// The text is not written in this form.
    pub(crate) fn form(text: &str, form: &'static str) -> SettingError {
        SettingError::Form {
            text: text.to_owned(),
            form,
        }
    }
}

/// The parts of a setting of this form before and behind its first `=`.
pub(crate) fn split<'t>(text: &'t str, form: &'static str) -> Result<(&'t str, &'t str), SettingError> {
    text.split_once('=').ok_or_else(|| SettingError::form(text, form))
}

/// A whole number.
pub(crate) fn whole<N: FromStr>(text: &str) -> Result<N, SettingError> {
    text.parse().map_err(|_| SettingError::Whole(text.to_owned()))
}

/// An unsigned number of 32 bits, decimal, or hexadecimal with `0x`.
pub(crate) fn word(text: &str) -> Result<u32, SettingError> {
    let parsed = match text.strip_prefix("0x") {
        Some(digits) => u32::from_str_radix(digits, 16),
        None => text.parse(),
    };
    parsed.map_err(|_| SettingError::Word(text.to_owned()))
}
