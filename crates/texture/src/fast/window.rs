//! Texels of lanes that lie side by side in an image, as those of neighbouring pixels mostly do: words of its rows are loaded
//! once for a group of lanes, each of which takes its own from them by a permutation. AVX-512 and AVX2 have one of so many words;
//! elsewhere, and where texels lie far from each other, they are loaded one by one.

use super::axis::Axis;
use super::texel::Sides;
use super::{Colors, Reads};
use quadrille_numerics::level::Simd;

/// An image of which all lanes read, of texels that are words.
#[cfg_attr(
    not(target_arch = "x86_64"),
    expect(dead_code, reason = "only AVX-512 and AVX2 read from windows")
)]
#[derive(Clone, Copy)]
pub(super) struct Window<'a> {
    /// Its texels, row by row.
    pub texels: &'a [[u8; 4]],
    /// The texels of a row, and the rows.
    pub sizes: [u32; 2],
    /// The border, as a texel.
    pub border: [u8; 4],
}

#[cfg(not(target_arch = "x86_64"))]
impl Window<'_> {
    /// Reads the texels that a filter mixes, of the lower and the upper row, and whether those of most groups lie so near each
    /// other that it can.
    #[inline(always)]
    pub(super) fn read(self, _: impl Simd, _: [&Axis; 2], _: [&mut Sides; 2]) -> bool {
        false
    }

    /// The means of the bytes of these texels, on the same condition.
    #[inline(always)]
    pub(super) fn mix_bytes(self, _: impl Simd, _: [&Axis; 2], _: Reads, _: &mut Colors) -> bool {
        false
    }
}

#[cfg(target_arch = "x86_64")]
impl Window<'_> {
    /// Reads the texels that a filter mixes, of the lower and the upper row, and whether those of most groups lie so near each
    /// other that it can.
    #[inline(always)]
    pub(super) fn read(self, simd: impl Simd, axes: [&Axis; 2], rows: [&mut Sides; 2]) -> bool {
        use quadrille_numerics::level::{avx2, avx512};
        match (avx512(simd), avx2(simd)) {
            (Some(simd), _) => self.read_groups(simd, axes, Kept(rows)),
            (None, Some(simd)) => self.read_groups(simd, axes, Kept(rows)),
            (None, None) => false,
        }
    }

    /// The means of the bytes of these texels, on the same condition. They are mixed as soon as they are read, so that the
    /// processor does so while it looks for those of the next group.
    #[inline(always)]
    pub(super) fn mix_bytes(
        self,
        simd: impl Simd,
        axes: [&Axis; 2],
        reads: Reads,
        colors: &mut Colors,
    ) -> bool {
        use super::bytes::Means;
        use quadrille_numerics::level::{avx2, avx512};
        let fractions = axes.map(|axis| &axis.fraction);
        match (avx512(simd), avx2(simd)) {
            (Some(simd), _) => self.read_groups(simd, axes, Means::new(simd, fractions, reads, colors)),
            (None, Some(simd)) => self.read_groups(simd, axes, Means::new(simd, fractions, reads, colors)),
            (None, None) => false,
        }
    }

    /// Hands the texels of groups of so many lanes on.
    #[inline(always)]
    fn read_groups<const LANES: usize>(
        self,
        simd: impl groups::Take<LANES>,
        [x, y]: [&Axis; 2],
        mut taker: impl Taker<LANES>,
    ) -> bool {
        use groups::{FEW, load};
        let [columns, next_columns] = [&x.first, &x.second].map(|plane| plane.as_chunks::<LANES>().0);
        let [rows, upper_rows] = [&y.first, &y.second].map(|plane| plane.as_chunks::<LANES>().0);
        let mut apart = 0_u32;
        for group in 0..super::LANES / LANES {
            let columns = [&columns[group], &next_columns[group]];
            let rows = [&rows[group], &upper_rows[group]];
            let Some(texels) = simd.take(self, columns, rows) else {
                apart |= 1 << group;
                if apart.count_ones() as usize * LANES > FEW {
                    return false;
                }
                continue;
            };
            taker.take(group, texels);
        }
        while apart != 0 {
            let group = apart.trailing_zeros() as usize;
            apart &= apart - 1;
            let columns = [&columns[group], &next_columns[group]];
            let rows = [&rows[group], &upper_rows[group]];
            taker.take(group, load(self, columns, rows));
        }
        true
    }
}

