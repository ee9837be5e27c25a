//! Conventional vertex attributes that share a number with a generic one.

use super::{Binding, Family};

/// The generic attribute that shares its number with a conventional one (ARB_vertex_program Table X.2.1,
/// NV_vertex_program4 2.X.3.2): binding both is an error in those languages, and in the older ones they are
/// the same register. `attrib[6]`, `attrib[7]` and weights from 4 on have no partner.
pub const fn generic_alias(binding: Binding) -> Option<u32> {
    let number = binding.index[0];
    Some(match binding.family {
        Family::VertexPosition => 0,
        Family::VertexWeight if number == 0 => 1,
        Family::VertexNormal => 2,
        Family::VertexColor => 3 + number,
        Family::VertexFogcoord => 5,
        Family::VertexTexcoord => 8 + number,
        _ => return None,
    })
}

/// Whether two bindings are the two members of such a pair.
pub fn same_register(a: Binding, b: Binding) -> bool {
    let pair = |generic: Binding, other: Binding| {
        generic.family == Family::VertexAttrib && generic_alias(other) == Some(generic.index[0])
    };
    pair(a, b) || pair(b, a)
}
