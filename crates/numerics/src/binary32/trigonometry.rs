//! Sine and cosine.

use super::reduction::{Reduced, reduce_large, reduce_small};
use super::{INFINITY, NAN, Real, SIGN, Word, from_bits, magnitude, polynomial};

/// Angles of a smaller magnitude in radians are small: [`sine_of_small`] and [`cosine_of_small`] take them.
pub const SMALL_ANGLES: f32 = 32768.0;

/// `(sin(r) − r) / r³` by powers of r² for |r| <= π/4, relative error of the sine 3.7e-9 before rounding.
const SINE: [f32; 3] = from_bits([0xbe2a_aaa3, 0x3c08_83be, 0xb94c_aadc]);

/// `(cos(r) − 1 + r²/2) / r⁴` by powers of r² for |r| <= π/4, error of the cosine 1.1e-10 before rounding.
const COSINE: [f32; 3] = from_bits([0x3d2a_aaa5, 0xbab6_060d, 0x37cc_f076]);

/// Sine of an angle in radians, whatever its size.
///
/// Error at most 0.79 of the larger of 2 ulp and 2^-24 (9.40e-8 absolute, at 2.65e31): near a multiple of π
/// other than 0 the result is small and has that absolute error. ±0 gives ±0; ±Inf and NaN give [`NAN`]. Odd to the bit.
///
/// This branches; for many lanes use [`sine_of_small`], and [`sine_of_large`] where it is needed.
#[must_use]
#[inline]
pub fn sine(angle: f32) -> f32 {
    if angle.abs() < SMALL_ANGLES {
        sine_of_small(angle)
    } else {
        sine_of_large(angle)
    }
}

/// Cosine of an angle in radians, whatever its size.
///
/// Error at most 0.79 of the larger of 2 ulp and 2^-24 (9.42e-8 absolute, at 1.49e14). ±0 gives 1; ±Inf and
/// NaN give [`NAN`]. Even to the bit.
///
/// This branches; for many lanes use [`cosine_of_small`], and [`cosine_of_large`] where it is needed.
#[must_use]
#[inline]
pub fn cosine(angle: f32) -> f32 {
    if angle.abs() < SMALL_ANGLES {
        cosine_of_small(angle)
    } else {
        cosine_of_large(angle)
    }
}

/// Sine of an angle in radians of magnitude below [`SMALL_ANGLES`]. 34 operations, no branch.
///
/// Error at most 9.38e-8 (at 2100.9). Other angles give numbers without meaning.
#[must_use]
#[inline(always)]
pub fn sine_of_small<R: Real>(angle: R) -> R {
    let Reduced { quadrant, rest } = reduce_small(angle);
    quarter(quadrant, rest, angle.word())
}

/// Cosine of an angle in radians of magnitude below [`SMALL_ANGLES`]. 34 operations, no branch.
///
/// Error at most 9.38e-8 (at 16231.9). Other angles give numbers without meaning.
#[must_use]
#[inline(always)]
pub fn cosine_of_small<R: Real>(angle: R) -> R {
    let Reduced { quadrant, rest } = reduce_small(angle);
    let next = quadrant.plus(R::Word::constant(1));
    quarter(next, rest, R::Word::constant(0))
}

/// Sine of an angle in radians of magnitude [`SMALL_ANGLES`] and above: about 80 operations, some of them on integers
/// of 64 bits, and four reads of a table; no branch.
///
/// Error at most 9.40e-8 (at 2.65e31). Infinities and NaN give [`NAN`]; smaller angles give numbers without meaning.
#[must_use]
#[inline(always)]
pub fn sine_of_large(angle: f32) -> f32 {
    let Reduced { quadrant, rest } = reduce_large(angle);
    finish(angle, quarter(quadrant, rest, angle.to_bits()))
}

/// Cosine of an angle in radians of magnitude [`SMALL_ANGLES`] and above: about 80 operations, some of them on
/// integers of 64 bits, and four reads of a table; no branch.
///
/// Error at most 9.42e-8 (at 1.49e14). Infinities and NaN give [`NAN`]; smaller angles give numbers without meaning.
#[must_use]
#[inline(always)]
pub fn cosine_of_large(angle: f32) -> f32 {
    let Reduced { quadrant, rest } = reduce_large(angle);
    finish(angle, quarter(quadrant.wrapping_add(1), rest, 0))
}

/// Sine of `quadrant · π/2 + rest`, its sign changed by that of `sign`.
#[inline(always)]
fn quarter<R: Real>(quadrant: R::Word, rest: R, sign: R::Word) -> R {
    let square = rest * rest;
    let sine = rest + (rest * square) * polynomial(&SINE, square);
    let head = R::constant(1.0) - R::constant(0.5) * square;
    let cosine = head + polynomial(&COSINE, square) * (square * square);
    let [none, odd] = [0, 1].map(R::Word::constant);
    let magnitude = R::select((quadrant & odd).same(none), sine, cosine);
    // The second bit of the quadrant, where the sign is.
    let sign = (quadrant.shift_left(30) ^ sign) & R::Word::constant(SIGN);
    R::of_word(magnitude.word() ^ sign)
}

/// The result, but for an angle that has none.
#[inline(always)]
fn finish<R: Real>(angle: R, result: R) -> R {
    let is_finite = magnitude(angle).word().below(R::Word::constant(INFINITY));
    R::select(is_finite, result, R::constant(NAN))
}
