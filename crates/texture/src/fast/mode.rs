//! Wrap modes: from coordinates to positions, and from these to texels.

use super::axis::{BORDER, clamped};
use super::is_wide;
use quadrille_numerics::level::Simd;

/// A wrap mode, of which the passes are made.
pub(super) trait Mode {
    /// The position of a coordinate on an axis of so many texels, not far outside. `scale` is the size, or 1 where
    /// coordinates count texels.
    fn position<S: Simd>(s: f32, scale: f32, size: f32) -> f32;

    /// The texel at a position, of which so much is left behind its integer.
    fn nearest(texel: i32, rest: f32, size: i32) -> i32;

    /// The position less a half, within what both texels are the same beyond.
    fn shifted<S: Simd>(s: f32, scale: f32, size: f32) -> f32 {
        Self::position::<S>(s, scale, size) - 0.5
    }

    /// The right one of the two texels around a position.
    fn right(texel: i32, size: i32) -> i32;

    /// The left one.
    #[inline(always)]
    fn left(texel: i32, size: i32) -> i32 {
        Self::right(texel, size)
    }
}

/// REPEAT.
pub(super) struct Repeat;

impl Mode for Repeat {
    #[inline(always)]
    fn position<S: Simd>(s: f32, scale: f32, _: f32) -> f32 {
        repeated::<S>(s) * scale
    }

    #[inline(always)]
    fn nearest(texel: i32, _: f32, size: i32) -> i32 {
        // From 0 to the size, which is the first texel of the next copy.
        if texel > size - 1 { 0 } else { texel }
    }

    #[inline(always)]
    fn right(texel: i32, size: i32) -> i32 {
        // The right one is 0 at least and the size at most.
        if texel > size - 1 { 0 } else { texel }
    }

    #[inline(always)]
    fn left(texel: i32, size: i32) -> i32 {
        // It is -1 at least, which is beyond all others as a number without sign, and the last one at most.
        let last = size.wrapping_sub(1).cast_unsigned();
        texel.cast_unsigned().min(last).cast_signed()
    }
}

/// MIRRORED_REPEAT.
pub(super) struct Mirrored;

impl Mode for Mirrored {
    #[inline(always)]
    fn position<S: Simd>(s: f32, scale: f32, _: f32) -> f32 {
        mirrored(s) * scale
    }

    #[inline(always)]
    fn nearest(texel: i32, rest: f32, size: i32) -> i32 {
        let reflected = 2 * size - texel - i32::from(rest != 0.0);
        (if texel > size - 1 { reflected } else { texel }).min(size - 1)
    }

    #[inline(always)]
    fn right(texel: i32, size: i32) -> i32 {
        // From -1 to twice the size, which are both the first texel.
        (if texel > size - 1 {
            2 * size - 1 - texel
        } else {
            texel
        })
        .max(0)
    }
}

/// CLAMP_TO_EDGE, and CLAMP where no texels are mixed.
pub(super) struct ToEdge;

impl Mode for ToEdge {
    #[inline(always)]
    fn position<S: Simd>(s: f32, scale: f32, size: f32) -> f32 {
        // Outside the texel is the same wherever the position is.
        clamped(s * scale, 0.0, size)
    }

    #[inline(always)]
    fn nearest(texel: i32, _: f32, size: i32) -> i32 {
        texel.min(size - 1)
    }

    #[inline(always)]
    fn shifted<S: Simd>(s: f32, scale: f32, size: f32) -> f32 {
        // From here on outwards both texels are the one at the edge, whose mean is that whatever the weights.
        clamped(s * scale - 0.5, -1.0, size)
    }

    #[inline(always)]
    fn right(texel: i32, size: i32) -> i32 {
        texel.max(0).min(size - 1)
    }
}

/// That of seamless cube maps where texels are mixed: -1 and the size stand for texels of other faces.
pub(super) struct AcrossFaces;

impl Mode for AcrossFaces {
    #[inline(always)]
    fn position<S: Simd>(s: f32, scale: f32, size: f32) -> f32 {
        clamped(or_zero(s * scale), 0.0, size)
    }

    #[inline(always)]
    fn nearest(texel: i32, rest: f32, size: i32) -> i32 {
        ToEdge::nearest(texel, rest, size)
    }

    #[inline(always)]
    fn right(texel: i32, _: i32) -> i32 {
        texel
    }
}

/// CLAMP_TO_BORDER.
pub(super) struct ToBorder;

impl Mode for ToBorder {
    #[inline(always)]
    fn position<S: Simd>(s: f32, scale: f32, size: f32) -> f32 {
        // From here on outwards all is border.
        clamped(or_zero(s * scale), -2.0, size + 2.0)
    }

    #[inline(always)]
    fn nearest(texel: i32, _: f32, size: i32) -> i32 {
        inside_or_border(texel, size)
    }

    #[inline(always)]
    fn right(texel: i32, size: i32) -> i32 {
        inside_or_border(texel, size)
    }
}

/// CLAMP where texels are mixed: outside, half of the one at the edge and half of the border.
pub(super) struct HalfBorder;

