//! Operations on quads: the dot products and the distance vector.

use super::ONE;
use super::multiply::multiply;
use super::sum::sum;

/// Four components, x first.
pub type Quad = [u32; 4];

/// ADD of one component.
#[inline(always)]
pub fn add(a: u32, b: u32) -> u32 {
    sum([a, b])
}

/// MAD of one component: the truncated product enters a truncating sum, so it rounds twice.
#[inline(always)]
pub fn multiply_add(a: u32, b: u32, c: u32) -> u32 {
    sum([multiply(a, b), c])
}

/// DP3: three truncated products in one block sum.
#[inline(always)]
pub fn dot3(a: [u32; 3], b: [u32; 3]) -> u32 {
    sum([multiply(a[0], b[0]), multiply(a[1], b[1]), multiply(a[2], b[2])])
}

/// DP4: four truncated products in one block sum.
#[inline(always)]
pub fn dot4(a: Quad, b: Quad) -> u32 {
    sum([
        multiply(a[0], b[0]),
        multiply(a[1], b[1]),
        multiply(a[2], b[2]),
        multiply(a[3], b[3]),
    ])
}

/// DPH: DP4 with 1.0 for the first operand's w. The last product still flushes a denormal.
#[inline(always)]
pub fn dot_homogeneous(a: [u32; 3], b: Quad) -> u32 {
    dot4([a[0], a[1], a[2], ONE], b)
}

/// DST: `(1, a.y * b.y, a.z, b.w)`, the last two bit for bit.
#[inline(always)]
pub fn distance(a: Quad, b: Quad) -> Quad {
    [ONE, multiply(a[1], b[1]), a[2], b[3]]
}
