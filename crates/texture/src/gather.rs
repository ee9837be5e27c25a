//! Gathers: one component of each of the four texels that a linear filter would read (TXG), or of four texels
//! with offsets of their own (TXGO).
//!
//! Sources: NV_gpu_program5 sections 2.X.8.Z, TXG and TXGO; ARB_texture_gather.

use crate::filter::{self, Footprint, Point};
use crate::format::FormatKind;
use crate::format::encoding::canonical;
use crate::lookup::{Lookup, Results, lane_of};
use crate::{BoundTexture, MagnificationFilter, seamless};

/// Which texels a gather takes, beside its lookup.
#[derive(Clone, Copy, Debug)]
pub enum Gather<'a> {
    /// The four texels of the linear footprint, in the order (i0, j1), (i1, j1), (i1, j0), (i0, j0). The lookup's
    /// offset moves all of them.
    Footprint,
    /// Texel (i0, j0) four times, each with its own offset: the slices are x, y, z and w of the operand with the
    /// offsets in s, and of that with the offsets in t. The lookup's own offset is not used.
    Offsets([&'a [i32]; 4], [&'a [i32]; 4]),
}

/// The texels of the footprint on (x, y), in the order of the result's components.
const ORDER: [[usize; 2]; 4] = [[0, 1], [1, 1], [1, 0], [0, 0]];

impl BoundTexture {
    /// Gathers `component` (0 to 3, after the swizzle) of four texels of the base level for each lane of a batch.
    /// With a SHADOW target and a texture that compares, each is the result of the texel's comparison.
    ///
    /// The lookup's level of detail is not used. A texture that is incomplete or has another target counts as
    /// four texels (0, 0, 0, 1).
    pub fn gather(
        &self,
        lookup: &Lookup<'_>,
        gather: Gather<'_>,
        component: usize,
        results: &mut Results<'_>,
    ) {
        let lanes = results.iter().map(|plane| plane.len()).min().unwrap_or(0);
        for lane in 0..lanes {
            let result = self.gather_lane(lookup, gather, component, lane);
            for (plane, component) in results.iter_mut().zip(result) {
                plane[lane] = component;
            }
        }
    }

    /// The result of one lane of a batch.
    pub fn gather_lane(
        &self,
        lookup: &Lookup<'_>,
        gather: Gather<'_>,
        component: usize,
        lane: usize,
    ) -> [u32; 4] {
        let component = component.min(3);
        let absent = [self.absent()[component]; 4];
        if !self.serves(lookup.access) {
            return absent;
        }
        let mut point = lookup.point(self, lane);
        if matches!(gather, Gather::Footprint) && self.is_seamless() && self.kind() == FormatKind::Float {
            return self.gather_seamless(&point, component).unwrap_or(absent);
        }
        let Some(image) = self.image(self.sampler().base_level, point.face) else {
            return absent;
        };
        let mut footprint = Footprint::new(self, image.extent(), &point, MagnificationFilter::Linear);
        let mut result = [0; 4];
        for (texel, order) in ORDER.into_iter().enumerate() {
            let [i, j] = match gather {
                Gather::Footprint => order,
                Gather::Offsets(s, t) => {
                    point.offset = [lane_of(s[texel], lane), lane_of(t[texel], lane), 0];
                    footprint = Footprint::new(self, image.extent(), &point, MagnificationFilter::Linear);
                    [0, 0]
                }
            };
            let index = footprint.index(image, [i, j, 0]);
            result[texel] = if self.kind() != FormatKind::Float {
                self.swizzled(self.integer_color(image, index), 0, 1)[component]
            } else {
                let value = filter::texel(self, image, image.format(), index, &point);
                canonical(self.gathered(value, component, &point))
            };
        }
        result
    }

    /// Four texels of a seamless cube map.
    fn gather_seamless(&self, point: &Point, component: usize) -> Option<[u32; 4]> {
        let footprint = seamless::Footprint::new(self, self.sampler().base_level, point)?;
        let values = footprint.values(self, point);
        Some(ORDER.map(|[i, j]| canonical(self.gathered(values[j][i], component, point))))
    }

    /// The component that is gathered of a texel, or the result of its comparison.
    fn gathered(&self, value: [f32; 4], component: usize, point: &Point) -> f32 {
        match point.reference {
            Some(_) => value[0],
            None => self.finish(filter::color(self, value))[component],
        }
    }
}
