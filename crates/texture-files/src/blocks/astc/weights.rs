//! The weights of texels, from a grid that may have fewer (C.2.18), in one plane or two (C.2.20).

use super::sequence::Sequence;
use super::{MOST_WEIGHTS, Mode};

/// The grid of a block.
pub(super) struct Grid {
    /// The weights of each place, those of both planes side by side.
    weights: [u8; MOST_WEIGHTS],
    size: [u32; 2],
    /// Texels of the block are steps of so much, of 1024.
    steps: [u32; 2],
    /// The component that has the second plane.
    plane: Option<u32>,
}

impl Grid {
    pub(super) fn new(
        block: u128,
        mode: &Mode,
        count: u32,
        plane: Option<u32>,
        block_size: [u32; 2],
    ) -> Grid {
        // The first bit of the sequence is the highest one of the block.
        let mut sequence = Sequence::new(block.reverse_bits(), mode.range, count);
        Grid {
            weights: std::array::from_fn(|_| sequence.next().map_or(0, |number| mode.range.weight(number))),
            size: mode.grid,
            steps: block_size.map(|size| (1024 + size / 2) / (size - 1)),
            plane,
        }
    }

    /// The weight of each component of a texel.
    pub(super) fn weights(&self, place: [u32; 2]) -> [u32; 4] {
        let weights = [self.weight(place, 0); 4];
        let Some(component) = self.plane else {
            return weights;
        };
        let second = self.weight(place, 1);
        std::array::from_fn(|at| {
            if at as u32 == component {
                second
            } else {
                weights[at]
            }
        })
    }

    fn weight(&self, place: [u32; 2], plane: u32) -> u32 {
        let [s, t] = [0, 1].map(|axis| (self.steps[axis] * place[axis] * (self.size[axis] - 1) + 32) >> 6);
        let (fs, ft) = (s & 15, t & 15);
        let planes = 1 + u32::from(self.plane.is_some());
        let at = |right: u32, up: u32| {
            let index = (s >> 4) + right + ((t >> 4) + up) * self.size[0];
            // What lies beyond the grid has no weight.
            let weight = self.weights.get((index * planes + plane) as usize);
            u32::from(weight.copied().unwrap_or(0))
        };
        let both = (fs * ft + 8) >> 4;
        let sum = at(0, 0) * (16 + both - fs - ft)
            + at(1, 0) * (fs - both)
            + at(0, 1) * (ft - both)
            + at(1, 1) * both;
        (sum + 8) >> 4
    }
}
