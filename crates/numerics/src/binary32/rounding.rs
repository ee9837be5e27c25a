//! Rounding to integers, by additions: not every processor has an instruction for it.

use super::{Real, SIGN, Word, magnitude, unless_nan};

/// Numbers of this magnitude and above are integers; adding it to a smaller one rounds that to an integer.
const INTEGERS: f32 = 8_388_608.0;

/// The nearest integer, ties to even. Exact; keeps the sign, of zeros too, and infinities; NaN gives [`NAN`](super::NAN).
#[must_use]
#[inline(always)]
pub fn round<R: Real>(x: R) -> R {
    finish(x, signed(x, nearest(x)))
}

/// The largest integer not above `x`. Exact; keeps zeros and infinities with their sign; NaN gives
/// [`NAN`](super::NAN).
#[must_use]
#[inline(always)]
pub fn floor<R: Real>(x: R) -> R {
    let nearest = signed(x, nearest(x));
    finish(x, nearest - one_if(x.less(nearest)))
}

/// The smallest integer not below `x`. Exact; keeps zeros and infinities with their sign, and numbers above −1
/// and below 0 give −0; NaN gives [`NAN`](super::NAN).
#[must_use]
#[inline(always)]
pub fn ceiling<R: Real>(x: R) -> R {
    let sign = R::Word::constant(SIGN);
    let negated = R::of_word(x.word() ^ sign);
    let nearest = signed(negated, nearest(x));
    let below = nearest - one_if(negated.less(nearest));
    finish(x, R::of_word(below.word() ^ sign))
}

/// The integer next to `x` towards zero. Exact; keeps the sign, of zeros too, and infinities; NaN gives
/// [`NAN`](super::NAN).
#[must_use]
#[inline(always)]
pub fn truncate<R: Real>(x: R) -> R {
    let nearest = nearest(x);
    finish(x, signed(x, nearest - one_if(magnitude(x).less(nearest))))
}

/// The integer nearest to the magnitude, where that is below [`INTEGERS`].
#[inline(always)]
fn nearest<R: Real>(x: R) -> R {
    let integers = R::constant(INTEGERS);
    (magnitude(x) + integers) - integers
}

#[inline(always)]
fn one_if<R: Real>(mask: R::Mask) -> R {
    R::select(mask, R::constant(1.0), R::constant(0.0))
}

/// A magnitude with the sign of `x`.
#[inline(always)]
fn signed<R: Real>(x: R, magnitude: R) -> R {
    R::of_word(magnitude.word() | x.word() & R::Word::constant(SIGN))
}

/// The result for a number with a fraction; others are what they are.
#[inline(always)]
fn finish<R: Real>(x: R, rounded: R) -> R {
    let is_integer = R::constant(INTEGERS).less_or_equal(magnitude(x));
    unless_nan(x, R::select(is_integer, x, rounded))
}
