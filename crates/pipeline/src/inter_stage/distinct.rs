//! The lanes of a window in parts whose lanes have pixels of their own, so that loops over a part need not look at what its
//! other lanes do.

use quadrille_numerics::level::{Level, Pass};

use crate::framebuffer::window::{QUADS, WINDOW, bits};

/// Lanes of a window in parts one after another, in each of which no pixel is met twice.
pub(crate) struct Distinct {
    left: u64,
    /// For each quad the number behind that of the last before it that it meets, or 0.
    meets: [u32; QUADS],
}

impl Distinct {
    /// Lanes that have pixels of their own.
    pub(crate) fn all(lanes: u64) -> Distinct {
        Distinct {
            left: lanes,
            meets: [0; QUADS],
        }
    }

    /// Any lanes, by the places of the quads. Two quads have all pixels in common or none.
    pub(super) fn of(level: Level, places: &[u32; QUADS], lanes: u64) -> Distinct {
        let mut parts = Distinct::all(lanes);
        level.run(Meetings {
            places,
            lanes,
            meets: &mut parts.meets,
        });
        parts
    }
}

impl Iterator for Distinct {
    type Item = u64;

    fn next(&mut self) -> Option<u64> {
        if self.left == 0 {
            return None;
        }
        let first = self.left.trailing_zeros() / 4;
        let end = self.meets.iter().position(|meets| *meets > first);
        let lanes = end.map_or(WINDOW, |quad| 4 * quad);
        self.meets[..lanes / 4].fill(0);
        let part = self.left & bits(0..lanes);
        self.left &= !part;
        Some(part)
    }
}

/// Finds for each quad the last before it that it has one of the lanes' pixels in common with.
struct Meetings<'a> {
    places: &'a [u32; QUADS],
    lanes: u64,
    meets: &'a mut [u32; QUADS],
}

impl Pass for Meetings<'_> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let pixels: [u32; QUADS] = std::array::from_fn(|quad| (self.lanes >> (4 * quad)) as u32 & 0b1111);
        let mut meets = [0; QUADS];
        for before in 0..QUADS {
            for quad in 0..QUADS {
                let follows = (self.places[quad] == self.places[before]) & (quad > before);
                let meet = follows & (pixels[quad] & pixels[before] != 0);
                meets[quad] = if meet { before as u32 + 1 } else { meets[quad] };
            }
        }
        *self.meets = meets;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// source: the definition: a part ends before the first lane whose pixel it has already
        #[test]
        fn parts_end_where_a_pixel_is_met_again(places in prop::array::uniform16(0u32..20), lanes: u64) {
            let mut wanted = Vec::new();
            let (mut part, mut met) = (0, Vec::new());
            for quad in 0..QUADS {
                let own = lanes & bits(4 * quad..4 * quad + 4);
                let pixels: Vec<u32> = (0..4)
                    .filter(|pixel| own >> (4 * quad) >> pixel & 1 != 0)
                    .map(|pixel| 4 * places[quad] + pixel)
                    .collect();
                if pixels.iter().any(|pixel| met.contains(pixel)) {
                    wanted.push(std::mem::take(&mut part));
                    met.clear();
                }
                part |= own;
                met.extend(pixels);
            }
            wanted.extend((part != 0).then_some(part));
            for level in Level::all() {
                let found: Vec<u64> = Distinct::of(level, &places, lanes).collect();
                prop_assert_eq!(&found, &wanted);
            }
            prop_assert!(Distinct::all(lanes).eq((lanes != 0).then_some(lanes)));
        }
    }
}
