//! Means of bytes in the registers of AVX-512 and AVX2: the operations of [`super::fixed::Bytes`], where a byte of a texel
//! becomes that of a float by a shuffle.

use super::fixed::BYTES;
use super::window::{Taker, Texels};
use super::{Colors, Plane, Reads};
use pulp::cast;
use pulp::x86::{V3, V4};
use std::arch::x86_64::{__m256, __m256i, __m512, __m512i};

/// The lowest byte of each lane.
const LOWEST: u64 = 0x1111_1111_1111_1111;

/// Of each lane the place of a component in its quarter or half of a register, for the lowest byte; the others are zeros.
const fn places<const LANES: usize>() -> [[[u8; 4]; LANES]; 4] {
    let mut places = [[[0x80; 4]; LANES]; 4];
    let mut lane = 0;
    while lane < LANES {
        let mut component = 0;
        while component < 4 {
            places[component][lane][0] = (lane % 4 * 4 + component) as u8;
            component += 1;
        }
        lane += 1;
    }
    places
}

/// Makes the means of the texels of groups of so many lanes.
pub(super) struct Means<'a, S, const GROUP: usize> {
    simd: S,
    /// The lowest byte of each lane. Not a constant, as the compiler would make two operations of one.
    lowest: u64,
    /// The weights of the second texel in a row, and of the second row.
    fractions: [&'a [[f32; GROUP]]; 2],
    reads: Reads,
    colors: [&'a mut [[f32; GROUP]]; 4],
}

impl<'a, S, const GROUP: usize> Means<'a, S, GROUP> {
    /// The means of these components, in the vectors of an instruction set.
    #[inline(always)]
    pub(super) fn new(simd: S, fractions: [&'a Plane<f32>; 2], reads: Reads, colors: &'a mut Colors) -> Self {
        Means {
            simd,
            lowest: std::hint::black_box(LOWEST),
            fractions: fractions.map(|plane| plane.as_chunks().0),
            reads,
            colors: colors.each_mut().map(|color| color.as_chunks_mut().0),
        }
    }
}

impl Taker<16> for Means<'_, V4, 16> {
    #[inline(always)]
    fn take(&mut self, group: usize, texels: Texels<16>) {
        let (f, bw) = (self.simd.avx512f, self.simd.avx512bw);
        let bias = f._mm512_set1_ps(BYTES);
        let [across, up]: [__m512; 2] = self.fractions.map(|fractions| cast(fractions[group]));
        let rows: [[__m512i; 2]; 2] = texels.map(|row| row.map(cast));
        for (index, places) in const { places::<16>() }.into_iter().enumerate() {
            if !self.reads.has(index) {
                continue;
            }
            let [low, high] = rows.map(|row| {
                // The sums of 2^23 and the bytes.
                let [left, right]: [__m512; 2] = row.map(|word| {
                    cast(bw._mm512_mask_shuffle_epi8(cast(bias), self.lowest, word, cast(places)))
                });
                let part = f._mm512_mul_ps(across, f._mm512_sub_ps(left, right));
                f._mm512_sub_ps(f._mm512_sub_ps(left, bias), part)
            });
            let part = f._mm512_mul_ps(up, f._mm512_sub_ps(low, high));
            self.colors[index][group] = cast(f._mm512_sub_ps(low, part));
        }
    }
}

impl Taker<8> for Means<'_, V3, 8> {
    #[inline(always)]
    fn take(&mut self, group: usize, texels: Texels<8>) {
        let (f, i) = (self.simd.avx, self.simd.avx2);
        let bias = f._mm256_set1_ps(BYTES);
        let [across, up]: [__m256; 2] = self.fractions.map(|fractions| cast(fractions[group]));
        let rows: [[__m256i; 2]; 2] = texels.map(|row| row.map(cast));
        for (index, places) in const { places::<8>() }.into_iter().enumerate() {
            if !self.reads.has(index) {
                continue;
            }
            let [low, high] = rows.map(|row| {
                // The sums of 2^23 and the bytes.
                let [left, right]: [__m256; 2] = row.map(|word| {
                    let bytes = i._mm256_shuffle_epi8(word, cast(places));
                    cast(i._mm256_or_si256(bytes, cast(bias)))
                });
                let part = f._mm256_mul_ps(across, f._mm256_sub_ps(left, right));
                f._mm256_sub_ps(f._mm256_sub_ps(left, bias), part)
            });
            let part = f._mm256_mul_ps(up, f._mm256_sub_ps(low, high));
            self.colors[index][group] = cast(f._mm256_sub_ps(low, part));
        }
    }
}
