//! Textures whose texels tell by every bit where a program looked.

use quadrille_engine::Textures;
use quadrille_engine::environment::{AttributeLocation, Interpolator, Lookup};
use quadrille_isa::gl::Operation;
use quadrille_program::{Access, Instruction, Program};

/// A function of the bits of what a lookup reads, in all lanes of a quad where neighbours matter.
pub(super) struct Hashes<'p>(pub(super) &'p Program);

impl Hashes<'_> {
    fn instruction(&self, lookup: &Lookup<'_>) -> &Instruction {
        let mut instructions = self.0.instructions().iter();
        let found = instructions.find(|instruction| match &instruction.access {
            Access::Texture(access) => std::ptr::eq(&**access, lookup.access),
            _ => false,
        });
        found.expect("the lookup is of this program")
    }
}

fn mix(state: u32, word: u32) -> u32 {
    (state.rotate_left(5) ^ word).wrapping_mul(0x9e37_79b9)
}

impl Textures for Hashes<'_> {
    fn sample(&self, lookup: &Lookup<'_>, result: &mut [&mut [u32]; 4]) {
        let instruction = self.instruction(lookup);
        let asks =
            matches!(instruction.operation, Operation::Texture(operation) if operation.asks_neighbours());
        let own = |lane: usize| {
            let mut state = 1;
            for (at, operand) in lookup.operands.iter().enumerate() {
                let needs = instruction.needs(at);
                for (component, words) in operand.iter().enumerate() {
                    if needs >> component & 1 != 0 {
                        state = mix(state, words[lane]);
                    }
                }
            }
            state
        };
        for lane in 0..lookup.lanes {
            let mut state = mix(
                own(lane),
                lookup.units.map_or(lookup.access.unit, |units| units[lane]),
            );
            for words in lookup.offsets.into_iter().flatten() {
                state = mix(state, words[lane] as u32);
            }
            if asks && lookup.quads {
                let first = lane - lane % 4;
                state =
                    (first..(first + 4).min(lookup.lanes)).fold(state, |state, lane| mix(state, own(lane)));
            }
            for (component, words) in result.iter_mut().enumerate() {
                words[lane] = number(mix(state, component as u32), lookup.data_type.is_float());
            }
        }
    }
}

/// A word, of a float one that is no NaN.
fn number(word: u32, float: bool) -> u32 {
    if float {
        ((word >> 8) as f32 / 65536.0).to_bits()
    } else {
        word
    }
}

impl Interpolator for Hashes<'_> {
    fn interpolate(&self, slot: usize, lane: usize, place: AttributeLocation) -> Option<[u32; 4]> {
        let place = match place {
            AttributeLocation::Centroid => 1,
            AttributeLocation::Offset(offset) => mix(offset[0].to_bits(), offset[1].to_bits()),
            AttributeLocation::Sample(sample) => mix(7, sample),
        };
        let state = mix(mix(slot as u32, lane as u32), place);
        Some([0, 1, 2, 3].map(|component| number(mix(state, component), true)))
    }
}
