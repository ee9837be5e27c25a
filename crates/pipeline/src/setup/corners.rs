//! The corners of many triangles, a plane for each corner and number of it.

use quadrille_numerics::level::{Level, Pass};

use crate::inter_stage::primitive_ref::TriangleRefs;
use crate::inter_stage::vertices::{BLOCK, Projected, Vertices, shaded_vertex};

/// Triangles of a pass: those of three blocks of vertices.
pub(super) const TRIANGLES: usize = BLOCK;

/// For each corner a number of each triangle.
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
}

impl Default for Corners {
    fn default() -> Corners {
        Corners {
            codes: [[0; TRIANGLES]; 3],
            fixed: [[[0; TRIANGLES]; 3]; 2],
            window: [[[0.0; TRIANGLES]; 3]; 4],
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
                let blocks = &shaded[3 * start / BLOCK..];
                follow::<_, COUNT>(level, blocks, |of| &of.codes, &mut self.codes);
                for (axis, to) in self.fixed.iter_mut().enumerate() {
                    follow::<_, COUNT>(level, blocks, |of| &of.fixed[axis], to);
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
                let blocks = &shaded[3 * start / BLOCK..];
                for (axis, to) in self.window.iter_mut().enumerate() {
                    follow::<_, COUNT>(level, blocks, |of| &of.window[axis], to);
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

/// Takes a number of the vertices of blocks as those of the corners of `COUNT` triangles, three for each.
fn follow<T: Copy + Default, const COUNT: usize>(
    level: Level,
    blocks: &[Vertices],
    plane: impl Fn(&Projected) -> &[T; BLOCK],
    to: &mut Plane<T>,
) {
    let mut vertices = [[T::default(); 3]; COUNT];
    for (to, block) in vertices.as_flattened_mut().chunks_mut(BLOCK).zip(blocks) {
        if let Some(projected) = &block.projected {
            to.copy_from_slice(&plane(projected)[..to.len()]);
        }
    }
    level.run(Split {
        vertices: &vertices,
        to,
    });
}

struct Split<'a, T, const COUNT: usize> {
    vertices: &'a [[T; 3]; COUNT],
    to: &'a mut Plane<T>,
}

impl<T: Copy, const COUNT: usize> Pass for Split<'_, T, COUNT> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let Split { vertices, to } = self;
        let [a, b, c] = to;
        for at in 0..COUNT {
            [a[at], b[at], c[at]] = vertices[at];
        }
    }
}
