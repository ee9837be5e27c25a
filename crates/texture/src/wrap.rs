//! Wrapping: from a texture coordinate to the texels that a filter reads along one axis.
//!
//! Positions are kept in double precision, where the product of a single-precision coordinate and a size is
//! exact; so the texels chosen, and the weights to the last bit of a single, are those of exact arithmetic.

use crate::Wrap;

/// Stands for a texel outside the image, whose colour is the border's.
pub const BORDER: u32 = u32::MAX;

/// The texels that a filter reads along one axis.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Axis {
    /// The texels, or [`BORDER`]; the second is used where `taps` is 2.
    pub texels: [u32; 2],
    /// The weight of each texel; they add up to 1.
    pub weights: [f64; 2],
    /// The number of texels that are read: 1 or 2.
    pub taps: usize,
}

impl Axis {
    /// One texel with the whole weight.
    pub fn single(texel: u32) -> Axis {
        Axis {
            texels: [texel, texel],
            weights: [1.0, 0.0],
            taps: 1,
        }
    }
}

/// Coordinates from here on are even integers, if finite.
const INTEGER_COORDINATES: f64 = 33_554_432.0;

/// Further from the image than any offset and any size can bring back.
const FAR_AWAY: f64 = 1_099_511_627_776.0;

/// The position, in texels, of the coordinate `dividend / divisor` on an axis of `scale` texels (1 for
/// coordinates that count texels already).
///
/// NaN is taken as 0. Infinities are far outside, and 0 for the modes that repeat, like every other coordinate
/// of at least 2²⁵, all of which are even.
#[inline]
pub fn position(dividend: f64, divisor: f64, scale: f64, wrap: Wrap) -> f64 {
    // A division by 1 changes nothing, but takes its time.
    let (coordinate, position) = if divisor == 1.0 {
        (dividend, dividend * scale)
    } else {
        (dividend / divisor, dividend * scale / divisor)
    };
    if coordinate.abs() < INTEGER_COORDINATES {
        position
    } else if coordinate.is_nan() || matches!(wrap, Wrap::Repeat | Wrap::MirroredRepeat) {
        0.0
    } else {
        FAR_AWAY.copysign(coordinate)
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
pub fn nearest(position: f64, offset: i32, size: u32, wrap: Wrap) -> u32 {
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

/// The two texels around a position, moved by a texel offset, on an axis of `size` texels, and their weights.
///
/// Sources: OpenGL 2.1 section 3.8.8 (equations before 3.26), EXT_gpu_shader4 section 3.8.8 and table X.19.
#[inline]
pub fn linear(position: f64, offset: i32, size: u32, wrap: Wrap) -> Axis {
    let (whole, mut fraction) = split(position - 0.5);
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
        weights: [1.0 - fraction, fraction],
        taps: 2,
    }
}

/// The greatest integer that is not above a position, and the rest. Positions are far below 2⁶³.
#[inline]
fn split(position: f64) -> (i64, f64) {
    let truncated = position as i64;
    let whole = if truncated as f64 > position {
        truncated - 1
    } else {
        truncated
    };
    (whole, position - whole as f64)
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
