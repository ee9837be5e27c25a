//! Two programs on the same random inputs: the same bits, or the first vertex at which they differ.

use crate::function::{Access, Constants, Options, Program, Quad};

/// The first difference of two programs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    /// The vertex, counted from 0.
    pub vertex: usize,
    /// The outputs of both by their numbers in the word.
    pub outputs: [[Quad; 16]; 2],
}

/// Runs both programs for `vertices` of random attributes and constants. A number in four is special: a zero, an
/// infinity, NaN, a denormal, a small whole number for the address register, or any bits at all.
pub fn difference(one: &Program, other: &Program, vertices: usize, access: Access) -> Option<Difference> {
    let mut state = 0x0123_4567_89ab_cdef_u64;
    let options = Options {
        access,
        ..Options::default()
    };
    let mut constants = Constants::default();
    for vertex in 0..vertices {
        if vertex % 16 == 0 {
            constants.0.iter_mut().for_each(|quad| *quad = random(&mut state));
        }
        let inputs: [Quad; 16] = std::array::from_fn(|_| random(&mut state));
        let mut left = [constants.clone(), constants.clone()];
        let outputs = [
            one.run(&mut left[0], &inputs, &options),
            other.run(&mut left[1], &inputs, &options),
        ];
        if outputs[0] != outputs[1] || left[0] != left[1] {
            return Some(Difference {
                vertex,
                outputs: outputs.map(|outputs| outputs.0),
            });
        }
    }
    None
}

fn random(state: &mut u64) -> Quad {
    std::array::from_fn(|_| {
        *state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        let bits = (*state >> 32) as u32;
        match *state >> 24 & 15 {
            0 => bits,
            1 => [0, 0x8000_0000, 0x7f80_0000, 0xff80_0000, 0x7fc0_0001, 1][bits as usize % 6],
            2 | 3 => ((bits % 100) as f32).to_bits(),
            _ => ((bits as f32 / 4_294_967_296.0) * 8.0 - 4.0).to_bits(),
        }
    })
}
