//! Wrapping: from a texture coordinate to the texels that a filter reads along one axis.
//!
//! Positions are binary32, and each operation is rounded, in the order written here and in docs/textures.md. Modes
//! that repeat take the coordinate's place in one copy of the image before they count texels, so that a position is as
//! fine in the thousandth copy as in the first.

use crate::Wrap;
use quadrille_numerics::binary32::floor;

/// Stands for a texel outside the image, whose colour is the border's.
pub const BORDER: u32 = u32::MAX;

/// The texels that a filter reads along one axis.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Axis {
    /// The texels, or [`BORDER`].
    pub texels: [u32; 2],
    /// The weight of the second texel, from 0 to below 1; the first has the rest. With 0 the second is not read.
    pub fraction: f32,
}

impl Axis {
    /// One texel with the whole weight.
    pub fn single(texel: u32) -> Axis {
        Axis {
            texels: [texel, texel],
            fraction: 0.0,
        }
    }

    /// The number of texels that are read: 1 where the second has no weight, else 2.
    #[inline]
    pub(crate) fn taps(&self) -> usize {
        if self.fraction == 0.0 { 1 } else { 2 }
    }
}

/// The bound of positions, beyond any image. What is outside reads the same wherever it is, so another bound beyond
/// the image gives the same bits.
const FAR_AWAY: f32 = 1_073_741_824.0;

/// The largest number below 1.
const BELOW_ONE: f32 = 1.0 - f32::EPSILON / 2.0;

/// The position, in texels, of a coordinate on an axis of `size` texels; where coordinates are not `normalized` they
/// count texels already.
///
/// NaN is taken as 0, and so are infinities where the mode repeats; elsewhere they are far outside. Repetition is
/// `s - floor(s)`, from 0 to 1, and mirrored repetition `s - 2 floor(s / 2)`, from 0 to 2, which may both be reached
/// by rounding.
#[inline]
pub fn position(coordinate: f32, size: u32, normalized: bool, wrap: Wrap) -> f32 {
    let position = if normalized {
        let inside = match wrap {
            // Their floor is 0.
            Wrap::Repeat if (0.0..1.0).contains(&coordinate) => coordinate,
            Wrap::Repeat => coordinate - floor(coordinate),
            Wrap::MirroredRepeat => coordinate - 2.0 * floor(0.5 * coordinate),
            Wrap::Clamp
            | Wrap::ClampToEdge
            | Wrap::ClampToBorder
            | Wrap::MirrorClamp
            | Wrap::MirrorClampToEdge
            | Wrap::MirrorClampToBorder => coordinate,
        };
        inside * size as f32
    } else {
        coordinate
    };
    if position.abs() <= FAR_AWAY {
        position
    } else if position.is_nan() {
        0.0
    } else {
        FAR_AWAY.copysign(position)
    }
}

/// The texel nearest to a position, moved by a texel offset, on an axis of `size` texels.
///
/// Sources: OpenGL 2.1 section 3.8.7 and equation 3.23, EXT_texture_mirror_clamp section 3.8.7, EXT_gpu_shader4
/// section 3.8.8 for the offset. A position on the seam of two texels belongs to the right one, in mirrored
/// parts to the one that is right before mirroring, because these specifications mirror before they round. A
/// position of exactly `size` is border under CLAMP_TO_BORDER (EXT_gpu_shader4 table X.19; equation 3.23 speaks
/// of clamped coordinates only).
#[inline]
pub fn nearest(position: f32, offset: i32, size: u32, wrap: Wrap) -> u32 {
    let (whole, fraction) = split(position);
    let texel = whole + i64::from(offset);
    let size = i64::from(size);
    // Mirroring maps the cell [-2, -1) to (1, 2], whose closed end belongs to the next texel.
    let reflect = |texel: i64| if fraction == 0.0 { -texel } else { -1 - texel };
    let texel = match wrap {
        Wrap::Repeat => modulo(texel, size),
        Wrap::MirroredRepeat => {
            let texel = modulo(texel, 2 * size);
            let mirrored = if texel < size {
                texel
            } else {
                2 * size + reflect(texel)
            };
            mirrored.min(size - 1)
        }
        Wrap::Clamp | Wrap::ClampToEdge => texel.clamp(0, size - 1),
        Wrap::ClampToBorder => texel,
        Wrap::MirrorClamp | Wrap::MirrorClampToEdge => {
            (if texel < 0 { reflect(texel) } else { texel }).min(size - 1)
        }
        Wrap::MirrorClampToBorder => {
            if texel < 0 {
                reflect(texel)
            } else {
                texel
            }
        }
    };
    inside_or_border(texel, size)
}

