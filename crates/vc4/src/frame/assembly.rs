//! Which vertices make which primitives.

use crate::list::{ListPrimitive, PrimitiveMode};

/// A point, a line or a triangle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Point,
    Line,
    Triangle,
    /// Between an edge and the boundary that a packet sets.
    Trapezoid,
}

impl Kind {
    /// How many vertices it has.
    pub(super) const fn vertices(self) -> usize {
        match self {
            Kind::Point => 1,
            Kind::Line | Kind::Trapezoid => 2,
            Kind::Triangle => 3,
        }
    }

    /// Whether it has a front and a back.
    pub(super) const fn has_sides(self) -> bool {
        match self {
            Kind::Triangle | Kind::Trapezoid => true,
            Kind::Point | Kind::Line => false,
        }
    }

    /// How lists of it are called.
    pub(super) const fn form(self) -> ListPrimitive {
        match self {
            Kind::Point => ListPrimitive::Points,
            Kind::Line => ListPrimitive::Lines,
            Kind::Triangle => ListPrimitive::Triangles,
            Kind::Trapezoid => ListPrimitive::Rht,
        }
    }

    /// What lists with this name hold; `None` for reserved names.
    pub(super) const fn of_form(form: ListPrimitive) -> Option<Kind> {
        Some(match form {
            ListPrimitive::Points => Kind::Point,
            ListPrimitive::Lines => Kind::Line,
            ListPrimitive::Triangles => Kind::Triangle,
            ListPrimitive::Rht => Kind::Trapezoid,
            ListPrimitive::Reserved(_) => return None,
        })
    }

    /// What a draw in this mode makes; `None` for reserved modes.
    pub(super) fn of_mode(mode: PrimitiveMode) -> Option<Kind> {
        Some(match mode {
            PrimitiveMode::Points => Kind::Point,
            PrimitiveMode::Lines | PrimitiveMode::LineLoop | PrimitiveMode::LineStrip => Kind::Line,
            PrimitiveMode::Triangles | PrimitiveMode::TriangleStrip | PrimitiveMode::TriangleFan => {
                Kind::Triangle
            }
            PrimitiveMode::Reserved(_) => return None,
        })
    }
}

/// How many primitives `count` vertices make.
pub(super) fn primitives(mode: PrimitiveMode, count: u32) -> u32 {
    match mode {
        PrimitiveMode::Points => count,
        PrimitiveMode::Lines => count / 2,
        PrimitiveMode::LineLoop if count < 2 => 0,
        PrimitiveMode::LineLoop => count,
        PrimitiveMode::LineStrip => count.saturating_sub(1),
        PrimitiveMode::Triangles => count / 3,
        PrimitiveMode::TriangleStrip | PrimitiveMode::TriangleFan => count.saturating_sub(2),
        PrimitiveMode::Reserved(_) => 0,
    }
}

/// The vertices of primitive `n` by their place in the draw, the last one last; all face the same way.
pub(super) fn corners(mode: PrimitiveMode, count: u32, n: u32) -> [u32; 3] {
    match mode {
        PrimitiveMode::Points | PrimitiveMode::Reserved(_) => [n, n, n],
        PrimitiveMode::Lines => [2 * n, 2 * n + 1, 2 * n + 1],
        PrimitiveMode::LineLoop => [n, (n + 1) % count, (n + 1) % count],
        PrimitiveMode::LineStrip => [n, n + 1, n + 1],
        PrimitiveMode::Triangles => [3 * n, 3 * n + 1, 3 * n + 2],
        PrimitiveMode::TriangleStrip if n.is_multiple_of(2) => [n, n + 1, n + 2],
        PrimitiveMode::TriangleStrip => [n + 1, n, n + 2],
        PrimitiveMode::TriangleFan => [0, n + 1, n + 2],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// source: OpenGL ES 2.0, section 2.6.2 and figure 2.4.
    #[test]
    fn modes_make_their_primitives() {
        let all = |mode, count| -> Vec<[u32; 3]> {
            (0..primitives(mode, count))
                .map(|n| corners(mode, count, n))
                .collect()
        };
        assert_eq!(all(PrimitiveMode::Triangles, 7), [[0, 1, 2], [3, 4, 5]]);
        assert_eq!(
            all(PrimitiveMode::TriangleStrip, 5),
            [[0, 1, 2], [2, 1, 3], [2, 3, 4]]
        );
        assert_eq!(all(PrimitiveMode::TriangleFan, 4), [[0, 1, 2], [0, 2, 3]]);
        assert_eq!(all(PrimitiveMode::LineLoop, 3).len(), 3);
        assert_eq!(all(PrimitiveMode::LineLoop, 3)[2][..2], [2, 0]);
        assert_eq!(all(PrimitiveMode::LineStrip, 3).len(), 2);
        assert_eq!(all(PrimitiveMode::Lines, 5).len(), 2);
        assert!(all(PrimitiveMode::TriangleStrip, 2).is_empty());
    }
}
