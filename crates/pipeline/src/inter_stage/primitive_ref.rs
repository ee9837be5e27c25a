//! Primitive references: points, lines and triangles by the numbers of their vertices, before set-up.

use std::ops::Range;

use crate::inter_stage::vertices::VertexNumber;

/// One point, line or triangle with the numbers of its shaded vertices.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PrimitiveRef {
    pub(crate) corners: [VertexNumber; 3],
    pub(crate) provoking: VertexNumber,
    pub(crate) boundary: u8,
    /// Number of the primitive.
    pub(crate) number: u32,
    /// Number of the viewport.
    pub(crate) viewport: u8,
    /// Number of the layer, as the program gave it.
    pub(crate) layer: i32,
}

/// Triangles of a list whose vertices follow each other: the corners of each are the next three.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Following {
    /// Number of the first vertex in the arrays.
    pub(crate) vertex: u32,
    /// How many there are.
    pub(crate) count: usize,
    /// `primitive.id` of the first.
    pub(crate) number: u32,
    /// The corner that gives flat values.
    pub(crate) provoking: u32,
}

impl Following {
    /// The same in parts of so many triangles.
    pub(crate) fn parts(self, most: usize) -> impl Iterator<Item = Following> + Clone + Send {
        (0..self.count).step_by(most).map(move |first| Following {
            vertex: self.vertex + 3 * first as u32,
            count: (self.count - first).min(most),
            number: self.number + first as u32,
            ..self
        })
    }

    /// The numbers of the vertices in the arrays.
    pub(crate) fn vertices(&self) -> Range<u32> {
        self.vertex..self.vertex + 3 * self.count as u32
    }

    /// A triangle, counted from the first, as its vertices are.
    pub(crate) fn get(&self, at: usize) -> PrimitiveRef {
        let corner = 3 * at as u32;
        PrimitiveRef {
            corners: [corner, corner + 1, corner + 2],
            provoking: corner + self.provoking,
            boundary: 0b111,
            number: self.number + at as u32,
            viewport: 0,
            layer: 0,
        }
    }
}

/// Triangles in the order in which they are drawn.
#[derive(Clone, Copy, Debug)]
pub(crate) enum TriangleRefs<'a> {
    /// Those of a list, whose vertices follow each other.
    Following(Following),
    /// Any.
    Listed(&'a [PrimitiveRef]),
}

impl TriangleRefs<'_> {
    pub(crate) fn len(&self) -> usize {
        match self {
            TriangleRefs::Following(following) => following.count,
            TriangleRefs::Listed(items) => items.len(),
        }
    }

    pub(crate) fn get(&self, at: usize) -> PrimitiveRef {
        match self {
            TriangleRefs::Following(following) => following.get(at),
            TriangleRefs::Listed(items) => items[at],
        }
    }
}

/// The properties that all parts of a primitive share.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Origin {
    /// The vertex that gives flat values.
    pub(crate) provoking: VertexNumber,
    /// Number of the primitive.
    pub(crate) number: u32,
    /// Whether it faces the front.
    pub(crate) front: bool,
    /// Number of the viewport.
    pub(crate) viewport: u8,
    /// Number of the layer, as the program gave it.
    pub(crate) layer: i32,
}

impl PrimitiveRef {
    /// The same with vertices that have higher numbers.
    pub(crate) fn moved(&self, by: u32) -> PrimitiveRef {
        PrimitiveRef {
            corners: self.corners.map(|corner| corner + by),
            provoking: self.provoking + by,
            ..*self
        }
    }

    /// The properties that all parts of it share.
    pub(crate) fn origin(&self, front: bool) -> Origin {
        Origin {
            provoking: self.provoking,
            number: self.number,
            front,
            viewport: self.viewport,
            layer: self.layer,
        }
    }
}
