//! Coverage of the VG mode: of each pixel sixteen samples, which primitives of the coverage pipe add to and which
//! fragment programs read.
//!
//! Source: Broadcom's OpenVG driver adds a path's fans with the rule of its fill, then draws a rectangle whose program
//! reads coverage, as a level that is the same in all four bytes, and so clears it. How a count becomes a level was never
//! published.

use crate::list::CoverageUpdate;

/// How programs read coverage.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Reading {
    /// As a mask of sixteen bits, not as a level in each byte.
    pub(crate) as_mask: bool,
    /// It stays.
    pub(crate) leaves: bool,
}

/// The coverage of a tile.
#[derive(Clone, Debug, Default)]
pub(crate) struct Coverage {
    pub(crate) reading: Reading,
    /// How often each sample was covered, quad by quad, front faces less back faces; empty until something is.
    counts: Vec<[i8; 16]>,
}

impl Coverage {
    /// Forgets all coverage.
    pub(crate) fn clear(&mut self) {
        self.counts.clear();
    }

    /// Adds a primitive that covers the samples `masks` of the pixels of `quads`.
    pub(crate) fn add(&mut self, quads: &[u32], masks: &[u16; 16], update: CoverageUpdate, is_back: bool) {
        for (quad, masks) in quads.iter().zip(masks.as_chunks::<4>().0) {
            for (pixel, mask) in masks.iter().enumerate() {
                let at = 4 * *quad as usize + pixel;
                if self.counts.len() <= at {
                    self.counts.resize(at + 1, [0; 16]);
                }
                for (sample, count) in self.counts[at].iter_mut().enumerate() {
                    if mask >> sample & 1 != 0 {
                        *count = match update {
                            CoverageUpdate::NonZero if is_back => count.saturating_sub(1),
                            CoverageUpdate::NonZero => count.saturating_add(1),
                            CoverageUpdate::Odd => i8::from(*count == 0),
                            CoverageUpdate::Or => 1,
                            CoverageUpdate::Zero | CoverageUpdate::Reserved(_) => 0,
                        };
                    }
                }
            }
        }
    }

    /// What a program reads of pixel `at`, which is cleared if it `is_live`.
    pub(crate) fn read(&mut self, at: usize, is_live: bool) -> u32 {
        let Some(counts) = self.counts.get_mut(at) else {
            return 0;
        };
        let mask = (0..16).fold(0, |mask, n| mask | u32::from(counts[n] != 0) << n);
        if is_live && !self.reading.leaves {
            *counts = [0; 16];
        }
        if self.reading.as_mask {
            mask
        } else {
            (mask.count_ones() * 255 + 8) / 16 * 0x0101_0101
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// source: OpenVG 1.1, section 8.7.1: the two fill rules, of a pixel that is covered twice in the same direction.
    #[test]
    fn fill_rules() {
        for (update, is_back, level) in [
            (CoverageUpdate::NonZero, false, 0x8080_8080),
            (CoverageUpdate::NonZero, true, 0),
            (CoverageUpdate::Odd, false, 0),
            (CoverageUpdate::Or, false, 0x8080_8080),
        ] {
            let mut coverage = Coverage::default();
            let mut masks = [0; 16];
            masks[2] = 0x00ff;
            coverage.add(&[5], &masks, update, false);
            coverage.add(&[5], &masks, update, is_back);
            assert_eq!(coverage.read(22, false), level, "{update:?}");
            assert_eq!(
                coverage.read(22, true),
                level,
                "another pixel's program clears nothing"
            );
            assert_eq!(coverage.read(22, true), 0, "reading clears");
        }
    }

    #[test]
    fn masks_and_levels() {
        let mut coverage = Coverage {
            reading: Reading {
                as_mask: true,
                leaves: true,
            },
            ..Coverage::default()
        };
        coverage.add(&[0], &[0x8001; 16], CoverageUpdate::Or, false);
        assert_eq!(
            [
                coverage.read(3, true),
                coverage.read(3, true),
                coverage.read(4, true)
            ],
            [0x8001, 0x8001, 0]
        );
        coverage.reading = Reading::default();
        coverage.add(&[0], &[0xffff; 16], CoverageUpdate::Or, false);
        assert_eq!(coverage.read(0, true), u32::MAX);
    }
}
