//! The ALU operations on all sixteen elements at once, for an emulator's inner loop.
//!
//! Every function gives in each lane what its namesake in the neighbouring modules gives; only the sums and
//! products have a second, vector form here, which hands vectors with an infinity, a NaN or an overflow to the
//! scalar one. They are inlined always, so that a caller compiled for a wider instruction set widens them.

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
    std::array::from_fn(|i| (new[i] & condition[i]) | (old[i] & !condition[i]))
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

/// The carry of a float sum or product: greater than zero.
#[inline(always)]
fn positive(value: Lanes) -> Wide {
    Wide {
        value,
        carry: std::array::from_fn(|i| mask((value[i] as i32) > 0)),
    }
}

/// [`float::fadd`] of each element.
#[inline(always)]
pub fn fadd(a: &Lanes, b: &Lanes) -> Wide {
    let mut value = [0; 16];
    let mut specials = 0;
    for i in 0..16 {
        let (x, y) = (flush(a[i]), flush(b[i]));
        let (fx, fy) = (f32::from_bits(x), f32::from_bits(y));
        // The rounded sum and, exactly, what rounding took away (Knuth's two-sum). If that has the other sign,
        // the sum was rounded away from zero: one step back truncates it.
        let sum = fx + fy;
        let part = sum - fx;
        let error = (fx - (sum - part)) + (fy - part);
        let bits = sum.to_bits();
        let away = error != 0.0 && (error.to_bits() ^ bits) & float::SIGN != 0;
        specials |= special(x) | special(y) | special(bits);
        value[i] = flush(bits.wrapping_sub(u32::from(away)));
    }
    if specials & float::SIGN != 0 {
        return exact(a, b, float::fadd);
    }
    positive(value)
}

/// [`float::fsub`] of each element.
#[inline(always)]
pub fn fsub(a: &Lanes, b: &Lanes) -> Wide {
    fadd(a, &b.map(|x| x ^ float::SIGN))
}

/// [`float::fmul`] of each element.
#[inline(always)]
pub fn fmul(a: &Lanes, b: &Lanes) -> Wide {
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
        return exact(a, b, float::fmul);
    }
    positive(value)
}

/// The rare way, kept out of the inner loop's code.
#[cold]
#[inline(never)]
fn exact(a: &Lanes, b: &Lanes, operation: fn(u32, u32) -> Outcome) -> Wide {
    map2(a, b, operation)
}

/// The elements moved up by `distance` places, cyclically: element `i` goes to element `(i + distance) % 16`.
#[inline(always)]
pub fn rotate(value: &Lanes, distance: usize) -> Lanes {
    std::array::from_fn(|i| value[(i + 16 - (distance & 15)) & 15])
}

/// As [`rotate`], but inside each group of four elements, by `distance % 4`.
#[inline(always)]
pub fn rotate_in_quads(value: &Lanes, distance: usize) -> Lanes {
    std::array::from_fn(|i| value[(i & 12) | ((i + 4 - (distance & 3)) & 3)])
}
