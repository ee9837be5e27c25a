//! The level of detail of four pixels.

use crate::machine::profile::{LevelRule, Sampling};

/// The level of detail of a quad, whose elements are two by two pixels: how many times its texels are to be halved, from
/// the differences of the coordinates, which go from 0 to 1 over `size` texels.
pub(super) fn of_quad(rule: LevelRule, s: [f32; 4], t: [f32; 4], size: (f32, f32)) -> f32 {
    let step = |a: usize, b: usize| ((s[b] - s[a]) * size.0, (t[b] - t[a]) * size.1);
    let (right, down) = (step(0, 1), step(0, 2));
    let square = match rule {
        LevelRule::Length => {
            let square = |(x, y): (f32, f32)| x * x + y * y;
            square(right).max(square(down))
        }
        LevelRule::Largest => {
            let largest = |(x, y): (f32, f32)| x.abs().max(y.abs());
            let one = largest(right).max(largest(down));
            one * one
        }
    };
    // The greatest of what is no number and a number is the number: of nothing but the former, the level is 0.
    if square.is_nan() {
        0.0
    } else {
        0.5 * libm::log2f(square)
    }
}

/// A level of detail in the steps of the machine, kept between `-64` and `64`.
pub(super) fn quantise(level: f32, sampling: &Sampling) -> i32 {
    let level = if level.is_nan() {
        0.0
    } else {
        level.clamp(-64.0, 64.0)
    };
    (level * (1u32 << sampling.level_bits) as f32).floor() as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    /// source: OpenGL ES 2.0, section 3.7.7: four texels a pixel across and one down is level 2.
    #[test]
    fn levels_of_steps() {
        let quad = |dx: f32, dy: f32| ([0.5, 0.5 + dx, 0.5, 0.5 + dx], [0.5, 0.5, 0.5 + dy, 0.5 + dy]);
        for rule in [LevelRule::Length, LevelRule::Largest] {
            let (s, t) = quad(4.0 / 256.0, 1.0 / 64.0);
            assert_eq!(of_quad(rule, s, t, (256.0, 64.0)), 2.0);
            let (s, t) = quad(0.0, 0.0);
            assert_eq!(of_quad(rule, s, t, (256.0, 64.0)), f32::NEG_INFINITY);
        }
        let slanted = ([0.0, 4.0, 0.0, 4.0], [0.0, 4.0, 0.0, 4.0]);
        assert_eq!(of_quad(LevelRule::Length, slanted.0, slanted.1, (1.0, 1.0)), 2.5);
        assert_eq!(of_quad(LevelRule::Largest, slanted.0, slanted.1, (1.0, 1.0)), 2.0);
    }
}
