//! binary32 by IEEE 754: VP2.0, the ARB languages, NV_gpu_program4 and 5.

use super::single::binary32_float;
use crate::binary32::NAN;

/// A binary32 number under IEEE 754: round to nearest even, denormals, one canonical NaN. Its elementary
/// functions have the errors that [`binary32`](crate::binary32) states.
#[derive(Clone, Copy, Debug, Default)]
pub struct Ieee(pub f32);

impl Ieee {
    #[inline]
    fn rounded(value: f32) -> Ieee {
        Ieee(if value.is_nan() { NAN } else { value })
    }

    #[inline]
    fn admitted(self) -> Ieee {
        self
    }
}

binary32_float!(Ieee, exp2, log2, power);
