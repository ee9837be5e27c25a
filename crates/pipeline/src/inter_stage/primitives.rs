//! Primitives that are ready to be drawn, and in which bands they are.

use crate::framebuffer::Extent;
use crate::framebuffer::bounds::Bounds;
use crate::inter_stage::gradients::Gradients;
use crate::inter_stage::primitive_ref::Origin;
use crate::inter_stage::vertices::{MADE, VertexNumber, VertexRef, Vertices, shaded_vertex};
use crate::raster::{Covered, HalfPlane, Outline, Quads, triangle};

/// A primitive as setup leaves it. It is read where it lies: most of it is needed together, for few pixels.
pub(crate) struct SetupPrimitive {
    pub(crate) outline: CompactOutline,
    /// The pixels that it may cover.
    pub(crate) bounds: Bounds,
    pub(crate) gradients: Gradients,
    pub(crate) corners: [VertexNumber; 3],
    pub(crate) origin: Origin,
    /// Whether it is a point.
    pub(crate) point: bool,
}

/// An [`Outline`] in few bytes: of those that most primitives have, in place; of others the number.
#[derive(Clone, Copy)]
pub(crate) enum CompactOutline {
    Triangle(triangle::Corners),
    Covered(Covered),
    Square,
    /// One of [`Primitives::outlines`].
    Listed(u32),
}

/// The results of setup for the primitives of a run, in order.
#[derive(Default)]
pub(crate) struct Primitives {
    pub(crate) list: Vec<SetupPrimitive>,
    /// The quads of the outline whose pixels are looked for.
    pub(crate) quads: Quads,
    /// Outlines that are not kept with their primitives.
    outlines: Vec<Outline>,
    /// Of those that are cut, ascending, the number and where its half-planes end.
    cut_ends: Vec<(u32, u32)>,
    cuts: Vec<HalfPlane>,
    /// Vertices that clipping made.
    pub(crate) made: Vertices,
    /// Blocks of vertices of the run's own, if it has such.
    own: Vec<Vertices>,
    has_own: bool,
    /// For each band the primitives that may cover some of it, in order.
    pub(crate) bands: Vec<Vec<u32>>,
    /// Bands of a layer.
    layer_bands: usize,
    /// [`inverse`] of the rows of a band.
    band_rows_inverse: u64,
}

/// 2^32 divided by the rows of a band, rounded up.
fn inverse(band_rows: u32) -> u64 {
    (1_u64 << 32).div_ceil(u64::from(band_rows))
}

/// A row divided by the rows of a band, by their [`inverse`]: exact, as both are below 2^16.
#[inline(always)]
fn quotient(row: u64, inverse: u64) -> usize {
    ((row * inverse) >> 32) as usize
}

impl Primitives {
    /// `band_rows` are the rows of a band.
    pub(crate) fn new(varyings: usize, distances: usize, extent: Extent, band_rows: u32) -> Primitives {
        let mut primitives = Primitives::default();
        primitives.reshape(varyings, distances, extent, band_rows);
        primitives
    }

    /// Makes it one without primitives for another draw.
    pub(crate) fn reshape(&mut self, varyings: usize, distances: usize, extent: Extent, band_rows: u32) {
        self.clear();
        self.made.reshape(varyings, distances);
        for block in &mut self.own {
            block.reshape(varyings, distances);
        }
        self.layer_bands = extent.layer_bands(band_rows);
        self.bands
            .resize_with(self.layer_bands * extent.layers as usize, Vec::new);
        self.band_rows_inverse = inverse(band_rows);
    }

    pub(crate) fn clear(&mut self) {
        self.list.clear();
        self.outlines.clear();
        self.cut_ends.clear();
        self.cuts.clear();
        self.made.resize(0);
        self.has_own = false;
        self.bands.iter_mut().for_each(Vec::clear);
    }

    /// Keeps an outline for a primitive that is pushed later.
    pub(crate) fn keep(&mut self, outline: Outline) -> CompactOutline {
        if outline == Outline::Square {
            return CompactOutline::Square;
        }
        self.outlines.push(outline);
        CompactOutline::Listed(self.outlines.len() as u32 - 1)
    }

    /// The outline of a primitive.
    pub(crate) fn outline(&self, primitive: usize) -> Outline {
        match &self.list[primitive].outline {
            CompactOutline::Triangle(corners) => Outline::Triangle(corners.edges()),
            CompactOutline::Covered(covered) => Outline::Covered(*covered),
            CompactOutline::Square => Outline::Square,
            CompactOutline::Listed(number) => self.outlines[*number as usize],
        }
    }

    /// Adds a primitive whose bounds and layer lie in the framebuffer, and the half-planes that cut it. Inlined, so that it
    /// is built in place: a copy through the stack stalls on store forwarding.
    #[inline(always)]
    pub(crate) fn push(&mut self, new: SetupPrimitive, cuts: &[HalfPlane]) {
        let number = self.list.len() as u32;
        let band_of = |row: i32| quotient(row as u64, self.band_rows_inverse);
        let (first, last) = (band_of(new.bounds.y0), band_of(new.bounds.y1 - 1));
        // Of one layer there is nothing to choose.
        let is_layered = self.bands.len() > self.layer_bands;
        let below = if is_layered {
            new.origin.layer as usize * self.layer_bands
        } else {
            0
        };
        self.list.push(new);
        for band in &mut self.bands[below + first..=below + last] {
            band.push(number);
        }
        if !cuts.is_empty() {
            self.cuts.extend_from_slice(cuts);
            self.cut_ends.push((number, self.cuts.len() as u32));
        }
    }

    /// The half-planes that cut a primitive.
    pub(crate) fn cuts(&self, primitive: usize) -> &[HalfPlane] {
        // Most runs have none.
        if self.cut_ends.is_empty() {
            return &[];
        }
        let found = self
            .cut_ends
            .binary_search_by_key(&primitive, |(number, _)| *number as usize);
        found.map_or(&[], |at| {
            let start = at.checked_sub(1).map_or(0, |before| self.cut_ends[before].1);
            &self.cuts[start as usize..self.cut_ends[at].1 as usize]
        })
    }

    /// Takes blocks of vertices as its own, and gives others back.
    pub(crate) fn own(&mut self, blocks: Vec<Vertices>) -> Vec<Vertices> {
        self.has_own = true;
        std::mem::replace(&mut self.own, blocks)
    }

    /// A vertex by number: of those that are its own, if there are such, else of the draw's.
    pub(crate) fn vertex<'a>(&'a self, shaded: &'a [Vertices], number: VertexNumber) -> VertexRef<'a> {
        if number & MADE != 0 {
            return VertexRef {
                vertices: &self.made,
                at: (number & !MADE) as usize,
            };
        }
        shaded_vertex(if self.has_own { &self.own } else { shaded }, number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::framebuffer::MAX_SIZE;

    /// source: integer division, for every band that `Threads` has
    #[test]
    fn rows_have_their_bands() {
        for rows in (8..=MAX_SIZE).step_by(8) {
            let inverse = inverse(rows);
            let ends = (0..MAX_SIZE).step_by(rows as usize);
            let at_ends = ends.flat_map(|row| [row, row + rows / 2, row + rows - 1]);
            for row in at_ends {
                assert_eq!(
                    quotient(row.into(), inverse),
                    (row / rows) as usize,
                    "{row} {rows}"
                );
            }
        }
    }
}
