//! The values that lanes have by a formula of their places.

use std::ops::Range;

use quadrille_numerics::level::Pass;

use crate::canonical::canonical;
use crate::framebuffer::window::{PLACES, WINDOW};
use crate::inter_stage::gradients::{Interpolant, multiplier};
use crate::inter_stage::plane::{BLOCK, Block, Plane};

/// The centres of the pixels of a block, from its own centre.
pub(super) const CENTRES: [[f32; WINDOW]; 2] = {
    let mut centres = [[0.0; WINDOW]; 2];
    let mut at = 0;
    while at < 2 * WINDOW {
        let (axis, lane) = (at / WINDOW, at % WINDOW);
        centres[axis][lane] = PLACES[axis][lane] as f32 - (BLOCK - 1) as f32 / 2.0;
        at += 1;
    }
    centres
};

/// What lanes have of their places.
pub(super) enum Formula<'a> {
    /// The same everywhere.
    Constant(f32),
    /// The value of a plane, the canonical NaN where it is none.
    Linear(&'a Plane),
    /// The product of that with w.
    Perspective(&'a Plane),
    /// The value of a plane, any NaN where it is none.
    Depth(&'a Plane),
    /// w, of the plane of 1/w.
    Multiplier(&'a Plane),
}

impl Formula<'_> {
    #[inline(always)]
    pub(super) fn of(interpolant: &Interpolant) -> Formula<'_> {
        match interpolant {
            Interpolant::Constant(value) => Formula::Constant(*value),
            Interpolant::Linear(plane) => Formula::Linear(plane),
            Interpolant::Perspective(plane) => Formula::Perspective(plane),
        }
    }
}

/// The values that lanes have by a formula, block by block.
pub(super) struct Fill<'a, T, F> {
    pub(super) blocks: &'a [(Block, Range<usize>)],
    /// Whether they are whole blocks, whose places are the centres of their pixels.
    pub(super) whole: bool,
    /// To the right, up, and w, where the formula asks for it.
    pub(super) places: [&'a [f32]; 3],
    /// The distance from the places at which values are taken.
    pub(super) moved: [f32; 2],
    pub(super) formula: Formula<'a>,
    pub(super) to: &'a mut [T],
    pub(super) form: F,
}

impl<T: Clone, F: Fn(f32) -> T> Pass for Fill<'_, T, F> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let ([right, up, w], form) = (self.places, self.form);
        let [x, y] = self.moved;
        for (block, lanes) in self.blocks {
            let lanes = lanes.clone();
            let to = &mut self.to[lanes.clone()];
            let place = if self.whole {
                CENTRES.each_ref().map(|centres| &centres[..])
            } else {
                [&right[lanes.clone()], &up[lanes.clone()]]
            };
            match self.formula {
                Formula::Constant(value) => to.fill(form(value)),
                Formula::Linear(plane) => {
                    let plane = plane.anchored(*block);
                    if plane.is_finite() {
                        put(place, to, |[right, up]| form(plane.at(right, up)));
                    } else {
                        put(place, to, |[right, up]| form(canonical(plane.at(right, up))));
                    }
                }
                Formula::Perspective(plane) => {
                    let plane = plane.anchored(*block);
                    let place = [place[0], place[1], &w[lanes]];
                    if plane.is_finite() {
                        put(place, to, |[right, up, w]| form(plane.at(right, up) * w));
                    } else {
                        put(place, to, |[right, up, w]| {
                            form(canonical(plane.at(right, up) * w))
                        });
                    }
                }
                Formula::Depth(plane) => {
                    let plane = plane.anchored(*block);
                    put(place, to, |[right, up]| form(plane.at(right + x, up + y)));
                }
                Formula::Multiplier(plane) => {
                    let plane = plane.anchored(*block);
                    put(place, to, |[right, up]| form(multiplier(&plane, right, up)));
                }
            }
        }
    }
}

/// Keeps the values that lanes have of theirs in other planes: those of blocks, of groups of quads and of quads, in loops
/// of constant length, which become vector code without remainders.
#[inline(always)]
fn put<const N: usize, T>(from: [&[f32]; N], to: &mut [T], value: impl Fn([f32; N]) -> T) {
    let at = put_by::<WINDOW, N, T>(from, to, 0, &value);
    let at = put_by::<16, N, T>(from, to, at, &value);
    put_by::<4, N, T>(from, to, at, &value);
}

/// The same for as many lanes from number `first` on as are a multiple of `EACH`; the number of the lane behind them.
#[inline(always)]
fn put_by<const EACH: usize, const N: usize, T>(
    from: [&[f32]; N],
    to: &mut [T],
    first: usize,
    value: &impl Fn([f32; N]) -> T,
) -> usize {
    let chunks = to[first..].as_chunks_mut::<EACH>().0;
    let end = first + chunks.len() * EACH;
    for (at, to) in chunks.iter_mut().enumerate() {
        let from = from.map(|plane| &plane[first..].as_chunks::<EACH>().0[at]);
        for lane in 0..EACH {
            to[lane] = value(from.map(|plane| plane[lane]));
        }
    }
    end
}
