//! The files of each language against the specifications.

use super::{
    BRACKETED, RegisterError, RegisterFile, Selected, bracketed, member_names, numbered, vertex_attribute,
};
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
            let names: Vec<_> = member_names(file.letter, languages).collect();
            let mut unique = names.clone();
            unique.sort_unstable();
            unique.dedup();
            assert_eq!(unique.len(), names.len());
        }
    }
}
