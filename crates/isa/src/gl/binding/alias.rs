//! Conventional vertex attributes that share a number with a generic one.

use super::{Binding, Family};

/// The generic attribute that shares its number with a conventional one (ARB_vertex_program Table X.2.1,
/// NV_vertex_program4 2.X.3.2): binding both is an error in those languages, and in the older ones they are
/// the same register. `attrib[6]`, `attrib[7]` and weights from 4 on have no partner.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "few families are conventional attributes"
)]
pub const fn generic_alias(binding: Binding) -> Option<u32> {
    let number = binding.index[0];
    Some(match binding.family {
        Family::VertexPosition => 0,
        Family::VertexWeight if number == 0 => 1,
        Family::VertexNormal => 2,
        Family::VertexColor => 3 + (number & 1),
        Family::VertexFogcoord => 5,
        Family::VertexTexcoord => number.wrapping_add(8),
        _ => return None,
    })
}

/// The bindings that make such a pair with a binding: one for a conventional attribute, one at most of those of
/// the language for a generic one.
pub fn partners(binding: Binding) -> impl Iterator<Item = Binding> {
    let number = binding.index[0];
    let of_generic = binding.family == Family::VertexAttrib;
    let generic = generic_alias(binding).map(|number| Binding::new(Family::VertexAttrib, [number, 0, 0, 0]));
    let conventional = [
        (Family::VertexPosition, 0),
        (Family::VertexWeight, 0),
        (Family::VertexNormal, 0),
        (Family::VertexColor, 0),
        (Family::VertexColor, 1),
        (Family::VertexFogcoord, 0),
        (Family::VertexTexcoord, number.wrapping_sub(8)),
    ];
    let of_number = conventional
        .into_iter()
        .map(|(family, index)| Binding::new(family, [index, 0, 0, 0]))
        .filter(move |other| of_generic && generic_alias(*other) == Some(number));
    generic.into_iter().chain(of_number)
}
