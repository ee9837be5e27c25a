//! The texels of a group of lanes, which a permutation takes from the words of rows.

use super::{Texels, Window};
use pulp::cast;
use pulp::x86::{V3, V4};
use std::arch::x86_64::{__m256i, __m512i};

/// The most rows that a group takes from.
const ROWS: u32 = 8;

/// Lanes in groups whose texels may lie far from each other, as those at the edge of a repeated image do: if more do, it is no
/// use to look for the others.
pub(super) const FEW: usize = 64;

/// The texels in these columns and rows, one by one. Not inlined: what is rare takes no room among the passes.
#[inline(never)]
pub(super) fn load<const LANES: usize>(
    window: Window<'_>,
    columns: [&[u32; LANES]; 2],
    rows: [&[u32; LANES]; 2],
) -> Texels<LANES> {
    let width = window.sizes[0] as usize;
    rows.map(|rows| {
        columns.map(|columns| {
            std::array::from_fn(|lane| {
                let number = rows[lane] as usize * width + columns[lane] as usize;
                u32::from_le_bytes(*window.texels.get(number).unwrap_or(&window.border))
            })
        })
    })
}

/// The corners of a group: where lanes are the pixels of two rows, quad by quad, no texel lies beyond those of the corners.
#[inline(always)]
fn corners<const LANES: usize>(texels: &[u32; LANES]) -> [u32; 4] {
    [texels[0], texels[2], texels[LANES - 3], texels[LANES - 1]]
}

/// The least texel of a group.
#[inline(always)]
fn least<const LANES: usize>(texels: &[u32; LANES]) -> u32 {
    let [a, b, c, d] = corners(texels);
    a.min(b).min(c.min(d))
}

/// Instructions by which groups of so many lanes take their texels from as many of a row.
pub(super) trait Take<const LANES: usize>: Copy {
    /// The texels of a group in these columns and rows, if they lie near each other.
    fn take(
        self,
        window: Window<'_>,
        columns: [&[u32; LANES]; 2],
        rows: [&[u32; LANES]; 2],
    ) -> Option<Texels<LANES>>;
}

/// Where the texels of a group lie.
struct Place {
    /// The first column, and the lowest row.
    first: u32,
    bottom: u32,
}

impl Place {
    #[inline(always)]
    fn of<const LANES: usize>(columns: &[u32; LANES], rows: &[u32; LANES]) -> Place {
        Place {
            first: least(columns),
            bottom: least(rows),
        }
    }

    /// The words of the lowest three rows, if all are in the image.
    #[inline(always)]
    fn three_rows<'a, const LANES: usize>(&self, window: Window<'a>) -> Option<[&'a [[u8; 4]; LANES]; 3]> {
        let width = window.sizes[0] as usize;
        let start = self.bottom as usize * width + self.first as usize;
        let texels = window.texels.get(start..start + 2 * width + LANES)?;
        let middle = texels.get(width..)?.first_chunk()?;
        Some([texels.first_chunk()?, middle, texels.last_chunk()?])
    }

    /// The rows of the texels, lower ones in these, and the one above them, if a group may take from all: there are not too
    /// many, and none is the border, which lies beyond them.
    #[inline(always)]
    fn count_rows<const LANES: usize>(&self, window: Window<'_>, rows: &[u32; LANES]) -> Option<u32> {
        let [a, b, c, d] = corners(rows);
        let top = a.max(b).max(c.max(d));
        let count = top.wrapping_sub(self.bottom).wrapping_add(2);
        (count <= ROWS && top < window.sizes[1]).then_some(count)
    }

    /// The words of a row, counted from the lowest.
    #[inline(always)]
    fn row<'a, const LANES: usize>(&self, window: Window<'a>, row: u32) -> Option<&'a [[u8; 4]; LANES]> {
        let [width, height] = window.sizes;
        // No lane takes from rows beyond the last one.
        let row = (self.bottom + row).min(height - 1);
        let number = row as usize * width as usize + self.first as usize;
        window.texels.get(number..)?.first_chunk()
    }
}

