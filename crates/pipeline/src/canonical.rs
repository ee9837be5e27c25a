//! The canonical NaN: which NaN an operation of binary32 gives differs between processors.

/// The value, or the canonical NaN.
#[inline(always)]
pub(crate) fn canonical(value: f32) -> f32 {
    if value.is_nan() {
        f32::from_bits(0x7fc0_0000)
    } else {
        value
    }
}
