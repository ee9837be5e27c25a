//! The texture that `evaluate` samples where none is given: every unit, every target, the same.

use quadrille_engine::environment::Lookup;
use quadrille_engine::{Textures, handle};
use quadrille_isa::gl::operation::TextureOp;
use quadrille_isa::gl::target::Slot;

/// Texels along each axis, and layers.
const SIZE: u32 = 64;
/// Samples of a multisample texel.
const SAMPLES: u32 = 4;

/// A texture whose texel at (s, t, r) is (s, t, r, 1), each wrapped into [0, 1): what comes out tells where
/// the program looked. A coordinate that the target does not have is 0. A comparison gives the same vector. A texel fetched by integers is those integers,
/// and where an instruction's result is an integer, a sample is the number of its texel along each axis.
/// Queries say 64 texels along each axis, 4 samples, level of detail 0.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct TestTexture;

impl Textures for TestTexture {
    /// It has the first handle of a texture.
    fn is_resident(&self, unit: u32) -> bool {
        unit == handle::of_texture(0).1
    }

    fn sample(&self, lookup: &Lookup<'_>, result: &mut [&mut [u32]; 4]) {
        for (component, words) in result.iter_mut().enumerate() {
            for (lane, word) in words.iter_mut().take(lookup.lanes).enumerate() {
                *word = texel(lookup, lane)[component];
            }
        }
    }
}

fn texel(lookup: &Lookup<'_>, lane: usize) -> [u32; 4] {
    let target = lookup.access.target.row();
    let is_looked_at = |component: usize| {
        let at = Some(component as u8);
        let reference = matches!(target.reference, Some(Slot::First(reference)) if Some(reference) == at);
        component < usize::from(target.coordinates) || target.layer == at || target.sample == at || reference
    };
    let coordinate = |component: usize| match lookup.operands.first() {
        Some(coordinates) if is_looked_at(component) => coordinates[component][lane],
        Some(_) | None => 0,
    };
    let number = |value: i32| {
        if lookup.data_type.is_float() {
            (value as f32).to_bits()
        } else {
            value as u32
        }
    };
    let one = number(1);
    match lookup.operation {
        TextureOp::QuerySize => {
            let size = SIZE.checked_shr(coordinate(0)).unwrap_or(0).max(1);
            [size, size, size, 0]
        }
        TextureOp::QuerySamples => [SAMPLES; 4],
        TextureOp::QueryLod => [0; 4],
        TextureOp::Fetch | TextureOp::FetchMultisample => {
            let [x, y, z] = [0, 1, 2].map(|component| number(coordinate(component) as i32));
            [x, y, z, one]
        }
        TextureOp::Sample(_)
        | TextureOp::SampleProjected
        | TextureOp::SampleProjectedButCube
        | TextureOp::Gather
        | TextureOp::GatherOffsets => {
            let [x, y, z] = [0, 1, 2].map(|component| {
                let value = f32::from_bits(coordinate(component));
                let wrapped = value - value.floor();
                match (wrapped.is_finite(), lookup.data_type.is_float()) {
                    (false, _) => 0,
                    (true, true) => wrapped.to_bits(),
                    (true, false) => (wrapped * SIZE as f32) as u32,
                }
            });
            [x, y, z, one]
        }
    }
}
