//! One operation over a block of lanes.
//!
//! Separate products and sums: the compiler turns each loop into vector code, but gives up on one loop that
//! holds both. [`multiply`] and [`sum`] first try a shorter way that covers ordinary numbers and zeros; a
//! block in which any lane is out of its range is done again the long way, so the bits are the same.

use super::magnitude;

/// `out[i] = operation(a[i])`.
#[inline(always)]
pub fn map1<const N: usize>(out: &mut [u32; N], a: &[u32; N], operation: impl Fn(u32) -> u32) {
    for i in 0..N {
        out[i] = operation(a[i]);
    }
}

/// `out[i] = operation(a[i], b[i])`.
#[inline(always)]
pub fn map2<const N: usize>(out: &mut [u32; N], [a, b]: [&[u32; N]; 2], operation: impl Fn(u32, u32) -> u32) {
    for i in 0..N {
        out[i] = operation(a[i], b[i]);
    }
}

/// `out[i] = operation(a[i], b[i], c[i])`.
#[inline(always)]
pub fn map3<const N: usize>(
    out: &mut [u32; N],
    [a, b, c]: [&[u32; N]; 3],
    operation: impl Fn(u32, u32, u32) -> u32,
) {
    for i in 0..N {
        out[i] = operation(a[i], b[i], c[i]);
    }
}

/// [`super::multiply::multiply`] of every lane.
#[inline(always)]
pub fn multiply<const N: usize>(out: &mut [u32; N], [a, b]: [&[u32; N]; 2]) {
    let mut beyond = 0;
    for i in 0..N {
        let (value, missed) = ordinary_product(a[i], b[i]);
        out[i] = value;
        beyond |= missed;
    }
    if beyond != 0 {
        map2(out, [a, b], super::multiply::multiply);
    }
}

/// The short way of [`multiply`] alone: products, and for each lane whether they count, which is 0 where they do.
#[inline(always)]
pub fn short_product<const N: usize>([a, b]: [&[u32; N]; 2]) -> [[u32; N]; 2] {
    let (mut out, mut missed) = ([0; N], [0; N]);
    for i in 0..N {
        (out[i], missed[i]) = ordinary_product(a[i], b[i]);
    }
    [out, missed]
}

/// The product where it is normal or a factor is zero; the second value is not 0 anywhere else.
#[inline(always)]
fn ordinary_product(a: u32, b: u32) -> (u32, u32) {
    // 48 bits are exact in a double, and dropping its low 29 bits truncates to 24.
    let exact = f64::from(f32::from_bits(a)) * f64::from(f32::from_bits(b));
    let value = (f64::from_bits(exact.to_bits() & !0x1fff_ffff) as f32).to_bits();
    let zero = magnitude(a).min(magnitude(b)) < 0x80_0000;
    // The smallest normal number is left out: the conversion may have rounded up to it.
    let normal = magnitude(value).wrapping_sub(0x80_0001) < 0x7f80_0000 - 0x80_0001;
    (if zero { 0 } else { value }, u32::from(!zero & !normal))
}

/// [`super::sum::sum`] of every lane.
#[inline(always)]
pub fn sum<const T: usize, const N: usize>(out: &mut [u32; N], terms: [&[u32; N]; T]) {
    let mut beyond = 0;
    for i in 0..N {
        let (value, missed) = ordinary_sum(std::array::from_fn::<u32, T, _>(|term| terms[term][i]));
        out[i] = value;
        beyond |= missed;
    }
    if beyond != 0 {
        for i in 0..N {
            out[i] = super::sum::sum(std::array::from_fn::<u32, T, _>(|term| terms[term][i]));
        }
    }
}

/// The short way of [`sum`] alone: sums, and for each lane whether they count, which is 0 where they do.
#[inline(always)]
pub fn short_sum<const T: usize, const N: usize>(terms: [&[u32; N]; T]) -> [[u32; N]; 2] {
    let (mut out, mut missed) = ([0; N], [0; N]);
    for i in 0..N {
        (out[i], missed[i]) = ordinary_sum(std::array::from_fn::<u32, T, _>(|term| terms[term][i]));
    }
    [out, missed]
}

/// The block sum where the largest exponent is neither very small nor very large, or all terms are zero;
/// the second value is not 0 anywhere else.
#[inline(always)]
fn ordinary_sum<const T: usize>(terms: [u32; T]) -> (u32, u32) {
    let largest = terms
        .iter()
        .fold(0, |largest, term| magnitude(*term).max(largest));
    let top = largest >> 23;
    let mut total = 0i32;
    for term in terms {
        // The hidden bit on top, then down to bit 28. That of a zero or denormal is shifted out: its exponent is 0, and the
        // largest at least 32 where the result counts.
        let significand = term << 8 | 1 << 31;
        let aligned = significand
            .checked_shr(top + 3 - (magnitude(term) >> 23))
            .unwrap_or(0) as i32;
        let negative = (term as i32) >> 31;
        total += (aligned ^ negative) - negative;
    }
    // 31 bits are exact in a double, and dropping its low 29 bits truncates to 24.
    let truncated = f64::from_bits(f64::from(total).to_bits() & !0x1fff_ffff) as f32;
    let scaled = truncated
        .to_bits()
        .wrapping_add((top << 23).wrapping_sub(155 << 23));
    let ordinary = top.wrapping_sub(32) < 218;
    (
        if total == 0 || top == 0 { 0 } else { scaled },
        u32::from(!ordinary & (largest != 0)),
    )
}
