//! The corners of many triangles: planes of coordinates, one for each corner.

use quadrille_numerics::level::{Level, Pass};

use crate::inter_stage::primitive_ref::TriangleRefs;
use crate::inter_stage::vertices::{BLOCK, Projected, Vertices, shaded_vertex};

/// Triangles of a pass: those of [`BLOCKS`] blocks of vertices that follow each other.
pub(crate) const TRIANGLES: usize = BLOCK;

/// Blocks of the vertices of a pass.
const BLOCKS: usize = 3;

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
    /// The vertices of triangles whose vertices follow each other, before they are split by corner.
    pub(super) vertices: Projected<BLOCKS>,
}

impl Default for Corners {
    fn default() -> Corners {
        Corners {
            codes: [[0; TRIANGLES]; 3],
            fixed: [[[0; TRIANGLES]; 3]; 2],
            window: [[[0.0; TRIANGLES]; 3]; 4],
            vertices: Projected::default(),
        }
    }
}

impl Corners {
    /// Whether the corners of all triangles of a pass, whose vertices follow each other, are inside.
    pub(super) fn are_inside(&self, items: TriangleRefs<'_>, count: usize) -> bool {
        match items {
            TriangleRefs::Following(_) => {
                let blocks = (3 * count).div_ceil(BLOCK);
                self.vertices.inside[..blocks].iter().all(|inside| *inside)
            }
            TriangleRefs::Listed(_) => false,
        }
    }

    /// Takes of up to `COUNT` triangles from number `start` on what says whether something may be seen of them; codes unless
    /// they are all 0. Of those whose vertices follow each other the vertices of the pass are there.
    pub(super) fn take<const COUNT: usize>(
        &mut self,
        level: Level,
        items: TriangleRefs<'_>,
        start: usize,
        (shaded, are_inside): (&[Vertices], bool),
    ) {
        match items {
            TriangleRefs::Following(_) => {
                if !are_inside {
                    split::<_, COUNT>(level, &self.vertices.codes, &mut self.codes);
                }
                for (from, to) in self.vertices.fixed.iter().zip(&mut self.fixed) {
                    split::<_, COUNT>(level, from, to);
                }
            }
            TriangleRefs::Listed(items) => {
                for (at, item) in items[start..].iter().take(COUNT).enumerate() {
                    for (corner, number) in item.corners.into_iter().enumerate() {
                        let place = shaded_vertex(shaded, number);
                        if let Some(projected) = &place.vertices.projected {
                            self.codes[corner][at] = projected.code(place.at);
                            for (to, [from]) in self.fixed.iter_mut().zip(&projected.fixed) {
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
                for (from, to) in self.vertices.window.iter().zip(&mut self.window) {
                    split::<_, COUNT>(level, from, to);
                }
            }
            TriangleRefs::Listed(items) => {
                let items = items[start..].iter().take(COUNT).enumerate().zip(left);
                for ((at, item), _) in items.filter(|(_, left)| **left) {
                    for (corner, number) in item.corners.into_iter().enumerate() {
                        let place = shaded_vertex(shaded, number);
                        if let Some(projected) = &place.vertices.projected {
                            for (to, [from]) in self.window.iter_mut().zip(&projected.window) {
                                to[corner][at] = from[place.at];
                            }
                        }
                    }
                }
            }
        }
    }
}

/// Splits a value of vertices that follow each other by the corners of the first `COUNT` triangles, which are three each.
fn split<T: bytemuck::Pod, const COUNT: usize>(
    level: Level,
    vertices: &[[T; BLOCK]; BLOCKS],
    to: &mut Plane<T>,
) {
    let vertices: &[u32] = bytemuck::cast_slice(vertices);
    let to: &mut [[u32; TRIANGLES]] = bytemuck::cast_slice_mut(to);
    if let (Some(vertices), Some(to)) = (
        vertices.as_chunks().0.first_chunk::<COUNT>(),
        to.first_chunk_mut(),
    ) {
        level.run(Split { vertices, to });
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

    /// Vertices, of which each value is another, inside as a whole or not.
    fn vertices(inside: bool) -> Projected<BLOCKS> {
        let value = |plane: usize, block: usize, lane: usize| ((block * 7 + plane) * BLOCK + lane) as u32;
        let mut projected = Projected {
            inside: [inside; BLOCKS],
            ..Projected::default()
        };
        for block in 0..BLOCKS {
            for lane in 0..BLOCK {
                projected.codes[block][lane] = if inside { 0 } else { value(0, block, lane) };
                for axis in 0..2 {
                    projected.fixed[axis][block][lane] = value(1 + axis, block, lane).cast_signed();
                }
                for axis in 0..4 {
                    projected.window[axis][block][lane] = value(3 + axis, block, lane) as f32;
                }
            }
        }
        projected
    }

    /// The same as blocks of shaded vertices.
    fn shaded(vertices: &Projected<BLOCKS>) -> Vec<Vertices> {
        let block = |block: usize| {
            let mut of = Vertices::new(0, 0);
            of.projected = Some(Box::new(Projected {
                inside: [vertices.inside[block]],
                codes: [vertices.codes[block]],
                fixed: vertices.fixed.map(|blocks| [blocks[block]]),
                window: vertices.window.map(|blocks| [blocks[block]]),
            }));
            of
        };
        (0..BLOCKS).map(block).collect()
    }

    fn corners(level: Level, items: TriangleRefs<'_>, shaded: &[Vertices], corners: &mut Corners) {
        let are_inside = corners.are_inside(items, TRIANGLES);
        corners.take::<TRIANGLES>(level, items, 0, (shaded, are_inside));
        corners.take_windows::<TRIANGLES>(level, items, 0, shaded, &[true; TRIANGLES]);
    }

    /// Vertices that follow each other are the corners that a list of them names, on every level.
    #[test]
    fn following_corners_are_listed_ones() {
        let following = Following {
            vertex: 0,
            count: TRIANGLES,
            number: 0,
            provoking: 0,
        };
        let listed: Vec<PrimitiveRef> = (0..TRIANGLES).map(|at| following.get(at)).collect();
        for (level, inside) in Level::all().flat_map(|level| [(level, false), (level, true)]) {
            let (mut found, mut expected) = (Box::<Corners>::default(), Box::<Corners>::default());
            found.vertices = vertices(inside);
            found.codes = [[7; TRIANGLES]; 3];
            let shaded = shaded(&found.vertices);
            corners(level, TriangleRefs::Following(following), &[], &mut found);
            corners(level, TriangleRefs::Listed(&listed), &shaded, &mut expected);
            // Of blocks that are inside as a whole nobody asks for codes.
            match inside {
                true => assert_eq!(found.codes, [[7; TRIANGLES]; 3]),
                false => assert_eq!(found.codes, expected.codes),
            }
            assert_eq!(found.fixed, expected.fixed);
            assert_eq!(found.window, expected.window);
        }
    }
}