/// The first of the two texels around a position on an axis that goes on at both ends, and the weight of the second.
pub(crate) fn around(position: f32) -> (i64, f32) {
    let position = if position.is_nan() {
        0.0
    } else {
        position.clamp(-FAR_AWAY, FAR_AWAY)
    };
    let (whole, fraction) = split(position - 0.5);
    (whole, if fraction < BELOW_ONE { fraction } else { BELOW_ONE })
}

/// The two texels around a position, moved by a texel offset, on an axis of `size` texels, and their weights.
///
/// Sources: OpenGL 2.1 section 3.8.8 (equations before 3.26), EXT_gpu_shader4 section 3.8.8 and table X.19.
#[inline]
pub fn linear(position: f32, offset: i32, size: u32, wrap: Wrap) -> Axis {
    let (whole, fraction) = split(position - 0.5);
    // Next below an integer the rest is rounded to 1.
    let mut fraction = if fraction < BELOW_ONE { fraction } else { BELOW_ONE };
    let mut first = whole + i64::from(offset);
    let size = i64::from(size);
    if matches!(wrap, Wrap::Clamp | Wrap::MirrorClamp) {
        // CLAMP clamps the position, not the texel, so that outside half a texel and half border are mixed.
        let low = if wrap == Wrap::Clamp { -1 } else { -size - 1 };
        let high = size - 1;
        if first < low || first == low && fraction < 0.5 {
            (first, fraction) = (low, 0.5);
        } else if first > high || first == high && fraction > 0.5 {
            (first, fraction) = (high, 0.5);
        }
    }
    let wrapped = |texel: i64| {
        let texel = match wrap {
            Wrap::Repeat => modulo(texel, size),
            Wrap::MirroredRepeat => {
                let texel = modulo(texel, 2 * size);
                if texel < size { texel } else { 2 * size - 1 - texel }
            }
            Wrap::ClampToEdge => texel.clamp(0, size - 1),
            Wrap::Clamp | Wrap::ClampToBorder => texel,
            Wrap::MirrorClamp | Wrap::MirrorClampToBorder => mirror(texel),
            Wrap::MirrorClampToEdge => mirror(texel).min(size - 1),
        };
        inside_or_border(texel, size)
    };
    Axis {
        texels: [wrapped(first), wrapped(first + 1)],
        fraction,
    }
}

/// The greatest integer that is not above a position, and the rest.
#[inline]
fn split(position: f32) -> (i64, f32) {
    // Positions are at most FAR_AWAY, so the conversion only cuts off.
    let truncated = position as i32;
    let (integer, whole) = if truncated as f32 > position {
        (truncated - 1, truncated as f32 - 1.0)
    } else {
        (truncated, truncated as f32)
    };
    (i64::from(integer), position - whole)
}

/// The remainder that is not negative. Most texels are inside already or in a neighbouring copy of the image.
#[inline]
fn modulo(texel: i64, size: i64) -> i64 {
    if (0..size).contains(&texel) {
        texel
    } else {
        texel.rem_euclid(size)
    }
}

/// Mirrors at 0: -1 becomes 0.
#[inline]
fn mirror(texel: i64) -> i64 {
    if texel < 0 { -1 - texel } else { texel }
}

#[inline]
fn inside_or_border(texel: i64, size: i64) -> u32 {
    if (0..size).contains(&texel) {
        texel as u32
    } else {
        BORDER
    }
}
