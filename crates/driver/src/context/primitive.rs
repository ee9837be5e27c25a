//! What draws make, as programs between vertices and fragments take it: a draw of another kind is INVALID_OPERATION
//! (NV_geometry_program4 and NV_tessellation_program5, "Errors"). The driver says so of a draw that is made; of the draws of a
//! list that is called not every driver does.

use quadrille_program::Layout;
use quadrille_program::layout::InputPrimitive;

use super::group::Loaded;

/// A kind of primitives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    Points,
    Lines,
    LinesAdjacency,
    Triangles,
    TrianglesAdjacency,
    Patches,
    /// Quadrilaterals and polygons, which no shader takes.
    Polygons,
}

impl Kind {
    /// What a mode of Begin draws; none of a number that is no mode.
    pub(crate) fn of_mode(mode: u32) -> Option<Kind> {
        Some(match mode {
            0 => Kind::Points,
            1..=3 => Kind::Lines,
            4..=6 => Kind::Triangles,
            7..=9 => Kind::Polygons,
            0xa | 0xb => Kind::LinesAdjacency,
            0xc | 0xd => Kind::TrianglesAdjacency,
            0xe => Kind::Patches,
            _ => return None,
        })
    }

    /// What the first of some programs takes that does not take everything.
    pub(super) fn taken_by<'a>(programs: impl IntoIterator<Item = &'a Loaded>) -> Option<Kind> {
        let mut kinds = programs.into_iter().filter_map(|one| match one.program.layout() {
            Layout::None | Layout::Compute { .. } => None,
            Layout::TessellationControl { .. } | Layout::TessellationEvaluation(_) => Some(Kind::Patches),
            Layout::Geometry(geometry) => Some(match geometry.input {
                InputPrimitive::Points => Kind::Points,
                InputPrimitive::Lines => Kind::Lines,
                InputPrimitive::LinesAdjacency => Kind::LinesAdjacency,
                InputPrimitive::Triangles => Kind::Triangles,
                InputPrimitive::TrianglesAdjacency => Kind::TrianglesAdjacency,
                InputPrimitive::Patches => Kind::Patches,
            }),
        });
        kinds.next()
    }
}
