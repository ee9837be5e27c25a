//! Filtering within one image: which texels, with which weights, and their mean.
//!
//! Texels are mixed in binary32, 8-bit components as numbers from 0 to 255, along x, then y, then z, each operation rounded:
//! equation 3.26 of OpenGL 2.1 axis by axis. Texels that are all equal give that texel, bit for bit. One of weight 0 has no
//! effect, so that an infinite neighbour does not turn a texel's very centre into NaN.

use crate::format::unorm8::unorm8_of;
use crate::wrap::{self, Axis, BORDER};
use crate::{BoundTexture, Extent, Format, Image, MagnificationFilter, shadow};
use quadrille_isa::gl::texture::LayerAxis;
use quadrille_numerics::binary32::floor;

/// The place that a lookup reads, before any level is chosen.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Point {
    /// s, t and r; on a cube map s and t on the face.
    pub coordinates: [f32; 3],
    /// The face of a cube map; 0 elsewhere.
    pub face: u32,
    /// The layer (of a cube array: the layer-face), already rounded but not clamped.
    pub layer: f32,
    /// The reference value of a depth comparison, already clamped where the format asks for it.
    pub reference: Option<f32>,
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
    #[inline]
    pub(crate) fn new(
        bound: &BoundTexture,
        extent: Extent,
        point: &Point,
        filter: MagnificationFilter,
    ) -> Footprint {
        let row = bound.row();
        let sizes = extent.sizes();
        let mut footprint = Footprint {
            axes: [Axis::single(0); 3],
        };
        let axes = &mut footprint.axes;
        for (axis, size) in sizes.into_iter().enumerate().take(row.dimensions) {
            let wrap = bound.wrap(axis);
            let position = wrap::position(point.coordinates[axis], size, row.is_mipmapped(), wrap);
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
        footprint
    }

    /// The mean of the texels' values by their weights. Values are `finite` where no texel can be infinite or NaN.
    #[inline(always)]
    fn mean(&self, image: &Image, finite: bool, value: impl Fn(Option<usize>) -> [f32; 4]) -> [f32; 4] {
        let [x, y, z] = &self.axes;
        let at = |i, j, k| value(self.index(image, [i, j, k]));
        if x.taps() * y.taps() * z.taps() == 1 {
            return at(0, 0, 0);
        }
        let mut volume = [0.0; 4];
        for k in 0..z.taps() {
            let mut plane = [0.0; 4];
            for j in 0..y.taps() {
                let mut row = at(0, j, k);
                if x.taps() == 2 {
                    row = mix(row, at(1, j, k), x.fraction, finite);
                }
                plane = if j == 0 {
                    row
                } else {
                    mix(plane, row, y.fraction, finite)
                };
            }
            volume = if k == 0 {
                plane
            } else {
                mix(volume, plane, z.fraction, finite)
            };
        }
        volume
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

/// Two values, of which the second has the weight `fraction`, between 0 and 1: `a - f (a - b)`, so that equal values give
/// that value bit for bit, or `(1 - f) a + f b` where the difference is infinite or NaN, so that infinities and numbers near
/// the largest one come out as the weights say. Where both values are `finite` and small there is no such difference.
/// Without a weight the second value has no effect.
#[inline(always)]
pub(crate) fn mix(a: [f32; 4], b: [f32; 4], fraction: f32, finite: bool) -> [f32; 4] {
    if fraction == 0.0 {
        return a;
    }
    let differences = [a[0] - b[0], a[1] - b[1], a[2] - b[2], a[3] - b[3]];
    if finite
        || differences
            .iter()
            .all(|difference| difference.abs() < f32::INFINITY)
    {
        return [0, 1, 2, 3].map(|index| a[index] - fraction * differences[index]);
    }
    [0, 1, 2, 3].map(|index| {
        if differences[index].abs() < f32::INFINITY {
            a[index] - fraction * differences[index]
        } else {
            (1.0 - fraction) * a[index] + fraction * b[index]
        }
    })
}

/// The layer that a coordinate selects before it is clamped: `⌊x + ½⌋` (EXT_texture_array section 3.8.8), without
/// rounding a sum.
pub(crate) fn nearest_layer(coordinate: f32) -> f32 {
    let whole = floor(coordinate);
    if coordinate - whole >= 0.5 {
        whole + 1.0
    } else {
        whole
    }
}

/// The layer that is read: clamped to those that exist, 0 for NaN (EXT_texture_array section 3.8.8).
fn layer(layer: f32, layers: u32) -> u32 {
    // `as` takes NaN and negative numbers to 0.
    (layer as u32).min(layers - 1)
}

/// The value of one texel, as means are made of it: its colour, as [`BoundTexture::mixes_bytes`] says, or the result of its
/// comparison in all four components. `format` is the image's.
#[inline(always)]
pub(crate) fn texel(
    bound: &BoundTexture,
    image: &Image,
    format: Format,
    index: Option<usize>,
    point: &Point,
) -> [f32; 4] {
    let color = match index {
        Some(index) if bound.mixes_bytes() => image.bytes_as(format, index),
        Some(index) => image.color_as(format, index),
        None if bound.mixes_bytes() => bound.border().map(|component| (255.0 * component).round()),
        None => bound.border(),
    };
    // Only depths are compared, which is known at compile time where the format is.
    match point.reference {
        Some(reference) if format.is_depth() => {
            [shadow::compare(bound.sampler().compare_function, reference, color[0]); 4]
        }
        _ => color,
    }
}

/// The value where there is no image: (0, 0, 0, 1).
pub(crate) fn nothing(bound: &BoundTexture) -> [f32; 4] {
    let one = if bound.mixes_bytes() { 255.0 } else { 1.0 };
    [0.0, 0.0, 0.0, one]
}

/// What a mean of values is as a colour.
#[inline(always)]
pub(crate) fn color(bound: &BoundTexture, mean: [f32; 4]) -> [f32; 4] {
    match bound.mixes_bytes() {
        true => mean.map(unorm8_of),
        false => mean,
    }
}

/// The filtered value of an image at a point.
pub(crate) fn filtered(
    bound: &BoundTexture,
    image: &Image,
    point: &Point,
    filter: MagnificationFilter,
) -> [f32; 4] {
    let footprint = Footprint::new(bound, image.extent(), point, filter);
    // With a constant for the format its decoder is compiled into the loop; the formats named are those that
    // programs use most.
    macro_rules! mean {
        ($($format:ident)*) => {
            match image.format() {
                $(Format::$format => {
                    let finite = Format::$format.row().encoding.is_fixed_point();
                    footprint.mean(image, finite, |index| texel(bound, image, Format::$format, index, point))
                })*
                other => footprint.mean(image, false, |index| texel(bound, image, other, index, point)),
            }
        };
    }
    mean!(Rgba8 Rgba16F Rgba32F Depth24 Depth32F)
}
