//! Exponent and mantissa of a binary64 number, exact.

/// `2^n` for n from −1022 to 1023.
pub(crate) fn power_of_two(n: i32) -> f64 {
    f64::from_bits(((n + 1023) as u64) << 52)
}

/// A number scaled out of the denormals, and by how many binary places.
fn normal(x: f64) -> (f64, i32) {
    if x.abs() < f64::MIN_POSITIVE {
        (x * power_of_two(54), 54)
    } else {
        (x, 0)
    }
}

/// `floor(log2(|x|))` of a finite number other than zero.
pub(crate) fn exponent(x: f64) -> i32 {
    let (x, scaled) = normal(x);
    (x.to_bits() >> 52 & 0x7ff) as i32 - 1023 - scaled
}

/// `|x| / 2^exponent(x)`, in [1, 2), of a finite number other than zero.
pub(crate) fn mantissa(x: f64) -> f64 {
    let (x, _) = normal(x);
    f64::from_bits(x.to_bits() & 0x000f_ffff_ffff_ffff | 0x3ff0_0000_0000_0000)
}
