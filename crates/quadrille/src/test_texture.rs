//! The texture that `evaluate` samples where none is given: every unit, every target, the same.

use quadrille_engine::Textures;
use quadrille_engine::environment::Lookup;

/// A texture whose texel at (s, t, r) is (s, t, r, 1), each wrapped into [0, 1): what comes out tells where
/// the program looked. A query or a comparison gives the same vector.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct TestTexture;

impl Textures for TestTexture {
    fn sample(&self, lookup: &Lookup<'_>, result: &mut [Vec<u32>; 4]) {
        let Some(coordinates) = lookup.operands.first() else {
            return;
        };
        for lane in 0..lookup.lanes {
            for component in 0..3 {
                let value = f32::from_bits(coordinates[component][lane]);
                let wrapped = value - value.floor();
                result[component][lane] = if wrapped.is_finite() { wrapped.to_bits() } else { 0 };
            }
            result[3][lane] = 1f32.to_bits();
        }
    }
}
