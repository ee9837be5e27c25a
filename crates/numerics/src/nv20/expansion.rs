//! Functions that the machine computes with several instructions: EX2, LG2, POW, FLR, XPD and SWZ of
//! ARB_vertex_program.
//!
//! EX2, LG2 and POW take the exponent and the rest of the number from EXP and LOG, which are exact, and put a
//! polynomial in the place of their twelve bits. OpenGL asks for one part in 10^5 (OpenGL 1.3, 2.1.1;
//! ARB_vertex_program, issue 22). The steps here are those of the instructions that programs are lowered to, with
//! the same constants, so that both give the same bits; which instructions those are is not known here.

use super::compare::{maximum, minimum};
use super::exponential::{part_above_floor, whole_power};
use super::logarithm;
use super::multiply::multiply;
use super::vector::{Quad, add, multiply_add};
use super::{ONE, SIGN};

/// `2^y - 1` over `y` from 0 to 1 is `y` times a polynomial with these coefficients and then the last of
/// [`HIGH`], lowest first, to 8.3e-8 of `2^y`: a least-squares fit, weighted until the largest error was smallest.
pub const EXPONENTIAL: [f32; 4] = [0.693_151_3, 0.240_164_45, 0.055_799_915, 0.009_017_028];

/// `log2(1 + t)` over `t` from 0 to 1 is `t` times a polynomial with these coefficients and then the first three of
/// [`HIGH`], lowest first, to 3.1e-7: fitted as [`EXPONENTIAL`].
pub const LOGARITHM: [f32; 4] = [1.442_667_8, -0.720_585_47, 0.473_553_42, -0.325_902_04];

/// The highest coefficients: three of [`LOGARITHM`], one of [`EXPONENTIAL`].
pub const HIGH: [f32; 4] = [0.194_294_44, -0.079_557_82, 0.015_529_945, 0.001_867_130_9];

/// The numbers that EX2 adds to its argument and takes again, and that FLR multiplies by; LG2 takes one of the
/// significand, and the polynomial of EX2 begins with one.
pub const STEPS: [f32; 4] = [-1.0, 1.0, 8_388_608.0, 0.0];

/// The numbers that SWZ multiplies by and adds.
pub const UNITS: [f32; 4] = [0.0, 1.0, -1.0, 0.0];

/// A polynomial in `y` by Horner's rule, highest coefficient first, a MAD a step.
fn polynomial(y: u32, coefficients: impl IntoIterator<Item = f32>) -> u32 {
    let mut coefficients = coefficients.into_iter();
    let first = coefficients.next().unwrap_or_default().to_bits();
    coefficients.fold(first, |sum, coefficient| {
        multiply_add(y, sum, coefficient.to_bits())
    })
}

/// EX2: two to the power of `x`.
///
/// One is taken from the argument and added again, so that negative numbers become multiples of 2^-23: for those above
/// -2^-23 EXP gives the whole part 0 and the fraction 1, which would make 2 of 1.
pub fn exp2(x: u32) -> u32 {
    let x = add(add(x, STEPS[0].to_bits()), STEPS[1].to_bits());
    let [c0, c1, c2, c3] = EXPONENTIAL;
    let part = polynomial(part_above_floor(x), [HIGH[3], c3, c2, c1, c0, STEPS[1]]);
    multiply(whole_power(x), part)
}

/// LG2: the logarithm of the magnitude to the base 2.
pub fn log2(x: u32) -> u32 {
    let y = add(logarithm::significand(x), STEPS[0].to_bits());
    let [c0, c1, c2, c3] = LOGARITHM;
    let part = polynomial(y, [HIGH[2], HIGH[1], HIGH[0], c3, c2, c1, c0]);
    multiply_add(y, part, logarithm::whole(x))
}

/// POW: two to the power of `exponent` times the logarithm of `base`.
pub fn power(base: u32, exponent: u32) -> u32 {
    exp2(multiply(log2(base), exponent))
}

/// FLR: what is left without the part above the floor, and -1 where that is between -1 and 0.
///
/// There EXP.y is rounded down, so that what is left may be up to 2^-23 too large: a negative number has no floor
/// above -1. A factor of 2^23 makes -1 or less of every negative number whose fraction is below 1.
pub fn floor(x: u32) -> u32 {
    let rest = add(x, part_above_floor(x) ^ SIGN);
    let most = maximum(multiply(x, STEPS[2].to_bits()), STEPS[0].to_bits());
    minimum(rest, most)
}

/// XPD: `a.yzx * b.zxy - a.zxy * b.yzx`; w is `a.w * b.w` less itself.
pub fn cross(a: Quad, b: Quad) -> Quad {
    let component = |i: usize, j: usize| multiply_add(a[i], b[j], multiply(a[j], b[i]) ^ SIGN);
    [component(1, 2), component(2, 0), component(0, 1), component(3, 3)]
}

/// SWZ, of a component that is already chosen and has its sign: times one, plus nothing, so that denormals and −0
/// become +0.
pub fn chosen(x: u32) -> u32 {
    multiply_add(x, ONE, 0)
}
