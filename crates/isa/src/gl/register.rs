//! Register files of the languages that name registers instead of declaring variables: VP1.0, VSP1.0,
//! VP1.1, VP2.0 and FP1.0 (facts 3.3).
//!
//! A register that stands for something outside the program is a [`Binding`], so that behind the checker
//! `v[OPOS]` and `vertex.position` are one thing. The others are numbered registers of the program's own.

use super::binding::{Binding, Family};
use super::language::LanguageSet;
use super::limit::{Limit, Limits};

/// A file whose members stand in brackets after its letter: `v[OPOS]`, `c[12]`, `o[HPOS]`.
#[derive(Debug)]
pub struct BracketedFile {
    /// The letter.
    pub letter: &'static str,
    /// Languages that have the file in this form.
    pub languages: LanguageSet,
    /// Members by name.
    pub names: &'static [Member],
    /// How many members have a number too, and what they are.
    pub numbers: Option<Numbers>,
    /// Whether `c[A0.x + 3]` may choose the member.
    pub relative: bool,
    /// What it holds.
    pub doc: &'static str,
    /// Where it is defined.
    pub cite: &'static str,
}

/// A member by name.
#[derive(Debug)]
pub struct Member {
    /// The name: `OPOS`.
    pub name: &'static str,
    /// What it stands for.
    pub binding: Binding,
    /// Whether it holds fp16 components: `o[COLH]`.
    pub half: bool,
}

/// Members by number.
#[derive(Clone, Copy, Debug)]
pub struct Numbers {
    /// How many there are.
    pub count: Count,
    /// What a number stands for.
    pub binding: fn(u32) -> Binding,
}

/// How many registers there are.
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
    /// What stands before the number.
    pub prefix: &'static str,
    /// Languages that have it with this many members.
    pub languages: LanguageSet,
    /// How many members.
    pub count: u32,
}

/// What a numbered register is.
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

/// The member `name` stands for `family` with these captured numbers.
macro_rules! members {
    ($($name:literal $family:ident $index:expr $(, $half:ident)?;)*) => {
        &[$(Member {
            name: $name,
            binding: Binding::new(Family::$family, $index),
            half: false $(|| members!(@ $half))?,
        },)*]
    };
    (@ half) => { true };
}

const fn plain(family: Family, number: u32) -> Binding {
    Binding::new(family, [number, 0, 0, 0])
}

/// What vertex attribute register `n` stands for: the conventional attribute that shares its number.
pub const fn vertex_attribute(number: u32) -> Binding {
    match number {
        0 => plain(Family::VertexPosition, 0),
        1 => plain(Family::VertexWeight, 0),
        2 => plain(Family::VertexNormal, 0),
        3 | 4 => plain(Family::VertexColor, number - 3),
        5 => plain(Family::VertexFogcoord, 0),
        8..16 => plain(Family::VertexTexcoord, number - 8),
        _ => plain(Family::VertexAttrib, number),
    }
}

fn env(number: u32) -> Binding {
    plain(Family::ProgramEnv, number)
}

fn local(number: u32) -> Binding {
    plain(Family::ProgramLocal, number)
}

const ATTRIBUTE_NAMES: &[Member] = members! {
    "OPOS" VertexPosition [0; 4];
    "WGHT" VertexWeight [0; 4];
    "NRML" VertexNormal [0; 4];
    "COL0" VertexColor [0; 4];
    "COL1" VertexColor [1, 0, 0, 0];
    "FOGC" VertexFogcoord [0; 4];
    "TEX0" VertexTexcoord [0; 4];
    "TEX1" VertexTexcoord [1, 0, 0, 0];
    "TEX2" VertexTexcoord [2, 0, 0, 0];
    "TEX3" VertexTexcoord [3, 0, 0, 0];
    "TEX4" VertexTexcoord [4, 0, 0, 0];
    "TEX5" VertexTexcoord [5, 0, 0, 0];
    "TEX6" VertexTexcoord [6, 0, 0, 0];
    "TEX7" VertexTexcoord [7, 0, 0, 0];
};

