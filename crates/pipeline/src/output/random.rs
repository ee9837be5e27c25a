//! Fragments and colours for tests of what is written.

use quadrille_numerics::level::Level;

use crate::framebuffer::band::Band;
use crate::framebuffer::window::WINDOW;
use crate::inter_stage::blocks::push_blocks;
use crate::inter_stage::fragments::{Fragments, LANES};
use crate::state::BlendFactor as F;

const WIDTH: u32 = 36;
const ROWS: u32 = 32;

/// Pixels of the band that they lie in, those of its last blocks outside of it included.
pub(super) const PIXELS: u32 = WIDTH.next_multiple_of(8) * ROWS;

/// Numbers without a pattern, the same in every run: the high half of a linear congruence of 64 bits.
pub(super) struct Numbers(pub(super) u64);

impl Numbers {
    pub(super) fn next(&mut self) -> u32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (self.0 >> 32) as u32
    }

    pub(super) fn below(&mut self, limit: u32) -> u32 {
        ((u64::from(self.next()) * u64::from(limit)) >> 32) as u32
    }

    pub(super) fn color(&mut self) -> f32 {
        // A place where rounding changes, and its neighbours.
        let halfway = (self.below(256) as f32 + 0.5) / 255.0;
        match self.below(8) {
            0 => [f32::NAN, -f32::NAN, f32::INFINITY, -f32::INFINITY][self.below(4) as usize],
            1 => [-0.0, 0.0, 1.0, -1.0, 2.0, 1e30, f32::MIN_POSITIVE][self.below(7) as usize],
            2 => f32::from_bits(self.next()),
            3 | 4 => f32::from_bits(halfway.to_bits() + self.below(9) - 4),
            _ => self.below(1 << 24) as f32 / 16_777_216.0,
        }
    }

    /// Quads in rows, as of one primitive, or anywhere, as of many small ones, which meet pixels twice; blocks that
    /// are covered as a whole may follow. Few depths.
    pub(super) fn fragments(&mut self) -> Fragments {
        let mut fragments = Fragments::new(1);
        fragments.length = 4 * (1 + self.below(LANES as u32 / 4)) as usize;
        for lane in 0..fragments.length {
            fragments.drawn[lane / WINDOW] |= 1 << (lane % WINDOW);
        }
        let (in_rows, most) = (self.below(2) == 0, self.below(4));
        for lane in 0..fragments.length {
            let quads = WIDTH / 2 * ROWS / 2;
            if lane % 4 == 0 {
                let quad = if in_rows {
                    lane as u32 / 4
                } else {
                    self.below(quads)
                };
                let (x, y) = (quad % (WIDTH / 2) * 2, quad / (WIDTH / 2) * 2);
                fragments.place[lane / 4] = Band::empty(WIDTH, ROWS).order().place(x as u16, y as u16);
            }
            if self.below(4) > most {
                fragments.drop_lane(lane);
            }
        }
        if self.below(2) == 0 {
            let band = Band::empty(WIDTH, ROWS);
            fragments.align();
            while fragments.length < LANES {
                let corner = [self.below(4) as u16 * 8, self.below(4) as u16 * 8];
                let first = fragments.length;
                push_blocks(Level::BASELINE, &mut fragments, &[corner], true, band.order());
                fragments.drop_lane(first + self.below(64) as usize);
            }
        }
        let sides = self.below(3);
        for front in fragments.front.iter_mut() {
            *front = sides == 0 || sides == 1 && self.below(2) == 0;
        }
        for lane in 0..LANES {
            fragments.depth[lane] = self.below(4) as f32 / 3.0;
            for component in 0..4 {
                fragments.color[component][lane] = self.color();
                fragments.second[component][lane] = self.color();
            }
        }
        fragments
    }
}

/// All factors.
pub(super) const FACTORS: [F; 19] = [
    F::Zero,
    F::One,
    F::SourceColor,
    F::OneMinusSourceColor,
    F::DestinationColor,
    F::OneMinusDestinationColor,
    F::SourceAlpha,
    F::OneMinusSourceAlpha,
    F::DestinationAlpha,
    F::OneMinusDestinationAlpha,
    F::ConstantColor,
    F::OneMinusConstantColor,
    F::ConstantAlpha,
    F::OneMinusConstantAlpha,
    F::SourceAlphaSaturate,
    F::Source1Color,
    F::OneMinusSource1Color,
    F::Source1Alpha,
    F::OneMinusSource1Alpha,
];