impl Take<16> for V4 {
    #[inline(always)]
    fn take(self, window: Window<'_>, columns: [&[u32; 16]; 2], rows: [&[u32; 16]; 2]) -> Option<Texels<16>> {
        let f = self.avx512f;
        let all = |number: u32| f._mm512_set1_epi32(number.cast_signed());
        let place = Place::of(columns[0], rows[0]);
        let lower = rows[0];
        let columns = columns.map(|texels| f._mm512_sub_epi32(cast(*texels), all(place.first)));
        let rows = rows.map(|texels| f._mm512_sub_epi32(cast(*texels), all(place.bottom)));
        if let Some(words) = place.three_rows(window) {
            // No bits but those of columns in a row of words, and of two rows and those above them.
            let column = f._mm512_or_si512(columns[0], columns[1]);
            let row = f._mm512_or_si512(rows[0], f._mm512_sub_epi32(rows[1], all(1)));
            let is_beyond =
                f._mm512_test_epi32_mask(column, all(!15)) | f._mm512_test_epi32_mask(row, all(!1));
            if is_beyond == 0 {
                let [lowest, middle, highest]: [__m512i; 3] = words.map(|words: &[_; 16]| cast(*words));
                // The bit behind those of a column chooses the middle row: it is set in the second of the lower rows, and in
                // the first of the upper ones.
                return Some([(lowest, rows[0]), (highest, rows[1])].map(|(words, rows)| {
                    let rows = f._mm512_slli_epi32::<4>(rows);
                    columns.map(|column| {
                        let place = f._mm512_or_si512(column, rows);
                        cast(f._mm512_permutex2var_epi32(words, place, middle))
                    })
                }));
            }
        }
        let count = place.count_rows(window, lower)?;
        let farthest = [columns, rows].map(|[one, other]| f._mm512_max_epu32(one, other));
        let is_beyond = f._mm512_cmpge_epu32_mask(farthest[0], all(16))
            | f._mm512_cmpge_epu32_mask(farthest[1], all(count));
        if is_beyond != 0 {
            return None;
        }
        let mut texels = [[all(0); 2]; 2];
        for row in 0..count {
            let words: __m512i = cast(*place.row::<16>(window, row)?);
            let taken = columns.map(|column| f._mm512_permutexvar_epi32(column, words));
            for (texels, rows) in texels.iter_mut().zip(rows) {
                let is_in_row = f._mm512_cmpeq_epi32_mask(rows, all(row));
                for (texels, taken) in texels.iter_mut().zip(taken) {
                    *texels = f._mm512_mask_mov_epi32(*texels, is_in_row, taken);
                }
            }
        }
        Some(texels.map(|side| side.map(cast)))
    }
}

impl Take<8> for V3 {
    #[inline(always)]
    fn take(self, window: Window<'_>, columns: [&[u32; 8]; 2], rows: [&[u32; 8]; 2]) -> Option<Texels<8>> {
        let (f, i) = (self.avx, self.avx2);
        let all = |number: u32| f._mm256_set1_epi32(number.cast_signed());
        let place = Place::of(columns[0], rows[0]);
        let lower = rows[0];
        let columns = columns.map(|texels| i._mm256_sub_epi32(cast(*texels), all(place.first)));
        let rows = rows.map(|texels| i._mm256_sub_epi32(cast(*texels), all(place.bottom)));
        if let Some(words) = place.three_rows(window) {
            // No bits but those of columns in a row of words, and of two rows and those above them.
            let column = i._mm256_or_si256(columns[0], columns[1]);
            let row = i._mm256_or_si256(rows[0], i._mm256_sub_epi32(rows[1], all(1)));
            let beyond = i._mm256_or_si256(
                i._mm256_and_si256(column, all(!7)),
                i._mm256_and_si256(row, all(!1)),
            );
            if f._mm256_testz_si256(beyond, beyond) != 0 {
                let [lowest, middle, highest] = words.map(|words: &[_; 8]| {
                    columns.map(|column| i._mm256_permutevar8x32_epi32(cast(*words), column))
                });
                // The sign chooses the middle row: it is set in the second of the lower rows, and in the first of the upper
                // ones.
                return Some([(lowest, rows[0]), (highest, rows[1])].map(|(taken, rows)| {
                    let is_middle = i._mm256_slli_epi32::<31>(rows);
                    [0, 1].map(|side| cast(choose(self, taken[side], middle[side], is_middle)))
                }));
            }
        }
        let count = place.count_rows(window, lower)?;
        let farthest = [columns, rows].map(|[one, other]| i._mm256_max_epu32(one, other));
        // Those that are their own maximum with a limit are at it or beyond.
        let is_beyond = |number: __m256i, limit: u32| {
            i._mm256_cmpeq_epi32(i._mm256_max_epu32(number, all(limit)), number)
        };
        let beyond = i._mm256_or_si256(is_beyond(farthest[0], 8), is_beyond(farthest[1], count));
        if f._mm256_testz_si256(beyond, beyond) == 0 {
            return None;
        }
        let mut texels = [[all(0); 2]; 2];
        for row in 0..count {
            let words: __m256i = cast(*place.row::<8>(window, row)?);
            let taken = columns.map(|column| i._mm256_permutevar8x32_epi32(words, column));
            for (texels, rows) in texels.iter_mut().zip(rows) {
                let is_in_row = i._mm256_cmpeq_epi32(rows, all(row));
                for (texels, taken) in texels.iter_mut().zip(taken) {
                    *texels = choose(self, *texels, taken, is_in_row);
                }
            }
        }
        Some(texels.map(|side| side.map(cast)))
    }
}

/// Of each lane one of two words, by the sign of a third one.
#[inline(always)]
fn choose(simd: V3, otherwise: __m256i, when: __m256i, sign: __m256i) -> __m256i {
    cast(simd.avx._mm256_blendv_ps(cast(otherwise), cast(when), cast(sign)))
}