const RESULT_NAMES: &[Member] = members! {
    "HPOS" ResultPosition [0; 4];
    "COL0" ResultColor [0; 4];
    "COL1" ResultColor [0, 1, 0, 0];
    "BFC0" ResultColor [1, 0, 0, 0];
    "BFC1" ResultColor [1, 1, 0, 0];
    "FOGC" ResultFogcoord [0; 4];
    "PSIZ" ResultPointsize [0; 4];
    "TEX0" ResultTexcoord [0; 4];
    "TEX1" ResultTexcoord [1, 0, 0, 0];
    "TEX2" ResultTexcoord [2, 0, 0, 0];
    "TEX3" ResultTexcoord [3, 0, 0, 0];
    "TEX4" ResultTexcoord [4, 0, 0, 0];
    "TEX5" ResultTexcoord [5, 0, 0, 0];
    "TEX6" ResultTexcoord [6, 0, 0, 0];
    "TEX7" ResultTexcoord [7, 0, 0, 0];
};

const CLIP_NAMES: &[Member] = members! {
    "CLP0" ResultClip [0; 4];
    "CLP1" ResultClip [1, 0, 0, 0];
    "CLP2" ResultClip [2, 0, 0, 0];
    "CLP3" ResultClip [3, 0, 0, 0];
    "CLP4" ResultClip [4, 0, 0, 0];
    "CLP5" ResultClip [5, 0, 0, 0];
};

const FRAGMENT_NAMES: &[Member] = members! {
    "WPOS" FragmentPosition [0; 4];
    "COL0" FragmentColor [0; 4];
    "COL1" FragmentColor [1, 0, 0, 0];
    "FOGC" FragmentFogcoord [0; 4];
    "TEX0" FragmentTexcoord [0; 4];
    "TEX1" FragmentTexcoord [1, 0, 0, 0];
    "TEX2" FragmentTexcoord [2, 0, 0, 0];
    "TEX3" FragmentTexcoord [3, 0, 0, 0];
    "TEX4" FragmentTexcoord [4, 0, 0, 0];
    "TEX5" FragmentTexcoord [5, 0, 0, 0];
    "TEX6" FragmentTexcoord [6, 0, 0, 0];
    "TEX7" FragmentTexcoord [7, 0, 0, 0];
};

const FRAGMENT_RESULT_NAMES: &[Member] = members! {
    "COLR" ResultFragmentColor [0; 4];
    "COLH" ResultFragmentColor [0; 4], half;
    "DEPR" ResultDepth [0; 4];
};

const VP1: LanguageSet = LanguageSet::V10.or(LanguageSet::V11);

/// All files with brackets. Two rows may have the same letter and language: their names add up.
pub static BRACKETED: &[BracketedFile] = &[
    BracketedFile {
        letter: "v",
        languages: VP1.or(LanguageSet::V20),
        names: ATTRIBUTE_NAMES,
        numbers: Some(Numbers {
            count: Count::Fixed(16),
            binding: vertex_attribute,
        }),
        relative: false,
        doc: "vertex attributes",
        cite: "NV_vertex_program 2.14.1.1 and 2.14.1.7",
    },
    BracketedFile {
        letter: "v",
        languages: LanguageSet::VS,
        names: &[],
        numbers: Some(Numbers {
            count: Count::Fixed(1),
            binding: vertex_attribute,
        }),
        relative: false,
        doc: "the four numbers that ExecuteProgramNV gets",
        cite: "NV_vertex_program 2.14.4",
    },
    BracketedFile {
        letter: "c",
        languages: VP1.or(LanguageSet::VS),
        names: &[],
        numbers: Some(Numbers {
            count: Count::Limit(Limit::Vp1Parameters),
            binding: env,
        }),
        relative: true,
        doc: "program parameters",
        cite: "NV_vertex_program 2.14.1.2",
    },
    BracketedFile {
        letter: "c",
        languages: LanguageSet::V20,
        names: &[],
        numbers: Some(Numbers {
            count: Count::Limit(Limit::Vp2Parameters),
            binding: env,
        }),
        relative: true,
        doc: "program parameters",
        cite: "NV_vertex_program2 2.14.1.2",
    },
    BracketedFile {
        letter: "o",
        languages: VP1.or(LanguageSet::V20),
        names: RESULT_NAMES,
        numbers: None,
        relative: false,
        doc: "vertex results",
        cite: "NV_vertex_program 2.14.1.5",
    },
    BracketedFile {
        letter: "o",
        languages: LanguageSet::V20,
        names: CLIP_NAMES,
        numbers: None,
        relative: false,
        doc: "clip distances",
        cite: "NV_vertex_program2 2.14.1.5",
    },
    BracketedFile {
        letter: "f",
        languages: LanguageSet::F10,
        names: FRAGMENT_NAMES,
        numbers: None,
        relative: false,
        doc: "fragment attributes",
        cite: "NV_fragment_program 3.11.1.1",
    },
    BracketedFile {
        letter: "o",
        languages: LanguageSet::F10,
        names: FRAGMENT_RESULT_NAMES,
        numbers: None,
        relative: false,
        doc: "fragment results",
        cite: "NV_fragment_program 3.11.1.3",
    },
    BracketedFile {
        letter: "p",
        languages: LanguageSet::F10,
        names: &[],
        numbers: Some(Numbers {
            count: Count::Limit(Limit::Fp1LocalParameters),
            binding: local,
        }),
        relative: false,
        doc: "local parameters",
        cite: "NV_fragment_program 3.11.2",
    },
];

