//! The corners of many triangles: planes of coordinates, one for each corner.

use quadrille_numerics::level::{Level, Pass};

use crate::inter_stage::primitive_ref::TriangleRefs;
use crate::inter_stage::vertices::{BLOCK, Projected, Vertices, shaded_vertex};

/// Triangles of a pass: those of three blocks of vertices.
pub(super) const TRIANGLES: usize = BLOCK;

/// For each corner a value of each triangle.
type Plane<T> = [[T; TRIANGLES]; 3];

/// The corners of the triangles of a pass, kept from one to the next.
#[repr(align(64))]
pub(super) struct Corners {
    /// What they lie outside of.
    pub(super) codes: Plane<u32>,
    /// x and y on the subpixel grid.
    pub(super) fixed: [Plane<i32>; 2],
    /// x, y, z and 1/w.
    pub(super) window: [Plane<f32>; 4],
    /// Scratch: a value of consecutive vertices, as bits, before it is split by corner.
    vertices: [[u32; 3]; TRIANGLES],
}

impl Default for Corners {
    fn default() -> Corners {
        Corners {
            codes: [[0; TRIANGLES]; 3],
            fixed: [[[0; TRIANGLES]; 3]; 2],
            window: [[[0.0; TRIANGLES]; 3]; 4],
            vertices: [[0; 3]; TRIANGLES],
        }
    }
}

impl Corners {
    /// Takes of up to `COUNT` triangles from number `start` on what says whether something may be seen of them.
    pub(super) fn take<const COUNT: usize>(
        &mut self,
        level: Level,
        items: TriangleRefs<'_>,
        start: usize,
        shaded: &[Vertices],
    ) {
        match items {
            TriangleRefs::Following(_) => {
                let mut follow = Follow::new(level, start, shaded, &mut self.vertices);
                follow.take::<_, COUNT>(|of| &of.codes, &mut self.codes);
                for (axis, to) in self.fixed.iter_mut().enumerate() {
                    follow.take::<_, COUNT>(|of| &of.fixed[axis], to);
                }
            }
            TriangleRefs::Listed(items) => {
                for (at, item) in items[start..].iter().take(COUNT).enumerate() {
                    for (corner, number) in item.corners.into_iter().enumerate() {
                        let place = shaded_vertex(shaded, number);
                        if let Some(projected) = &place.vertices.projected {
                            self.codes[corner][at] = projected.codes[place.at];
                            for (to, from) in self.fixed.iter_mut().zip(&projected.fixed) {
                                to[corner][at] = from[place.at];
                            }
                        }
                    }
                }
            }
        }
    }

    /// Takes where the corners of the same triangles lie in the window, as far as some are left.
    pub(super) fn take_windows<const COUNT: usize>(
        &mut self,
        level: Level,
        items: TriangleRefs<'_>,
        start: usize,
        shaded: &[Vertices],
        left: &[bool; TRIANGLES],
    ) {
        match items {
            TriangleRefs::Following(_) => {
                let mut follow = Follow::new(level, start, shaded, &mut self.vertices);
                for (axis, to) in self.window.iter_mut().enumerate() {
                    follow.take::<_, COUNT>(|of| &of.window[axis], to);
                }
            }
            TriangleRefs::Listed(items) => {
                let items = items[start..].iter().take(COUNT).enumerate().zip(left);
                for ((at, item), _) in items.filter(|(_, left)| **left) {
                    for (corner, number) in item.corners.into_iter().enumerate() {
                        let place = shaded_vertex(shaded, number);
                        if let Some(projected) = &place.vertices.projected {
                            for (to, from) in self.window.iter_mut().zip(&projected.window) {
                                to[corner][at] = from[place.at];
                            }
                        }
                    }
                }
            }
        }
    }
}

/// Vertices that follow each other, from the first of some blocks on: the corners of triangles are three each.
struct Follow<'a> {
    level: Level,
    blocks: &'a [Vertices],
    vertices: &'a mut [[u32; 3]; TRIANGLES],
}

