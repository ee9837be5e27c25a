//! The register files of the languages whose registers have names of their own.

use quadrille_isa::gl::register::{RegisterFile, numbered, numbered_files};
use quadrille_isa::gl::{LanguageSet, Stage};
use quadrille_program::{File, Register, Temporary};

use crate::language::Language;
use crate::state::scope::Variable;
use crate::state::slots::Slots;

/// The languages of NV_vertex_program and NV_vertex_program1_1, whose grammar is the smallest.
pub(crate) const FIRST: LanguageSet = LanguageSet::V10.or(LanguageSet::V11).or(LanguageSet::VS);

/// Lays out the registers of the language that carry their number in their name.
pub(crate) fn registers(language: &Language, slots: &mut Slots) {
    for file in numbered_files(language.features.languages) {
        match file.file {
            RegisterFile::Temporary | RegisterFile::HalfTemporary => {
                let named = (0..file.count).map(|number| Temporary {
                    name: format!("{}{number}", file.prefix),
                    long: false,
                });
                slots.temporaries.extend(named);
            }
            RegisterFile::Address => slots.addresses = file.count,
            RegisterFile::TextureUnit => {}
        }
    }
}

/// The variable that `R3` or `A0` is.
pub(crate) fn numbered_register(language: &Language, name: &str) -> Option<Variable> {
    let (file, first) = match numbered(name, language.features.languages)? {
        (RegisterFile::Temporary, number) => (File::Temporary, number),
        (RegisterFile::Address, number) => (File::Address, number),
        // H0 comes behind the last R.
        (RegisterFile::HalfTemporary, number) => {
            let full = numbered_files(language.features.languages)
                .find(|file| file.file == RegisterFile::Temporary)
                .map_or(0, |file| file.count);
            (File::Temporary, full + number)
        }
        (RegisterFile::TextureUnit, _) => return None,
    };
    Some(Variable::single(file, first))
}

/// Whether a parameter may be written: state programs write those with a number (NV_vertex_program
/// 2.14.4).
pub(crate) fn writes_parameters(language: &Language, register: &Register) -> bool {
    language.features.stage == Stage::VertexState && register.relative.is_none()
}
