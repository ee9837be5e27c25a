//! Means of bytes in the registers of AVX-512 and AVX2: the operations of [`super::fixed::Bytes`], where a byte of a texel
//! becomes that of a float by a shuffle, and the words of texels are loaded once for all components.

use super::texel::Sides;
use super::{Colors, Plane, Reads};
use quadrille_numerics::level::Simd;

/// The means of four texels of each lane, if it makes them: those of the lower and of the upper row with the weights of their
/// second texels, then both rows.
#[cfg(not(target_arch = "x86_64"))]
#[inline(always)]
pub(super) fn mean(_: impl Simd, _: [&Sides; 2], _: [&Plane<f32>; 2], _: Reads, _: &mut Colors) -> bool {
    false
}

/// The means of four texels of each lane, if it makes them: those of the lower and of the upper row with the weights of their
/// second texels, then both rows.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
pub(super) fn mean(
    simd: impl Simd,
    rows: [&Sides; 2],
    fractions: [&Plane<f32>; 2],
    reads: Reads,
    colors: &mut Colors,
) -> bool {
    use quadrille_numerics::level::{avx2, avx512};
    match (avx512(simd), avx2(simd)) {
        (Some(simd), _) => groups::means_512(simd, rows, fractions, reads, colors),
        (None, Some(simd)) => groups::means_256(simd, rows, fractions, reads, colors),
        (None, None) => return false,
    }
    true
}

#[cfg(target_arch = "x86_64")]
mod groups {
    use super::super::fixed::BYTES;
    use super::super::{Colors, LANES, Plane, Reads};
    use super::Sides;
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

    /// The groups of lanes of each component.
    #[inline(always)]
    fn in_groups<const GROUP: usize>(colors: &mut Colors) -> [&mut [[f32; GROUP]]; 4] {
        colors.each_mut().map(|color| color.as_chunks_mut::<GROUP>().0)
    }

    /// The means of some components, in one pass over the lanes for them all.
    macro_rules! means {
        ($reads:ident, $groups:ident) => {
            if (0..4).all(|index| $reads.has(index)) {
                $groups!(0 1 2 3);
                return;
            }
            if $reads.has(0) {
                $groups!(0);
            }
            if $reads.has(1) {
                $groups!(1);
            }
            if $reads.has(2) {
                $groups!(2);
            }
            if $reads.has(3) {
                $groups!(3);
            }
        };
    }

    #[inline(always)]
    pub(super) fn means_512(
        simd: V4,
        rows: [&Sides; 2],
        fractions: [&Plane<f32>; 2],
        reads: Reads,
        colors: &mut Colors,
    ) {
        let (f, bw) = (simd.avx512f, simd.avx512bw);
        let places: [__m512i; 4] = const { places::<16>() }.map(cast);
        let bias = f._mm512_set1_ps(BYTES);
        let [[a, b], [c, d]] = rows.map(|row| row.each_ref().map(|side| side.as_chunks::<16>().0));
        let [across, up] = fractions.map(|plane| plane.as_chunks::<16>().0);
        let colors = in_groups::<16>(colors);
        // Not a constant, as the compiler would make two operations of one.
        let lowest = std::hint::black_box(LOWEST);
        macro_rules! groups {
            ($($index:literal)*) => {
                for group in 0..LANES / 16 {
                    let words: [__m512i; 4] = [cast(a[group]), cast(b[group]), cast(c[group]), cast(d[group])];
                    let (across, up): (__m512, __m512) = (cast(across[group]), cast(up[group]));
                    $({
                        // The sums of 2^23 and the bytes.
                        let sum = |word: __m512i| -> __m512 {
                            cast(bw._mm512_mask_shuffle_epi8(cast(bias), lowest, word, places[$index]))
                        };
                        let mixed = |left: __m512i, right: __m512i| {
                            let (left, right) = (sum(left), sum(right));
                            let part = f._mm512_mul_ps(across, f._mm512_sub_ps(left, right));
                            f._mm512_sub_ps(f._mm512_sub_ps(left, bias), part)
                        };
                        let (low, high) = (mixed(words[0], words[1]), mixed(words[2], words[3]));
                        let part = f._mm512_mul_ps(up, f._mm512_sub_ps(low, high));
                        colors[$index][group] = cast(f._mm512_sub_ps(low, part));
                    })*
                }
            };
        }
        means!(reads, groups);
    }

    #[inline(always)]
    pub(super) fn means_256(
        simd: V3,
        rows: [&Sides; 2],
        fractions: [&Plane<f32>; 2],
        reads: Reads,
        colors: &mut Colors,
    ) {
        let (f, i) = (simd.avx, simd.avx2);
        let places: [__m256i; 4] = const { places::<8>() }.map(cast);
        let bias = f._mm256_set1_ps(BYTES);
        let [[a, b], [c, d]] = rows.map(|row| row.each_ref().map(|side| side.as_chunks::<8>().0));
        let [across, up] = fractions.map(|plane| plane.as_chunks::<8>().0);
        let colors = in_groups::<8>(colors);
        macro_rules! groups {
            ($($index:literal)*) => {
                for group in 0..LANES / 8 {
                    let words: [__m256i; 4] = [cast(a[group]), cast(b[group]), cast(c[group]), cast(d[group])];
                    let (across, up): (__m256, __m256) = (cast(across[group]), cast(up[group]));
                    $({
                        // The sums of 2^23 and the bytes.
                        let sum = |word: __m256i| -> __m256 {
                            cast(i._mm256_or_si256(i._mm256_shuffle_epi8(word, places[$index]), cast(bias)))
                        };
                        let mixed = |left: __m256i, right: __m256i| {
                            let (left, right) = (sum(left), sum(right));
                            let part = f._mm256_mul_ps(across, f._mm256_sub_ps(left, right));
                            f._mm256_sub_ps(f._mm256_sub_ps(left, bias), part)
                        };
                        let (low, high) = (mixed(words[0], words[1]), mixed(words[2], words[3]));
                        let part = f._mm256_mul_ps(up, f._mm256_sub_ps(low, high));
                        colors[$index][group] = cast(f._mm256_sub_ps(low, part));
                    })*
                }
            };
        }
        means!(reads, groups);
    }
}