impl<'a> Follow<'a> {
    /// The vertices of triangles from number `start` on, which is the first of a pass.
    fn new(
        level: Level,
        start: usize,
        shaded: &'a [Vertices],
        vertices: &'a mut [[u32; 3]; TRIANGLES],
    ) -> Follow<'a> {
        Follow {
            level,
            blocks: &shaded[3 * start / BLOCK..],
            vertices,
        }
    }

    /// Splits a value of the vertices by the corners of `COUNT` triangles.
    fn take<T: bytemuck::Pod, const COUNT: usize>(
        &mut self,
        plane: impl Fn(&Projected) -> &[T; BLOCK],
        to: &mut Plane<T>,
    ) {
        let mut blocks = self.blocks.iter();
        for to in self.vertices.as_flattened_mut()[..3 * COUNT].chunks_mut(BLOCK) {
            match blocks.next().and_then(|block| block.projected.as_ref()) {
                Some(projected) => to.copy_from_slice(&bytemuck::cast_slice(plane(projected))[..to.len()]),
                // Behind the last triangle all is computed, too.
                None => to.fill(0),
            }
        }
        let to: &mut [[u32; TRIANGLES]] = bytemuck::cast_slice_mut(to);
        let (Some(vertices), Some(to)) = (self.vertices.first_chunk::<COUNT>(), to.first_chunk_mut()) else {
            return;
        };
        self.level.run(Split { vertices, to });
    }
}

struct Split<'a, const COUNT: usize> {
    vertices: &'a [[u32; 3]; COUNT],
    to: &'a mut [[u32; TRIANGLES]; 3],
}

impl<const COUNT: usize> Pass for Split<'_, COUNT> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let Split {
            vertices,
            to: [a, b, c],
        } = self;
        for at in 0..COUNT {
            [a[at], b[at], c[at]] = vertices[at];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::inter_stage::primitive_ref::{Following, PrimitiveRef};

    /// Blocks of vertices, of which each value is another.
    fn blocks(count: usize) -> Vec<Vertices> {
        let blocks = (0..count).map(|block| {
            let value = |plane: usize, lane: usize| ((block * 7 + plane) * BLOCK + lane) as u32;
            let mut projected = Projected::default();
            for lane in 0..BLOCK {
                projected.codes[lane] = value(0, lane);
                for axis in 0..2 {
                    projected.fixed[axis][lane] = value(1 + axis, lane).cast_signed();
                }
                for axis in 0..4 {
                    projected.window[axis][lane] = value(3 + axis, lane) as f32;
                }
            }
            Vertices {
                projected: Some(Box::new(projected)),
                ..Vertices::new(0, 0)
            }
        });
        blocks.collect()
    }

    fn corners(level: Level, items: TriangleRefs<'_>, shaded: &[Vertices], corners: &mut Corners) {
        corners.take::<TRIANGLES>(level, items, 0, shaded);
        corners.take_windows::<TRIANGLES>(level, items, 0, shaded, &[true; TRIANGLES]);
    }

    /// Vertices that follow each other are the corners that a list of them names, on every level; behind the last there is
    /// nothing of a pass before.
    #[test]
    fn following_corners_are_listed_ones() {
        let following = Following {
            vertex: 0,
            count: TRIANGLES,
            number: 0,
            provoking: 0,
        };
        let listed: Vec<PrimitiveRef> = (0..TRIANGLES).map(|at| following.get(at)).collect();
        let shaded = blocks(3);
        for level in Level::all() {
            let (mut found, mut expected) = (Box::<Corners>::default(), Box::<Corners>::default());
            corners(level, TriangleRefs::Following(following), &shaded, &mut found);
            corners(level, TriangleRefs::Listed(&listed), &shaded, &mut expected);
            assert_eq!(found.codes, expected.codes);
            assert_eq!(found.fixed, expected.fixed);
            assert_eq!(found.window, expected.window);
            corners(
                level,
                TriangleRefs::Following(following),
                &shaded[..1],
                &mut found,
            );
            let whole = BLOCK / 3;
            for corner in 0..3 {
                assert_eq!(found.codes[corner][..whole], expected.codes[corner][..whole]);
                assert_eq!(found.codes[corner][whole + 1..], [0; TRIANGLES][whole + 1..]);
                assert_eq!(found.fixed[1][corner][whole + 1..], [0; TRIANGLES][whole + 1..]);
            }
        }
    }
}