impl Mode for HalfBorder {
    #[inline(always)]
    fn position<S: Simd>(s: f32, scale: f32, size: f32) -> f32 {
        ToEdge::position::<S>(s, scale, size)
    }

    #[inline(always)]
    fn nearest(texel: i32, rest: f32, size: i32) -> i32 {
        ToEdge::nearest(texel, rest, size)
    }

    #[inline(always)]
    fn shifted<S: Simd>(s: f32, scale: f32, size: f32) -> f32 {
        clamped(s * scale - 0.5, -0.5, size - 0.5)
    }

    #[inline(always)]
    fn right(texel: i32, size: i32) -> i32 {
        inside_or_border(texel, size)
    }
}

/// MIRROR_CLAMP_TO_EDGE, and MIRROR_CLAMP where no texels are mixed.
pub(super) struct MirroredToEdge;

impl Mode for MirroredToEdge {
    #[inline(always)]
    fn position<S: Simd>(s: f32, scale: f32, size: f32) -> f32 {
        MirroredToBorder::position::<S>(s, scale, size)
    }

    #[inline(always)]
    fn nearest(texel: i32, rest: f32, size: i32) -> i32 {
        reflected(texel, rest).min(size - 1)
    }

    #[inline(always)]
    fn right(texel: i32, size: i32) -> i32 {
        reflected(texel, 0.5).min(size - 1)
    }
}

/// MIRROR_CLAMP_TO_BORDER.
pub(super) struct MirroredToBorder;

impl Mode for MirroredToBorder {
    #[inline(always)]
    fn position<S: Simd>(s: f32, scale: f32, size: f32) -> f32 {
        // From here on outwards all is border, or the texel at the edge.
        clamped(or_zero(s * scale), -size - 2.0, size + 2.0)
    }

    #[inline(always)]
    fn nearest(texel: i32, rest: f32, size: i32) -> i32 {
        inside_or_border(reflected(texel, rest), size)
    }

    #[inline(always)]
    fn right(texel: i32, size: i32) -> i32 {
        inside_or_border(reflected(texel, 0.5), size)
    }
}

/// MIRROR_CLAMP where texels are mixed: outside, half of the one at the edge and half of the border.
pub(super) struct MirroredHalfBorder;

impl Mode for MirroredHalfBorder {
    #[inline(always)]
    fn position<S: Simd>(s: f32, scale: f32, size: f32) -> f32 {
        MirroredToEdge::position::<S>(s, scale, size)
    }

    #[inline(always)]
    fn nearest(texel: i32, rest: f32, size: i32) -> i32 {
        MirroredToEdge::nearest(texel, rest, size)
    }

    #[inline(always)]
    fn shifted<S: Simd>(s: f32, scale: f32, size: f32) -> f32 {
        clamped(or_zero(s * scale) - 0.5, -size - 0.5, size - 0.5)
    }

    #[inline(always)]
    fn right(texel: i32, size: i32) -> i32 {
        inside_or_border(reflected(texel, 0.5), size)
    }
}

/// The texel mirrored at 0; that of an integer position is the one that lay on its right.
#[inline(always)]
fn reflected(texel: i32, rest: f32) -> i32 {
    let mirrored = -texel - i32::from(rest != 0.0);
    if texel < 0 { mirrored } else { texel }
}

#[inline(always)]
fn or_zero(position: f32) -> f32 {
    if position.is_nan() { 0.0 } else { position }
}

#[inline(always)]
fn inside_or_border(texel: i32, size: i32) -> i32 {
    if texel.cast_unsigned() < size.cast_unsigned() {
        texel
    } else {
        BORDER.cast_signed()
    }
}

/// `s - floor(s)`, and 0 for infinities and NaN, as their positions are.
///
/// The distance to the nearest integer is exact, and so one rounding is left, that of the sum with 1, whose exact value
/// is that of the difference.
#[inline(always)]
fn repeated<S: Simd>(s: f32) -> f32 {
    if is_wide::<S>() {
        let fraction = s - s.floor();
        return if fraction > 0.0 { fraction } else { 0.0 };
    }
    const FRACTIONS: f32 = 8_388_608.0;
    let magnitude = s.abs();
    let nearest = (magnitude + FRACTIONS) - FRACTIONS;
    let distance = magnitude - nearest;
    let distance = if s < 0.0 { -distance } else { distance };
    let fraction = if distance < 0.0 { distance + 1.0 } else { distance };
    if magnitude < FRACTIONS { fraction } else { 0.0 }
}

/// `s - 2 floor(s / 2)`, and 0 for infinities and NaN.
#[inline(always)]
fn mirrored(s: f32) -> f32 {
    const INTEGERS: f32 = 8_388_608.0;
    let half = 0.5 * s;
    let magnitude = half.abs();
    let nearest = (magnitude + INTEGERS) - INTEGERS;
    let nearest = if half < 0.0 { -nearest } else { nearest };
    let floor = if nearest > half { nearest - 1.0 } else { nearest };
    if magnitude < INTEGERS {
        s - 2.0 * floor
    } else {
        0.0
    }
}
