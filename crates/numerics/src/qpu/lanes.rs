//! The ALU operations on all sixteen elements at once, for an emulator's inner loop.
//!
//! Every function gives in each lane what its namesake in the neighbouring modules gives; only the sums and
//! products have a second, vector form here: floats of the host with the rounding taken back, exactly, for
//! plain factors and sums, a careful form for vectors with zeros and small numbers, and the scalar one where an
//! infinity, a NaN or an overflow occurs. The functions are inlined always, so that a caller compiled for a
//! wider instruction set widens them.

use super::{Outcome, float};

/// One vector register: sixteen elements of 32 bits.
pub type Lanes = [u32; 16];

/// Results and carries of sixteen elements; a carry is 0 or all ones.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wide {
    /// The results, before packing.
    pub value: Lanes,
    /// The C flags, as masks.
    pub carry: Lanes,
}

/// All ones for true, 0 for false.
#[inline(always)]
pub fn mask(condition: bool) -> u32 {
    u32::from(condition).wrapping_neg()
}

/// Applies an operation of two operands to each element.
#[inline(always)]
pub fn map2(a: &Lanes, b: &Lanes, operation: impl Fn(u32, u32) -> Outcome) -> Wide {
    let mut wide = Wide {
        value: [0; 16],
        carry: [0; 16],
    };
    for i in 0..16 {
        let outcome = operation(a[i], b[i]);
        wide.value[i] = outcome.value;
        wide.carry[i] = mask(outcome.carry);
    }
    wide
}

/// Applies an operation of one operand to each element.
#[inline(always)]
pub fn map1(a: &Lanes, operation: impl Fn(u32) -> Outcome) -> Wide {
    map2(a, a, |x, _| operation(x))
}

/// Element by element `new` where `condition` is all ones, `old` where it is 0.
#[inline(always)]
pub fn select(condition: &Lanes, new: &Lanes, old: &Lanes) -> Lanes {
    let mut selected = [0; 16];
    for i in 0..16 {
        selected[i] = (new[i] & condition[i]) | (old[i] & !condition[i]);
    }
    selected
}

/// Bits of [`oddity`] that are 0 for plain operands.
const ODD: u32 = 3 << 29;

/// Has no bit of [`ODD`] if `x` is a plain float: from 2^-32 up to 2^32, of either sign. Products of plain operands
/// can neither overflow nor become denormal, no zero has a part in them, and their error is itself a float.
#[inline(always)]
fn oddity(x: u32) -> u32 {
    x.wrapping_sub(95 << 23)
}

/// Whether all operands are plain, by what [`oddity`] says of them.
#[inline(always)]
fn all_plain(oddities: &Lanes) -> bool {
    oddities.iter().fold(0, |all, &oddity| all | oddity & ODD) == 0
}

/// `bits`, the rounded result, one step toward zero if `error`, the exact rest, has the other sign.
#[inline(always)]
fn truncate(bits: u32, error: f32) -> u32 {
    let outward = f32::from_bits(error.to_bits() ^ (bits & float::SIGN)) < 0.0;
    bits.wrapping_sub(u32::from(outward))
}

/// The rounding error of `sum = x + y` (Knuth's two-sum).
#[inline(always)]
fn sum_error(x: f32, y: f32, sum: f32) -> f32 {
    let part = sum - x;
    (x - (sum - part)) + (y - part)
}

/// The rounding error of `product = x * y`: Dekker's product of halves of twelve bits, or, where the host
/// has it as one instruction (`FUSED`), the product less its rounding, which is exact and so the same.
#[inline(always)]
fn product_error<const FUSED: bool>(x: f32, y: f32, product: f32) -> f32 {
    if FUSED {
        return x.mul_add(y, -product);
    }
    let high = |x: f32| f32::from_bits(x.to_bits() & 0xffff_f000);
    let (xh, yh) = (high(x), high(y));
    let (xl, yl) = (x - xh, y - yh);
    xl * yl - (((product - xh * yh) - xl * yh) - xh * yl)
}

