//! binary32 without denormals: FP1.0's `R` (NV_fragment_program 3.11.4.1).

use super::single::binary32_float;
use crate::binary32::NAN;

/// A binary32 number by IEEE 754 but for denormals, which are zeros with their sign, as operands and as
/// results: a result is rounded first. Its elementary functions have the errors that
/// [`binary32`](crate::binary32) states.
#[derive(Clone, Copy, Debug, Default)]
pub struct Flushing(pub f32);

impl Flushing {
    #[inline]
    fn rounded(value: f32) -> Flushing {
        Flushing(if value.is_nan() { NAN } else { value }).admitted()
    }

    #[inline]
    fn admitted(self) -> Flushing {
        if self.0.is_subnormal() {
            Flushing(f32::from_bits(self.0.to_bits() & 0x8000_0000))
        } else {
            self
        }
    }
}

binary32_float!(Flushing, exp2_flushed, log2_flushed, power_flushed);