/// All files without brackets.
pub static NUMBERED: &[NumberedFile] = &[
    NumberedFile {
        file: RegisterFile::Temporary,
        prefix: "R",
        languages: VP1.or(LanguageSet::VS),
        count: 12,
    },
    NumberedFile {
        file: RegisterFile::Temporary,
        prefix: "R",
        languages: LanguageSet::V20,
        count: 16,
    },
    NumberedFile {
        file: RegisterFile::Temporary,
        prefix: "R",
        languages: LanguageSet::F10,
        count: 32,
    },
    NumberedFile {
        file: RegisterFile::HalfTemporary,
        prefix: "H",
        languages: LanguageSet::F10,
        count: 64,
    },
    NumberedFile {
        file: RegisterFile::Address,
        prefix: "A",
        languages: VP1.or(LanguageSet::VS),
        count: 1,
    },
    NumberedFile {
        file: RegisterFile::Address,
        prefix: "A",
        languages: LanguageSet::V20,
        count: 2,
    },
    NumberedFile {
        file: RegisterFile::TextureUnit,
        prefix: "TEX",
        languages: LanguageSet::F10,
        count: 16,
    },
];

/// What stands between the brackets.
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
        /// How many members there are.
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

/// The names of a file's members, for "did you mean".
pub fn member_names(letter: &str, languages: LanguageSet) -> impl Iterator<Item = &'static str> {
    files(letter, languages)
        .flat_map(|file| file.names)
        .map(|member| member.name)
}

