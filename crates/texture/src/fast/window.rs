//! Texels of lanes that lie side by side in an image, as those of neighbouring pixels mostly do: words of its rows are loaded
//! once for a group of lanes, each of which takes its own from them by a permutation. Only AVX-512 has one of so many words;
//! elsewhere, and where texels lie far from each other, they are loaded one by one.

use super::axis::Axis;
use super::texel::Sides;
use quadrille_numerics::level::Simd;

/// An image of which all lanes read, of texels that are words.
#[cfg_attr(
    not(target_arch = "x86_64"),
    expect(dead_code, reason = "only AVX-512 reads from windows")
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

impl Window<'_> {
    /// Reads the texels that a filter mixes, of the lower and the upper row, and whether those of most groups lie so near each
    /// other that it can.
    #[cfg(not(target_arch = "x86_64"))]
    #[inline(always)]
    pub(super) fn read(self, _: impl Simd, _: [&Axis; 2], _: [&mut Sides; 2]) -> bool {
        false
    }

    /// Reads the texels that a filter mixes, of the lower and the upper row, and whether those of most groups lie so near each
    /// other that it can.
    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    pub(super) fn read(
        self,
        simd: impl Simd,
        [x, y]: [&Axis; 2],
        [[left, right], [upper_left, upper_right]]: [&mut Sides; 2],
    ) -> bool {
        use groups::{FEW, GROUP, load, take};
        let Some(simd) = quadrille_numerics::level::avx512(simd) else {
            return false;
        };
        let [columns, next_columns] = [&x.first, &x.second].map(|plane| plane.as_chunks::<GROUP>().0);
        let [rows, upper_rows] = [&y.first, &y.second].map(|plane| plane.as_chunks::<GROUP>().0);
        let [left, right, upper_left, upper_right] =
            [left, right, upper_left, upper_right].map(|plane| plane.as_chunks_mut::<GROUP>().0);
        let mut apart = 0_u32;
        for group in 0..super::LANES / GROUP {
            let columns = [&columns[group], &next_columns[group]];
            let rows = [&rows[group], &upper_rows[group]];
            let Some([lower, upper]) = take(self, simd, columns, rows) else {
                apart |= 1 << group;
                if apart.count_ones() > FEW {
                    return false;
                }
                continue;
            };
            left[group] = pulp::cast(lower[0]);
            right[group] = pulp::cast(lower[1]);
            upper_left[group] = pulp::cast(upper[0]);
            upper_right[group] = pulp::cast(upper[1]);
        }
        while apart != 0 {
            let group = apart.trailing_zeros() as usize;
            apart &= apart - 1;
            left[group] = load(self, &columns[group], &rows[group]);
            right[group] = load(self, &next_columns[group], &rows[group]);
            upper_left[group] = load(self, &columns[group], &upper_rows[group]);
            upper_right[group] = load(self, &next_columns[group], &upper_rows[group]);
        }
        true
    }
}

/// Groups of lanes, in the registers of AVX-512.
#[cfg(target_arch = "x86_64")]
mod groups {
    use super::Window;
    use pulp::cast;
    use pulp::x86::V4;
    use std::arch::x86_64::__m512i;

    /// The lanes of a group, and the texels of a row that it takes from.
    pub(super) const GROUP: usize = 16;

    /// The most rows that it takes from.
    const ROWS: u32 = 8;

    /// The rows that most groups take from: without a choice, which would be predicted wrong.
    const FEW_ROWS: u32 = 3;

    /// Groups whose texels may lie far from each other, as those at the edge of a repeated image do: if more do, it is no use
    /// to look for the others.
    pub(super) const FEW: u32 = 4;

    /// The texels in these columns and rows, one by one. Not inlined: what is rare takes no room among the passes.
    #[inline(never)]
    pub(super) fn load(window: Window<'_>, columns: &[u32; GROUP], rows: &[u32; GROUP]) -> [u32; GROUP] {
        std::array::from_fn(|lane| {
            let number = rows[lane] as usize * window.sizes[0] as usize + columns[lane] as usize;
            u32::from_le_bytes(*window.texels.get(number).unwrap_or(&window.border))
        })
    }

    /// The texels of a group in these columns and rows, of the lower and the upper row from left to right, if they lie near
    /// each other.
    #[inline(always)]
    pub(super) fn take(
        window: Window<'_>,
        simd: V4,
        columns: [&[u32; GROUP]; 2],
        rows: [&[u32; GROUP]; 2],
    ) -> Option<[[__m512i; 2]; 2]> {
        let f = simd.avx512f;
        let all = |number: u32| f._mm512_set1_epi32(number.cast_signed());
        // Where lanes are the pixels of two rows, quad by quad, no texel lies beyond those of the corners.
        let corners = |plane: &[u32; GROUP]| [plane[0], plane[2], plane[13], plane[15]];
        let least = |[a, b, c, d]: [u32; 4]| a.min(b).min(c.min(d));
        let most = |[a, b, c, d]: [u32; 4]| a.max(b).max(c.max(d));
        let (first, bottom) = (least(corners(columns[0])), least(corners(rows[0])));
        let top = most(corners(rows[0]));
        // Those of the lower texels, and the one above them.
        let count = top.wrapping_sub(bottom).wrapping_add(2);
        let columns = columns.map(|texels| f._mm512_sub_epi32(cast(*texels), all(first)));
        let rows = rows.map(|texels| f._mm512_sub_epi32(cast(*texels), all(bottom)));
        let farthest = [columns, rows].map(|[one, other]| f._mm512_max_epu32(one, other));
        let is_beyond = f._mm512_cmpge_epu32_mask(farthest[0], all(GROUP as u32))
            | f._mm512_cmpge_epu32_mask(farthest[1], all(count));
        let [width, height] = window.sizes;
        // The border lies beyond all rows.
        if is_beyond != 0 || count > ROWS || top >= height {
            return None;
        }
        let words = |row: u32| {
            // No lane takes from rows beyond the last one.
            let row = (bottom + row).min(height - 1);
            let number = row as usize * width as usize + first as usize;
            let words = window.texels.get(number..)?.first_chunk::<GROUP>()?;
            Some(cast::<_, __m512i>(*words))
        };
        let lowest = words(0)?;
        let mut texels = [columns.map(|column| f._mm512_permutexvar_epi32(column, lowest)); 2];
        let mut take = |row: u32| {
            let words = words(row)?;
            let taken = columns.map(|column| f._mm512_permutexvar_epi32(column, words));
            for (texels, rows) in texels.iter_mut().zip(rows) {
                let is_in_row = f._mm512_cmpeq_epi32_mask(rows, all(row));
                for (texels, taken) in texels.iter_mut().zip(taken) {
                    *texels = f._mm512_mask_mov_epi32(*texels, is_in_row, taken);
                }
            }
            Some(())
        };
        for row in 1..FEW_ROWS {
            take(row)?;
        }
        for row in FEW_ROWS..count {
            take(row)?;
        }
        Some(texels)
    }
}

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
            assert_eq!(is_read, level.name() == "avx512");
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
