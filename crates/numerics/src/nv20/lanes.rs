//! One operation over a block of lanes.
//!
//! Separate products and sums: the compiler turns each loop into vector code, but gives up on one loop that
//! holds both.

/// `out[i] = operation(a[i])`.
#[inline(always)]
pub fn map1<const N: usize>(out: &mut [u32; N], a: &[u32; N], operation: impl Fn(u32) -> u32) {
    for i in 0..N {
        out[i] = operation(a[i]);
    }
}

/// `out[i] = operation(a[i], b[i])`.
#[inline(always)]
pub fn map2<const N: usize>(
    out: &mut [u32; N],
    a: &[u32; N],
    b: &[u32; N],
    operation: impl Fn(u32, u32) -> u32,
) {
    for i in 0..N {
        out[i] = operation(a[i], b[i]);
    }
}

/// `out[i] = operation(a[i], b[i], c[i])`.
#[inline(always)]
pub fn map3<const N: usize>(
    out: &mut [u32; N],
    a: &[u32; N],
    b: &[u32; N],
    c: &[u32; N],
    operation: impl Fn(u32, u32, u32) -> u32,
) {
    for i in 0..N {
        out[i] = operation(a[i], b[i], c[i]);
    }
}

/// `out[i] = operation(a[i], b[i], c[i], d[i])`.
#[inline(always)]
pub fn map4<const N: usize>(
    out: &mut [u32; N],
    [a, b, c, d]: [&[u32; N]; 4],
    operation: impl Fn(u32, u32, u32, u32) -> u32,
) {
    for i in 0..N {
        out[i] = operation(a[i], b[i], c[i], d[i]);
    }
}
