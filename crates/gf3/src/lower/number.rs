//! The numbers that attributes, results and parameters have in a word.

use quadrille_isa::gl::{Binding, Family, LanguageSet};
use quadrille_isa::nv20::limit;
use quadrille_program::{ParameterSource, Program, Register};

/// The constants, by the number in the word, that hold the rows of the modelview-projection matrix for
/// position-invariant programs whose registers have numbers: the fixed-function half, which such programs do not
/// reach.
pub const POSITION_ROWS: [u8; 4] = [0, 1, 2, 3];

/// The languages whose registers are the machine's.
const NUMBERED: LanguageSet = LanguageSet::V10.or(LanguageSet::V11).or(LanguageSet::VS);

/// Whether the program's registers are the machine's.
pub(super) fn is_numbered(program: &Program) -> bool {
    program.features().languages.meets(NUMBERED)
}

/// A register language has each of its constants twice at most, by number and in the file that is indexed.
pub(super) fn most_parameters(program: &Program) -> usize {
    limit::GL_CONSTANTS * if is_numbered(program) { 2 } else { 1 }
}

/// The number in the word of a parameter; of a relative one that with the address register at 0. None where it is
/// beyond the word's constants.
pub(super) fn parameter_number(program: &Program, register: &Register) -> Option<u8> {
    let mut number = register.slot;
    if is_numbered(program) {
        // `c[7]` is constant 7 whatever its slot; the whole file, where it is indexed, is a run of slots.
        let first = register
            .relative
            .map_or(register.slot, |relative| relative.first as i32);
        let parameter = program.parameters().get(usize::try_from(first).ok()?)?;
        let ParameterSource::Binding(binding) = parameter.source else {
            return None;
        };
        if binding.family == Family::StateMatrixMvp {
            return POSITION_ROWS.get(binding.index[1] as usize).copied();
        }
        number = number - first + binding.index[0] as i32;
    }
    u8::try_from(number + i32::from(limit::GL_FIRST_CONSTANT))
        .ok()
        .filter(|number| usize::from(*number) < limit::CONSTANTS)
}

/// The attribute number of a binding.
pub(crate) fn attribute(binding: Binding) -> Option<u8> {
    let [first, ..] = binding.index;
    let number = match binding.family {
        Family::VertexPosition => 0,
        Family::VertexWeight if first == 0 => 1,
        Family::VertexNormal => 2,
        Family::VertexColor => 3 + first,
        Family::VertexFogcoord => 5,
        Family::VertexTexcoord => 8 + first,
        Family::VertexAttrib => first,
        _ => return None,
    };
    (number < limit::INPUTS as u32).then_some(number as u8)
}

/// The output number of a binding; the inner none for one that the machine ignores.
pub(crate) fn result(binding: Binding) -> Option<Option<u8>> {
    let [first, second, ..] = binding.index;
    let number = match binding.family {
        Family::ResultPosition => 0,
        Family::ResultColor if first == 0 => 3 + second,
        Family::ResultColor => 7 + second,
        Family::ResultFogcoord => 5,
        Family::ResultPointsize => 6,
        Family::ResultTexcoord if first < 4 => 9 + first,
        Family::ResultTexcoord => return Some(None),
        _ => return None,
    };
    Some(Some(number as u8))
}
