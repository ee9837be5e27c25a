//! Sine and cosine: a loop for angles of ordinary size, and the few lanes of larger ones after it.

use quadrille_numerics::binary32;
use quadrille_numerics::level::{Level, Pass};

use super::Operands;
use crate::plane::{Element, LANES, Registers, Spares};

/// The bits of [`binary32::SMALL_ANGLES`]; magnitudes of at least these are large.
const LARGE: u32 = binary32::SMALL_ANGLES.to_bits();

struct Small<'a, const SINE: bool> {
    angles: &'a [u32; LANES],
    to: &'a mut [u32; LANES],
    /// The largest magnitude of an angle, as bits.
    largest: &'a mut u32,
}

impl<const SINE: bool> Pass for Small<'_, SINE> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        *self.largest = small::<SINE>(self.angles, self.to);
    }
}

#[inline(always)]
fn small<const SINE: bool>(angles: &[u32; LANES], to: &mut [u32; LANES]) -> u32 {
    let mut largest = 0;
    for l in 0..LANES {
        let angle = f32::from_bits(angles[l]);
        let value = if SINE {
            binary32::sine_of_small(angle)
        } else {
            binary32::cosine_of_small(angle)
        };
        to[l] = value.to_bits();
        let magnitude = angles[l] & 0x7fff_ffff;
        largest = if magnitude > largest { magnitude } else { largest };
    }
    largest
}

fn angle<const SINE: bool>(level: Level, registers: &mut Registers, spares: &mut Spares, at: &Operands) {
    let to = &mut u32::spare(spares).0;
    let angles = registers.get::<u32>(at[1]);
    let mut largest = 0;
    level.run(Small::<SINE> {
        angles,
        to,
        largest: &mut largest,
    });
    if largest >= LARGE {
        for l in 0..LANES {
            if angles[l] & 0x7fff_ffff >= LARGE {
                let angle = f32::from_bits(angles[l]);
                let value = if SINE {
                    binary32::sine_of_large(angle)
                } else {
                    binary32::cosine_of_large(angle)
                };
                to[l] = value.to_bits();
            }
        }
    }
    registers.put::<u32>(at[0], spares);
}

/// The kernel of the sine.
pub(super) fn sine(level: Level, registers: &mut Registers, spares: &mut Spares, at: &Operands) {
    angle::<true>(level, registers, spares, at);
}

/// The kernel of the cosine.
pub(super) fn cosine(level: Level, registers: &mut Registers, spares: &mut Spares, at: &Operands) {
    angle::<false>(level, registers, spares, at);
}