/// The texels of a group of lanes that a filter mixes: of the lower and of the upper row from left to right.
pub(super) type Texels<const LANES: usize> = [[[u32; LANES]; 2]; 2];

/// What takes the texels of groups of so many lanes.
#[cfg(target_arch = "x86_64")]
pub(super) trait Taker<const LANES: usize> {
    /// Takes those of a group.
    fn take(&mut self, group: usize, texels: Texels<LANES>);
}

/// Keeps the texels, of the lower and the upper row.
#[cfg(target_arch = "x86_64")]
struct Kept<'a>([&'a mut Sides; 2]);

#[cfg(target_arch = "x86_64")]
impl<const LANES: usize> Taker<LANES> for Kept<'_> {
    #[inline(always)]
    fn take(&mut self, group: usize, texels: Texels<LANES>) {
        for (sides, texels) in self.0.iter_mut().zip(texels) {
            for (side, texels) in sides.iter_mut().zip(texels) {
                side.as_chunks_mut::<LANES>().0[group] = texels;
            }
        }
    }
}

/// Groups of lanes, in the registers of AVX-512 and AVX2.
#[cfg(target_arch = "x86_64")]
mod groups;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fast::LANES;
    use quadrille_numerics::level::{Level, WithSimd};

    /// What a window reads of some axes, if it does.
    struct Read<'a>(Window<'a>, [&'a Axis; 2], &'a mut [Sides; 2]);

    impl WithSimd for Read<'_> {
        type Output = bool;

        fn with_simd<S: Simd>(self, simd: S) -> bool {
            let Read(window, axes, rows) = self;
            window.read(simd, axes, rows.each_mut())
        }
    }

    /// source: the texels by their columns and rows
    #[test]
    fn rows_have_the_texels_that_lanes_ask_for() {
        const WIDTH: usize = 40;
        let texels: Vec<[u8; 4]> = (0..WIDTH as u32 * 50)
            .map(|texel| (0x0101 * texel).to_le_bytes())
            .collect();
        let window = Window {
            texels: &texels,
            sizes: [WIDTH as u32, 50],
            border: [1, 2, 3, 4],
        };
        // Pixels of two rows, quad by quad; one group is at the right edge, whose next column is the first one.
        let (mut x, mut y) = (Axis::new(), Axis::new());
        for lane in 0..LANES {
            let (column, row) = (lane / 4 % 4 * 2 + lane % 2, lane / 16 * 2 + lane / 2 % 2);
            let column = if lane < 16 { 32 + column } else { 5 + column };
            (x.first[lane], x.second[lane]) = (column as u32, (column as u32 + 1) % WIDTH as u32);
            (y.first[lane], y.second[lane]) = (row as u32 + 3, row as u32 + 4);
        }
        for level in Level::all() {
            let mut rows = [[[0; LANES]; 2]; 2];
            let is_read = level.dispatch(Read(window, [&x, &y], &mut rows));
            assert_eq!(is_read, ["avx2", "avx512"].contains(&level.name()));
            for lane in (0..LANES).filter(|_| is_read) {
                for (side, column) in [&x.first, &x.second].into_iter().enumerate() {
                    for (above, row) in [&y.first, &y.second].into_iter().enumerate() {
                        let texel = texels[row[lane] as usize * WIDTH + column[lane] as usize];
                        assert_eq!(rows[above][side][lane], u32::from_le_bytes(texel), "{lane}");
                    }
                }
            }
        }
        // Lanes that lie far from each other are for others.
        for lane in 0..LANES {
            x.first[lane] = (lane * 7 % 39) as u32;
            x.second[lane] = x.first[lane] + 1;
        }
        for level in Level::all() {
            let mut rows = [[[0; LANES]; 2]; 2];
            assert!(!level.dispatch(Read(window, [&x, &y], &mut rows)));
        }
    }
}
