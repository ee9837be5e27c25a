//! Filtering within one image: which texels, with which weights, and their sum.
//!
//! Sums are formed in double precision in the order of OpenGL 2.1 equation 3.26 and rounded once at the end of
//! the lookup. A texel of weight 0 is not read, so that an infinite neighbour does not turn a texel's very
//! centre into NaN.

use crate::wrap::{self, Axis, BORDER};
use crate::{BoundTexture, Extent, Format, Image, MagnificationFilter, shadow};
use quadrille_isa::gl::texture::LayerAxis;

/// The place that a lookup reads, before any level is chosen.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Point {
    /// s, t and r, times the divisor; on a cube map s and t on the face.
    pub coordinates: [f64; 3],
    /// The divisor of the coordinates: 1 but for cube maps.
    pub divisor: f64,
    /// The face of a cube map; 0 elsewhere.
    pub face: u32,
    /// The layer (of a cube array: the layer-face), already rounded but not clamped.
    pub layer: f64,
    /// The reference value of a depth comparison, already clamped where the format asks for it.
    pub reference: Option<f64>,
    /// The texel offset.
    pub offset: [i32; 3],
}

/// The texels that a filter reads in an image: one or two on each axis.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Footprint {
    /// The axes x, y and z.
    pub axes: [Axis; 3],
}

impl Footprint {
    /// The texels around a point in an image of a bound texture.
    pub(crate) fn new(
        bound: &BoundTexture,
        extent: Extent,
        point: &Point,
        filter: MagnificationFilter,
    ) -> Footprint {
        let row = bound.row();
        let sizes = extent.sizes();
        let mut axes = [Axis::single(0); 3];
        for (axis, size) in sizes.into_iter().enumerate().take(row.dimensions) {
            let wrap = bound.sampler().wrap[axis];
            let scale = if row.is_mipmapped() { f64::from(size) } else { 1.0 };
            let position = wrap::position(point.coordinates[axis], point.divisor, scale, wrap);
            axes[axis] = match filter {
                MagnificationFilter::Nearest => {
                    Axis::single(wrap::nearest(position, point.offset[axis], size, wrap))
                }
                MagnificationFilter::Linear => wrap::linear(position, point.offset[axis], size, wrap),
            };
        }
        match row.layers {
            LayerAxis::None => {}
            LayerAxis::Height => axes[1] = Axis::single(layer(point.layer, sizes[1])),
            LayerAxis::Depth => axes[2] = Axis::single(layer(point.layer, sizes[2])),
        }
        Footprint { axes }
    }

    /// The sum of the texels' values, each with its weight.
    #[inline]
    fn sum(&self, image: &Image, value: impl Fn(Option<usize>) -> [f64; 4]) -> [f64; 4] {
        let [x, y, z] = &self.axes;
        if x.taps * y.taps * z.taps == 1 {
            return value(self.index(image, [0; 3]));
        }
        let mut sum = [0.0; 4];
        for k in 0..z.taps {
            for j in 0..y.taps {
                for i in 0..x.taps {
                    let weight = x.weights[i] * y.weights[j] * z.weights[k];
                    if weight == 0.0 {
                        continue;
                    }
                    let value = value(self.index(image, [i, j, k]));
                    for (sum, value) in sum.iter_mut().zip(value) {
                        *sum += weight * value;
                    }
                }
            }
        }
        sum
    }

    /// The number of a texel of the footprint in its image, or `None` for the border.
    #[inline]
    pub(crate) fn index(&self, image: &Image, [i, j, k]: [usize; 3]) -> Option<usize> {
        let [x, y, z] = &self.axes;
        let texel = [x.texels[i], y.texels[j], z.texels[k]];
        if texel.contains(&BORDER) {
            None
        } else {
            Some(image.index(texel, 0))
        }
    }
}

/// The layer that is read: clamped to those that exist, 0 for NaN (EXT_texture_array section 3.8.8).
fn layer(layer: f64, layers: u32) -> u32 {
    // `as` takes NaN and negative numbers to 0.
    (layer as u32).min(layers - 1)
}

/// The value of one texel: its colour, or the result of its comparison in all four components. `format` is the
/// image's.
#[inline(always)]
pub(crate) fn texel(
    bound: &BoundTexture,
    image: &Image,
    format: Format,
    index: Option<usize>,
    point: &Point,
) -> [f64; 4] {
    let color = match index {
        Some(index) => image.color_as(format, index),
        None => bound.border(),
    };
    match point.reference {
        Some(reference) => [shadow::compare(bound.sampler().compare_function, reference, color[0]); 4],
        None => color,
    }
}

/// The filtered value of an image at a point.
pub(crate) fn filtered(
    bound: &BoundTexture,
    image: &Image,
    point: &Point,
    filter: MagnificationFilter,
) -> [f64; 4] {
    let footprint = Footprint::new(bound, image.extent(), point, filter);
    // With a constant for the format its decoder is compiled into the loop; the formats named are those that
    // programs use most.
    macro_rules! sum {
        ($($format:ident)*) => {
            match image.format() {
                $(Format::$format => {
                    footprint.sum(image, |index| texel(bound, image, Format::$format, index, point))
                })*
                other => footprint.sum(image, |index| texel(bound, image, other, index, point)),
            }
        };
    }
    sum!(Rgba8 Rgba16F Rgba32F Depth24 Depth32F)
}
