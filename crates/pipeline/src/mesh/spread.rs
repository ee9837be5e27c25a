//! Vectors that lie one behind the other, as planes of their components.

use quadrille_numerics::level::{Level, Pass};

use crate::inter_stage::vertices::BLOCK;

/// Spreads vectors of 1 to 4 words over as many planes, the first [`BLOCK`] of them.
pub(crate) fn spread(level: Level, size: usize, words: &[u32], planes: &mut [[u32; BLOCK]]) {
    match size {
        1 => level.run(Spread::<1>(words, planes)),
        2 => level.run(Spread::<2>(words, planes)),
        3 => level.run(Spread::<3>(words, planes)),
        _ => level.run(Spread::<4>(words, planes)),
    }
}

struct Spread<'a, const SIZE: usize>(&'a [u32], &'a mut [[u32; BLOCK]]);

impl<const SIZE: usize> Pass for Spread<'_, SIZE> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let Spread(words, planes) = self;
        let Some(planes) = planes.first_chunk_mut::<SIZE>() else {
            return;
        };
        let vectors = words.as_chunks::<SIZE>().0;
        if let Ok(vectors) = <&[[u32; SIZE]; BLOCK]>::try_from(vectors) {
            for lane in 0..BLOCK {
                for component in 0..SIZE {
                    planes[component][lane] = vectors[lane][component];
                }
            }
            return;
        }
        for (lane, vector) in vectors.iter().enumerate().take(BLOCK) {
            for component in 0..SIZE {
                planes[component][lane] = vector[component];
            }
        }
    }
}
