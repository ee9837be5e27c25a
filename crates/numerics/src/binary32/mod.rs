//! Elementary functions of binary32 made of binary32: the arithmetic of [`Ieee`](crate::environment::Ieee) and
//! [`Flushing`](crate::environment::Flushing), and of whatever engine computes many lanes at once.
//!
//! Each is a fixed sequence, over whatever [`Real`] is asked for, of `+ - *` rounded to nearest even, operations on
//! the 32 bits, compares and selects of values that are computed anyway: no branch, no table, no fused operation,
//! no binary64. So a loop over lanes becomes vector code of any width, and every width and every machine gives the
//! same bits. The only exceptions are the angles of 2^15 and beyond ([`sine_of_large`], [`cosine_of_large`]), which
//! read a table, and the conversions from integers that are exact.
//!
//! The coefficients are minimax polynomials found by Remez exchange and rounded to binary32 by a search of
//! neighbours. The errors stated are the largest over *all* arguments, measured against binary64 (`tests/binary32.rs`
//! repeats a part of the scan). A unit in the last place (ulp) is that of the true result.
//!
//! | function | error | exact |
//! |---|---|---|
//! | [`exp2`], [`exp2_flushed`] | 1.09 ulp | integers |
//! | [`log2`], [`log2_flushed`] | 1.15 ulp | powers of two |
//! | [`sine`], [`cosine`] | 0.80 of the larger of 2 ulp and 2^-24 | ±0 |
//! | [`power`], [`power_flushed`] | 2^-18 relative (2^-18.1 found) | powers of two to integers |
//! | [`floor`], [`ceiling`], [`truncate`], [`round`], [`exponent`], [`mantissa`] | none | all |
//!
//! **Special values.** Every NaN that is returned is [`NAN`]. It is selected by the argument, never by the
//! result, because additions to an exponent make numbers of NaN. Denormals are numbers, but for the functions
//! whose name says `flushed`: those read a denormal as zero and return zero for one.

mod exponential;
pub mod exponents;
mod logarithm;
mod parts;
mod power;
mod real;
mod reduction;
mod rounding;
mod trigonometry;

pub use exponential::{exp2, exp2_flushed};
pub use logarithm::{log2, log2_flushed};
pub use parts::{exponent, mantissa};
pub use power::{power, power_flushed};
pub use real::{Real, Word};
pub use rounding::{ceiling, floor, round, truncate};
pub use trigonometry::{
    SMALL_ANGLES, cosine, cosine_of_large, cosine_of_small, sine, sine_of_large, sine_of_small,
};

/// The canonical NaN of binary32: quiet, sign clear, no payload.
pub const NAN: f32 = f32::from_bits(0x7fc0_0000);

/// The bit of the sign.
const SIGN: u32 = 0x8000_0000;

/// The bits of +Inf; the magnitude of a NaN is above.
const INFINITY: u32 = 0x7f80_0000;

/// 1.5·2^23. A number of magnitude below 2^22 is rounded to an integer when this is added to it, and the
/// integer stands in the lowest bits of the sum.
const TO_INTEGER: f32 = 12_582_912.0;

/// `c[0] + x·(c[1] + x·(c[2] + …))`, from the inside out.
#[inline(always)]
fn polynomial<R: Real, const N: usize>(coefficients: &[f32; N], x: R) -> R {
    let mut sum = R::constant(coefficients[N - 1]);
    let mut next = N - 1;
    while next > 0 {
        next -= 1;
        sum = sum * x + R::constant(coefficients[next]);
    }
    sum
}

/// The bits without the sign.
#[inline(always)]
fn magnitude<R: Real>(x: R) -> R {
    R::of_word(x.word() & R::Word::constant(!SIGN))
}

/// The result, but [`NAN`] where the operand is one.
#[inline(always)]
fn unless_nan<R: Real>(operand: R, result: R) -> R {
    R::select(operand.is_nan(), R::constant(NAN), result)
}

/// Coefficients from their bits.
const fn from_bits<const N: usize>(bits: [u32; N]) -> [f32; N] {
    let mut numbers = [0.0; N];
    let mut i = 0;
    while i < N {
        numbers[i] = f32::from_bits(bits[i]);
        i += 1;
    }
    numbers
}