/// Truncated sums where they are plain, whatever the operands, and what [`oddity`] says of them.
///
/// One operand is then within a factor of two of the sum or larger. If the other is a denormal, which the QPU takes
/// for zero, it is the whole error; and no error of two normal operands is as small as a denormal, because one whose
/// bits reach below 2^-126 is too small to have a part in the sum. So denormal errors do not count.
#[inline(always)]
fn plain_sums(a: &Lanes, b: &Lanes) -> (Lanes, Lanes) {
    let mut value = [0; 16];
    let mut odd = [0; 16];
    for i in 0..16 {
        let (x, y) = (f32::from_bits(a[i]), f32::from_bits(b[i]));
        let sum = x + y;
        let bits = sum.to_bits();
        let error = sum_error(x, y, sum).to_bits() ^ (bits & float::SIGN);
        value[i] = bits.wrapping_sub(u32::from(f32::from_bits(error) <= -f32::MIN_POSITIVE));
        odd[i] = oddity(bits);
    }
    (value, odd)
}

/// Truncated products of plain operands, and what [`oddity`] says of the operands.
#[inline(always)]
fn plain_products<const FUSED: bool>(a: &Lanes, b: &Lanes) -> (Lanes, Lanes) {
    let mut value = [0; 16];
    let mut odd = [0; 16];
    for i in 0..16 {
        let (x, y) = (f32::from_bits(a[i]), f32::from_bits(b[i]));
        let product = x * y;
        value[i] = truncate(product.to_bits(), product_error::<FUSED>(x, y, product));
        odd[i] = oddity(a[i]) | oddity(b[i]);
    }
    (value, odd)
}

/// Results of [`float::fadd`].
#[inline(always)]
pub fn sums(a: &Lanes, b: &Lanes) -> Lanes {
    let (value, odd) = plain_sums(a, b);
    if all_plain(&odd) {
        value
    } else {
        careful_sums(a, b)
    }
}

/// Results of [`float::fmul`]. `FUSED` says that the host has a fused multiplication and addition.
#[inline(always)]
pub fn products<const FUSED: bool>(a: &Lanes, b: &Lanes) -> Lanes {
    let (value, odd) = plain_products::<FUSED>(a, b);
    if all_plain(&odd) {
        value
    } else {
        careful_products(a, b)
    }
}

/// Sums of `a` and `b`, products of `c` and `d`, what both ALUs do in one instruction, where all are plain.
#[inline(always)]
pub fn plain_sums_and_products<const FUSED: bool>(
    a: &Lanes,
    b: &Lanes,
    c: &Lanes,
    d: &Lanes,
) -> Option<(Lanes, Lanes)> {
    let (product, odd_product) = plain_products::<FUSED>(c, d);
    let (sum, odd_sum) = plain_sums(a, b);
    let mut odd = [0; 16];
    for i in 0..16 {
        odd[i] = odd_sum[i] | odd_product[i];
    }
    all_plain(&odd).then_some((sum, product))
}

/// The same with one factor for all elements of `c`, both known to be plain.
#[inline(always)]
pub fn plain_sums_and_multiples<const FUSED: bool>(
    a: &Lanes,
    b: &Lanes,
    c: &Lanes,
    factor: u32,
) -> Option<(Lanes, Lanes)> {
    let (product, _) = plain_products::<FUSED>(c, &[factor; 16]);
    let (sum, odd) = plain_sums(a, b);
    all_plain(&odd).then_some((sum, product))
}

/// Sums of `a` and `b`, products of `c` and `d`, whatever they are.
#[cold]
#[inline(never)]
pub fn any_sums_and_products(a: &Lanes, b: &Lanes, c: &Lanes, d: &Lanes) -> (Lanes, Lanes) {
    (careful_sums(a, b), careful_products(c, d))
}

/// Whether products of the element need no care, if those of the other factor do not.
#[inline(always)]
pub fn is_plain_factor(x: u32) -> bool {
    oddity(x) & ODD == 0
}

/// [`is_plain_factor`] of all elements.
#[inline(always)]
pub fn are_plain_factors(x: &Lanes) -> bool {
    let mut oddities = [0; 16];
    for i in 0..16 {
        oddities[i] = oddity(x[i]);
    }
    all_plain(&oddities)
}

