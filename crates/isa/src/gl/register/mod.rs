//! Register files of the languages that name registers instead of declaring variables: VP1.0, VSP1.0,
//! VP1.1, VP2.0 and FP1.0 (NV_vertex_program, NV_vertex_program1_1, NV_vertex_program2, NV_fragment_program).
//!
//! A register that stands for something outside the program is a [`Binding`], so that behind the checker
//! `v[OPOS]` and `vertex.position` are one thing. The others are numbered registers of the program's own.

mod files;

use super::binding::Binding;
use super::language::LanguageSet;
use super::limit::{Limit, Limits};

pub use files::{BRACKETED, NUMBERED, vertex_attribute};

/// A file whose members stand in brackets after its letter: `v[OPOS]`, `c[12]`, `o[HPOS]`.
#[derive(Debug)]
pub struct BracketedFile {
    /// The letter.
    pub letter: &'static str,
    /// Languages that have the file in this form.
    pub languages: LanguageSet,
    /// Members by name.
    pub names: &'static [Member],
    /// The members that have a number too: how many, and their bindings.
    pub numbers: Option<Numbers>,
    /// Whether `c[A0.x + 3]` may choose the member.
    pub relative: bool,
    /// The contents of the file.
    pub doc: &'static str,
    /// The citation of its definition.
    pub cite: &'static str,
}

/// A member by name.
#[derive(Debug)]
pub struct Member {
    /// The name: `OPOS`.
    pub name: &'static str,
    /// The binding of the member.
    pub binding: Binding,
    /// Whether it holds fp16 components: `o[COLH]`.
    pub half: bool,
}

/// Members by number.
#[derive(Clone, Copy, Debug)]
pub struct Numbers {
    /// The number of members.
    pub count: Count,
    /// The binding of a number.
    pub binding: fn(u32) -> Binding,
}

/// The number of registers of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Count {
    /// As many as the language fixes.
    Fixed(u32),
    /// As many as a limit says.
    Limit(Limit),
}

impl Count {
    /// The number.
    pub const fn value(self, limits: &Limits) -> u32 {
        match self {
            Count::Fixed(count) => count,
            Count::Limit(limit) => limits.get(limit),
        }
    }
}

/// A file whose members carry their number in their name: `R11`, `H63`, `A0`, `TEX3`.
#[derive(Debug)]
pub struct NumberedFile {
    /// Which file.
    pub file: RegisterFile,
    /// The letters before the number.
    pub prefix: &'static str,
    /// Languages that have it with this many members.
    pub languages: LanguageSet,
    /// The number of members.
    pub count: u32,
}

/// The kind of a numbered register.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RegisterFile {
    /// `R0`: a temporary of fp32 components.
    Temporary,
    /// `H0`: a temporary of fp16 components.
    HalfTemporary,
    /// `A0`: address register. VP1.0 and VP1.1 have its x alone.
    Address,
    /// `TEX0`: a texture unit.
    TextureUnit,
}

/// The selector between the brackets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Selected<'a> {
    /// A name.
    Name(&'a str),
    /// A number.
    Number(i64),
}

/// Why something in brackets is no register.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RegisterError {
    /// The language has no file of this letter.
    NoFile,
    /// The file has no member of this name; [`member_names`] lists those that it has.
    NoName,
    /// The members of this file have names, not numbers.
    NoNumbers,
    /// A number beyond the last.
    OutOfRange {
        /// The number of members.
        below: u32,
        /// The limit that says so, unless the language does.
        limit: Option<Limit>,
    },
}

fn files(letter: &str, languages: LanguageSet) -> impl Iterator<Item = &'static BracketedFile> {
    BRACKETED
        .iter()
        .filter(move |file| file.letter == letter && file.languages.meets(languages))
}

/// The register that a letter and what stands in brackets name: its binding, and whether it holds fp16.
///
/// # Errors
/// Says why there is none in these languages.
pub fn bracketed(
    letter: &str,
    selected: Selected<'_>,
    languages: LanguageSet,
    limits: &Limits,
) -> Result<(Binding, bool), RegisterError> {
    match selected {
        Selected::Name(name) => {
            let mut members = files(letter, languages).flat_map(|file| file.names).peekable();
            if members.peek().is_none() && files(letter, languages).next().is_none() {
                return Err(RegisterError::NoFile);
            }
            let member = members
                .find(|member| member.name == name)
                .ok_or(RegisterError::NoName)?;
            Ok((member.binding, member.half))
        }
        Selected::Number(number) => {
            let mut files = files(letter, languages).peekable();
            if files.peek().is_none() {
                return Err(RegisterError::NoFile);
            }
            let numbers = files
                .find_map(|file| file.numbers)
                .ok_or(RegisterError::NoNumbers)?;
            let below = numbers.count.value(limits);
            let limit = match numbers.count {
                Count::Fixed(_) => None,
                Count::Limit(limit) => Some(limit),
            };
            let number = u32::try_from(number).ok().filter(|number| *number < below);
            let number = number.ok_or(RegisterError::OutOfRange { below, limit })?;
            Ok(((numbers.binding)(number), false))
        }
    }
}

/// The letters of the files that have brackets.
pub fn letters(languages: LanguageSet) -> impl Iterator<Item = &'static str> {
    let here = BRACKETED
        .iter()
        .filter(move |file| file.languages.meets(languages));
    here.map(|file| file.letter)
}

/// The file of a letter whose members an address register may choose; how many there are, and what each is.
pub fn relative(letter: &str, languages: LanguageSet) -> Option<Numbers> {
    files(letter, languages)
        .find(|file| file.relative)
        .and_then(|file| file.numbers)
}

/// The files whose members carry their number in their name.
pub fn numbered_files(languages: LanguageSet) -> impl Iterator<Item = &'static NumberedFile> {
    NUMBERED
        .iter()
        .filter(move |file| file.languages.meets(languages))
}

/// The names of a file's members, for "did you mean".
pub fn member_names(letter: &str, languages: LanguageSet) -> impl Iterator<Item = &'static str> {
    files(letter, languages)
        .flat_map(|file| file.names)
        .map(|member| member.name)
}

/// The numbered register of a name, `R11` or `H63`. Numbers have no leading zero.
pub fn numbered(word: &str, languages: LanguageSet) -> Option<(RegisterFile, u32)> {
    numbered_files(languages).find_map(|file| {
        let digits = word.strip_prefix(file.prefix)?;
        if digits.is_empty() || digits.len() > 1 && digits.starts_with('0') {
            return None;
        }
        if !digits.bytes().all(|digit| digit.is_ascii_digit()) {
            return None;
        }
        let number: u32 = digits.parse().ok()?;
        (number < file.count).then_some((file.file, number))
    })
}

#[cfg(test)]
mod tests;
