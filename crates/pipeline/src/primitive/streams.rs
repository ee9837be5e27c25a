//! The streams of vertices that a draw's elements are: one, or with primitive restart those between the restart indices.
//! No primitive has vertices of two.

use std::ops::Range;

use super::Topology;

/// The streams of a draw.
#[derive(Clone, Debug)]
pub(crate) struct Streams {
    topology: Topology,
    /// Vertices of a patch.
    patch: usize,
    runs: Vec<Run>,
    /// Primitives of all.
    pub(crate) count: usize,
    /// Vertices of all.
    pub(crate) vertices: usize,
}

/// One of them.
#[derive(Clone, Copy, Debug)]
struct Run {
    /// The place of its first vertex among the elements, and how many there are.
    first: usize,
    vertices: usize,
    /// Primitives of the streams before it, and those that are whole.
    primitives: usize,
    whole: u64,
}

/// Primitives of one stream.
#[derive(Clone, Debug)]
pub(crate) struct Part {
    /// The place of the stream's first vertex among the elements, and how many there are.
    pub(crate) first: usize,
    pub(crate) vertices: usize,
    /// The primitives, counted in the stream.
    pub(crate) primitives: Range<usize>,
    /// `primitive.id` of the first primitive of the stream: restarting does not set it back (NV_geometry_program4).
    number: u64,
    topology: Topology,
}

impl Part {
    /// `primitive.id` of a primitive of the stream.
    pub(crate) fn number(&self, primitive: usize) -> u32 {
        (self.number + self.topology.number(primitive) as u64) as u32
    }
}

impl Streams {
    /// Streams that end behind these places of the elements; a patch has `patch` vertices.
    pub(crate) fn new(
        topology: Topology,
        patch: usize,
        spans: impl IntoIterator<Item = Range<usize>>,
    ) -> Streams {
        let mut streams = Streams {
            topology,
            patch: patch.max(1),
            runs: Vec::new(),
            count: 0,
            vertices: 0,
        };
        let mut whole = 0;
        for span in spans {
            streams.vertices += span.len();
            let primitives = streams.primitives_of(span.len());
            if primitives == 0 {
                continue;
            }
            streams.runs.push(Run {
                first: span.start,
                vertices: span.len(),
                primitives: streams.count,
                whole,
            });
            streams.count += primitives;
            whole += topology.undivided(0..primitives);
        }
        streams
    }

    fn primitives_of(&self, vertices: usize) -> usize {
        if self.topology == Topology::Patches {
            vertices / self.patch
        } else {
            self.topology.primitives(vertices)
        }
    }

    /// Primitives by their numbers among those of all streams, as parts of each.
    pub(crate) fn parts(&self, primitives: Range<usize>) -> impl Iterator<Item = Part> + '_ {
        let begin = self
            .runs
            .partition_point(|run| run.primitives <= primitives.start)
            .saturating_sub(1);
        let runs = self.runs[begin.min(self.runs.len())..].iter();
        let end = primitives.end;
        let runs = runs.take_while(move |run| run.primitives < end);
        runs.map(move |run| {
            let count = self.primitives_of(run.vertices);
            let own = |at: usize| at.saturating_sub(run.primitives).min(count);
            Part {
                first: run.first,
                vertices: run.vertices,
                primitives: own(primitives.start)..own(primitives.end),
                number: run.whole,
                topology: self.topology,
            }
        })
    }

    /// The primitives with a `primitive.id`, which are several where quadrilaterals and polygons were cut.
    pub(crate) fn numbered(&self, number: u32) -> Option<Part> {
        let number = u64::from(number);
        let behind = self.runs.partition_point(|run| run.whole <= number);
        let run = self.runs.get(behind.checked_sub(1)?)?;
        let count = self.primitives_of(run.vertices);
        let own = self.topology.cut((number - run.whole) as usize, count);
        (own.end <= count).then_some(Part {
            first: run.first,
            vertices: run.vertices,
            primitives: own,
            number: run.whole,
            topology: self.topology,
        })
    }

    /// The number of primitives before quadrilaterals and polygons are cut, of some that begin with a whole one.
    pub(crate) fn undivided(&self, primitives: Range<usize>) -> u64 {
        let parts = self.parts(primitives);
        parts.map(|part| self.topology.undivided(part.primitives)).sum()
    }
}

#[cfg(test)]
mod tests {
    use std::iter;

    use super::*;

    /// source: OpenGL 4.6, 10.3.6: each stream is as between Begin and End; NV_geometry_program4: restarting "has no
    /// effect on the primitive ID counter"
    #[test]
    fn primitives_of_several_streams() {
        // Five, two and four vertices: three, no and two triangles of strips.
        let strips = Streams::new(Topology::TriangleStrip, 0, [0..5, 6..8, 9..13]);
        assert_eq!((strips.count, strips.vertices), (5, 11));
        let parts = |range: Range<usize>| -> Vec<_> {
            let parts = strips.parts(range);
            let of = |part: Part| {
                (
                    part.first,
                    part.vertices,
                    part.primitives.clone(),
                    part.number(part.primitives.start),
                )
            };
            parts.map(of).collect()
        };
        assert_eq!(parts(0..5), [(0, 5, 0..3, 0), (9, 4, 0..2, 3)]);
        assert_eq!(parts(2..4), [(0, 5, 2..3, 2), (9, 4, 0..1, 3)]);
        assert_eq!(parts(3..5), [(9, 4, 0..2, 3)]);
        assert_eq!(parts(0..0), []);
        let polygons = Streams::new(Topology::Polygon, 0, [0..5, 5..9]);
        assert_eq!((polygons.count, polygons.undivided(0..5)), (5, 2));
        let second = polygons.parts(4..5).next().unwrap();
        assert_eq!((second.primitives.clone(), second.number(1)), (1..2, 1));
        let numbered = |streams: &Streams, number| {
            let part = streams.numbered(number);
            part.map(|part| (part.first, part.primitives))
        };
        assert_eq!(numbered(&strips, 2), Some((0, 2..3)));
        assert_eq!(numbered(&strips, 4), Some((9, 1..2)));
        assert_eq!(numbered(&strips, 5), None);
        assert_eq!(numbered(&polygons, 1), Some((5, 0..2)));
        let quads = Streams::new(Topology::Quads, 0, iter::once(0..8));
        assert_eq!(numbered(&quads, 1), Some((0, 2..4)));
        assert_eq!(Streams::new(Topology::Patches, 3, iter::once(0..7)).count, 2);
        assert_eq!(Streams::new(Topology::Points, 0, []).parts(0..0).count(), 0);
    }
}