/// +0 in place of zeros and denormals of either sign.
#[inline(always)]
fn flush(x: u32) -> u32 {
    if x & float::INFINITY == 0 { 0 } else { x }
}

/// Sets bit 31 if the exponent of `x` is 255.
#[inline(always)]
fn special(x: u32) -> u32 {
    (x & !float::SIGN).wrapping_add(0x0080_0000)
}

/// Sums where zeros and small numbers may occur; infinities are left to the scalar form.
#[inline(never)]
fn careful_sums(a: &Lanes, b: &Lanes) -> Lanes {
    let mut value = [0; 16];
    let mut specials = 0;
    for i in 0..16 {
        let (x, y) = (flush(a[i]), flush(b[i]));
        let (fx, fy) = (f32::from_bits(x), f32::from_bits(y));
        let sum = fx + fy;
        specials |= special(x) | special(y) | special(sum.to_bits());
        value[i] = flush(truncate(sum.to_bits(), sum_error(fx, fy, sum)));
    }
    if specials & float::SIGN != 0 {
        return std::array::from_fn(|i| float::fadd(a[i], b[i]).value);
    }
    value
}

/// Products where zeros and small numbers may occur; infinities are left to the scalar form.
#[inline(never)]
fn careful_products(a: &Lanes, b: &Lanes) -> Lanes {
    let mut value = [0; 16];
    let mut specials = 0;
    for i in 0..16 {
        // The product of two 24-bit significands is exact in a double; cutting its significand to 24 bits
        // truncates, and what is then no normal float is zero.
        let product = f64::from(f32::from_bits(flush(a[i]))) * f64::from(f32::from_bits(flush(b[i])));
        let truncated = f64::from_bits(product.to_bits() & !0x1fff_ffff);
        let normal = truncated.abs() >= f64::from(f32::MIN_POSITIVE);
        let bits = if normal { (truncated as f32).to_bits() } else { 0 };
        specials |= special(a[i]) | special(b[i]) | special(bits);
        value[i] = bits;
    }
    if specials & float::SIGN != 0 {
        return std::array::from_fn(|i| float::fmul(a[i], b[i]).value);
    }
    value
}

/// The carry of a float sum or product: greater than zero.
#[inline(always)]
fn positive(value: Lanes) -> Wide {
    let mut carry = [0; 16];
    for i in 0..16 {
        carry[i] = mask((value[i] as i32) > 0);
    }
    Wide { value, carry }
}

/// [`float::fadd`] of each element.
#[inline(always)]
pub fn fadd(a: &Lanes, b: &Lanes) -> Wide {
    positive(sums(a, b))
}

/// [`float::fsub`] of each element.
#[inline(always)]
pub fn fsub(a: &Lanes, b: &Lanes) -> Wide {
    fadd(a, &negate(b))
}

/// Every element with its sign flipped.
#[inline(always)]
pub fn negate(x: &Lanes) -> Lanes {
    let mut negated = [0; 16];
    for i in 0..16 {
        negated[i] = x[i] ^ float::SIGN;
    }
    negated
}

/// [`float::fmul`] of each element.
#[inline(always)]
pub fn fmul<const FUSED: bool>(a: &Lanes, b: &Lanes) -> Wide {
    positive(products::<FUSED>(a, b))
}

/// The elements moved up by `distance` places, cyclically: element `i` goes to element `(i + distance) % 16`.
#[inline(always)]
pub fn rotate(value: &Lanes, distance: usize) -> Lanes {
    let mut moved = [0; 16];
    for i in 0..16 {
        moved[(i + distance) & 15] = value[i];
    }
    moved
}

/// As [`rotate`], but inside each group of four elements, by `distance % 4`.
#[inline(always)]
pub fn rotate_in_quads(value: &Lanes, distance: usize) -> Lanes {
    let mut moved = [0; 16];
    for i in 0..16 {
        moved[(i & 12) | ((i + distance) & 3)] = value[i];
    }
    moved
}