/// The numbered register of a name, `R11` or `H63`. Numbers have no leading zero.
pub fn numbered(word: &str, languages: LanguageSet) -> Option<(RegisterFile, u32)> {
    NUMBERED
        .iter()
        .filter(|file| file.languages.meets(languages))
        .find_map(|file| {
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
mod tests {
    use super::{BRACKETED, RegisterError, RegisterFile, Selected, bracketed, numbered, vertex_attribute};
    use crate::gl::binding::{Binding, Family, generic_alias};
    use crate::gl::language::LanguageSet;
    use crate::gl::limit::{Limit, Limits};

    fn named(letter: &str, name: &str, languages: LanguageSet) -> Result<Binding, RegisterError> {
        bracketed(letter, Selected::Name(name), languages, &Limits::MINIMUM).map(|(binding, _)| binding)
    }

    fn number(letter: &str, at: i64, languages: LanguageSet) -> Result<Binding, RegisterError> {
        bracketed(letter, Selected::Number(at), languages, &Limits::MINIMUM).map(|(binding, _)| binding)
    }

    #[test]
    fn attribute_names_have_the_numbers_of_the_specification() {
        // source: NV_vertex_program Table X.2
        let table = [
            ("OPOS", 0),
            ("WGHT", 1),
            ("NRML", 2),
            ("COL0", 3),
            ("COL1", 4),
            ("FOGC", 5),
            ("TEX0", 8),
            ("TEX7", 15),
        ];
        for (name, at) in table {
            for languages in [LanguageSet::V10, LanguageSet::V11, LanguageSet::V20] {
                assert_eq!(named("v", name, languages), number("v", at, languages), "{name}");
            }
        }
        for at in 0..16 {
            let binding = vertex_attribute(at);
            let itself = Binding::new(Family::VertexAttrib, [at, 0, 0, 0]);
            assert!(binding == itself || generic_alias(binding) == Some(at));
        }
    }

    #[test]
    fn each_language_has_its_files() {
        // source: NV_vertex_program 2.14.1.7 and 2.14.4, NV_vertex_program2 2.14.1.8,
        // NV_fragment_program 3.11.3
        assert_eq!(named("v", "OPOS", LanguageSet::VS), Err(RegisterError::NoName));
        assert!(number("v", 0, LanguageSet::VS).is_ok());
        assert_eq!(
            number("v", 1, LanguageSet::VS),
            Err(RegisterError::OutOfRange {
                below: 1,
                limit: None
            })
        );
        let limit = Some(Limit::Vp1Parameters);
        assert!(number("c", 95, LanguageSet::V10).is_ok());
        assert_eq!(
            number("c", 96, LanguageSet::V10),
            Err(RegisterError::OutOfRange { below: 96, limit })
        );
        assert!(number("c", 255, LanguageSet::V20).is_ok());
        assert!(named("o", "CLP5", LanguageSet::V20).is_ok());
        assert_eq!(named("o", "CLP5", LanguageSet::V11), Err(RegisterError::NoName));
        assert_eq!(named("o", "HPOS", LanguageSet::VS), Err(RegisterError::NoFile));
        assert_eq!(number("o", 0, LanguageSet::V10), Err(RegisterError::NoNumbers));
        assert!(number("p", 63, LanguageSet::F10).is_ok() && number("p", 64, LanguageSet::F10).is_err());
        assert_eq!(
            named("f", "WPOS", LanguageSet::F10),
            Ok(Binding::new(Family::FragmentPosition, [0; 4]))
        );
        let half = bracketed("o", Selected::Name("COLH"), LanguageSet::F10, &Limits::MINIMUM);
        assert_eq!(half.map(|(_, half)| half), Ok(true));
    }

    #[test]
    fn numbered_registers() {
        // source: the same sections
        assert_eq!(
            numbered("R11", LanguageSet::V10),
            Some((RegisterFile::Temporary, 11))
        );
        assert_eq!(numbered("R12", LanguageSet::V10), None);
        assert_eq!(
            numbered("R15", LanguageSet::V20),
            Some((RegisterFile::Temporary, 15))
        );
        assert_eq!(numbered("A1", LanguageSet::V20), Some((RegisterFile::Address, 1)));
        assert_eq!(numbered("A1", LanguageSet::V11), None);
        assert_eq!(
            numbered("H63", LanguageSet::F10),
            Some((RegisterFile::HalfTemporary, 63))
        );
        assert_eq!(
            numbered("TEX15", LanguageSet::F10),
            Some((RegisterFile::TextureUnit, 15))
        );
        for word in ["TEX16", "R01", "R", "R+1", "H64", "R0", "x"] {
            assert_eq!(numbered(word, LanguageSet::F10).is_some(), word == "R0", "{word}");
        }
    }

    #[test]
    fn names_are_unique_in_a_file_of_a_language() {
        for languages in [
            LanguageSet::V10,
            LanguageSet::V11,
            LanguageSet::V20,
            LanguageSet::F10,
        ] {
            for file in BRACKETED.iter().filter(|file| file.languages.meets(languages)) {
                let names: Vec<_> = super::member_names(file.letter, languages).collect();
                let mut unique = names.clone();
                unique.sort_unstable();
                unique.dedup();
                assert_eq!(unique.len(), names.len());
            }
        }
    }
}
