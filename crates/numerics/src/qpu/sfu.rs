//! The special function unit: reciprocal, its square root, power and logarithm of two, to the bit.
//!
//! Four tables of sixteen quadratic pieces, 15 result bits. Source: Broadcom's published driver source
//! (`glsl_fpu_4.c`), whose reciprocal and square root agree with published output of a Raspberry Pi 2; no
//! public measurement of the other two exists. One difference: the hardware's square root ignores the sign.

use super::float::{INFINITY, SIGN};

/// The coefficients of one function, an entry for each sixteenth of its domain.
struct Table {
    constant: [u16; 16],
    linear: [u16; 16],
    square: [u8; 16],
    /// Whether the linear term is added (the rising exponential) instead of subtracted.
    rising: bool,
}

const RECIPROCAL: Table = Table {
    constant: [
        0x7ffc, 0x70ee, 0x638c, 0x5792, 0x4ccb, 0x430b, 0x3a2e, 0x3215, 0x2aaa, 0x23d6, 0x1d8a, 0x17b4,
        0x1249, 0x0d3e, 0x0889, 0x0421,
    ],
    linear: [
        0xf0b, 0xd60, 0xbf8, 0xac5, 0x9bf, 0x8dc, 0x818, 0x76a, 0x6d3, 0x64c, 0x5d6, 0x56b, 0x50b, 0x4b5,
        0x468, 0x421,
    ],
    square: [
        0x1d, 0x18, 0x15, 0x12, 0x0f, 0x0d, 0x0c, 0x0a, 0x09, 0x08, 0x07, 0x06, 0x06, 0x05, 0x05, 0x04,
    ],
    rising: false,
};

const RECIPROCAL_SQUARE_ROOT: Table = Table {
    constant: [
        0x7ffb, 0x7158, 0x64f6, 0x5a4f, 0x5104, 0x48d2, 0x4184, 0x3af4, 0x3501, 0x2aa8, 0x21e7, 0x1a5f,
        0x13cc, 0x0e00, 0x08d5, 0x0433,
    ],
    linear: [
        0xe9e, 0xc5f, 0xaa5, 0x949, 0x831, 0x74d, 0x68f, 0x5ef, 0xa56, 0x8bf, 0x787, 0x692, 0x5cb, 0x52a,
        0x4a2, 0x433,
    ],
    square: [
        0x29, 0x1f, 0x18, 0x13, 0x10, 0x0d, 0x0b, 0x09, 0x1d, 0x16, 0x11, 0x0e, 0x0b, 0x09, 0x08, 0x07,
    ],
    rising: false,
};

const LOGARITHM: Table = Table {
    constant: [
        0x7fff, 0x74cd, 0x6a3f, 0x6043, 0x56cb, 0x4dc9, 0x4531, 0x3cfc, 0x3520, 0x2d96, 0x2658, 0x1f60,
        0x18a9, 0x122e, 0x0beb, 0x05dd,
    ],
    linear: [
        0xb31, 0xa8d, 0x9fb, 0x978, 0x902, 0x898, 0x835, 0x7dc, 0x78a, 0x73e, 0x6f8, 0x6b7, 0x67b, 0x643,
        0x60e, 0x5dd,
    ],
    square: [
        0x0b, 0x0a, 0x09, 0x08, 0x07, 0x06, 0x06, 0x05, 0x05, 0x05, 0x04, 0x04, 0x04, 0x03, 0x03, 0x03,
    ],
    rising: false,
};

const POWER: Table = Table {
    constant: [
        0x0000, 0x05ab, 0x0b96, 0x11c4, 0x1838, 0x1ef5, 0x25ff, 0x2d58, 0x3505, 0x3d09, 0x4567, 0x4e25,
        0x5745, 0x60cd, 0x6ac1, 0x7524,
    ],
    linear: [
        0x5ab, 0x5eb, 0x62e, 0x674, 0x6bd, 0x70a, 0x759, 0x7ad, 0x804, 0x85e, 0x8be, 0x920, 0x988, 0x9f4,
        0xa64, 0xadc,
    ],
    square: [
        0x04, 0x04, 0x04, 0x04, 0x05, 0x05, 0x05, 0x05, 0x06, 0x06, 0x06, 0x06, 0x07, 0x07, 0x07, 0x08,
    ],
    rising: true,
};

/// `k * (64 - k) / 16`, rounded and kept to six bits: the bulge of the quadratic term.
fn bulge(k: u32) -> u32 {
    ((k * (64 - k) + 8) / 16).min(0x3f)
}

impl Table {
    /// The 23-bit mantissa (low 8 bits zero) at the 15-bit argument `m`.
    fn at(&self, m: u32) -> u32 {
        let piece = (m >> 11 & 15) as usize;
        let linear = ((u32::from(self.linear[piece]) * (m & 0x7ff)) >> 11) & 0xfff;
        let linear = if self.rising { !linear & 0x7fff } else { linear };
        let square = ((u32::from(self.square[piece]) * bulge(m >> 5 & 63)) >> 5) & 0x7f;
        let value = u32::from(self.constant[piece])
            .wrapping_sub(linear)
            .wrapping_sub(square);
        (value & 0x7fff) << 8
    }
}

fn fields(x: u32) -> (u32, u32, u32) {
    (x & SIGN, x >> 23 & 0xff, x & 0x007f_ffff)
}

/// `1 / x`. A zero or denormal gives the infinity of its sign, exponents from 253 on the zero of its sign.
pub fn reciprocal(x: u32) -> u32 {
    let (sign, exponent, mantissa) = fields(x);
    match exponent {
        0 => sign | INFINITY,
        253.. => sign,
        _ => sign | (253 - exponent) << 23 | RECIPROCAL.at(mantissa >> 8),
    }
}

/// `1 / sqrt(|x|)`. A zero or denormal gives +infinity, infinities and NaN give +0.
pub fn reciprocal_square_root(x: u32) -> u32 {
    let (_, exponent, mantissa) = fields(x);
    match exponent {
        0 => INFINITY,
        255 => 0,
        _ => {
            // 126 plus the halved distance of the exponent from 128, rounded down: 0 for 1.0 and for 2.0.
            let halved = (128 - exponent as i32) >> 1;
            let odd_power = u32::from(exponent & 1 == 0) << 14;
            let result = RECIPROCAL_SQUARE_ROOT.at(odd_power | mantissa >> 9);
            ((126 + halved) as u32) << 23 | result
        }
    }
}

/// The logarithm of `|x|` to base two. A zero or denormal gives -infinity, infinities and NaN give +infinity.
pub fn logarithm(x: u32) -> u32 {
    let (_, exponent, mantissa) = fields(x);
    match exponent {
        0 => return SIGN | INFINITY,
        255 => return INFINITY,
        _ => {}
    }
    let fraction = !LOGARITHM.at(mantissa >> 8) & 0x007f_ffff;
    // Seven bits before the point and fifteen after it, then a bit that is zero unless complemented.
    let fixed = ((exponent + 1) & 0x7f) << 16 | (fraction >> 7 & !1);
    let (sign, fixed) = if exponent >= 127 {
        (0, fixed)
    } else {
        (SIGN, !fixed & 0x007f_ffff)
    };
    if fixed == 0 {
        return 0;
    }
    let shift = fixed.leading_zeros() - 9;
    sign | (133 - shift) << 23 | (fixed << (shift + 1) & 0x007f_ffff)
}

/// Two to the power `x`. Denormals count as 0; infinities and NaN give +infinity, or +0 if negative.
///
/// The unit is not exact at integers: 2^0 gives 3f800100.
pub fn power(x: u32) -> u32 {
    let (sign, exponent, mantissa) = fields(x);
    let negative = sign != 0 && exponent != 0;
    if exponent == 255 {
        return if negative { 0 } else { INFINITY };
    }
    // |x| in fixed point: seven bits before the point, fifteen after it.
    let significand = 1 << 23 | mantissa;
    let (fixed, overflow) = match exponent {
        128.. => {
            let shifted = significand >> (!exponent & 7);
            (
                shifted & 0x003f_ffff,
                exponent >> 3 & 15 != 0 || shifted >> 22 & 3 != 0,
            )
        }
        112..128 => (significand >> (!exponent & 15) >> 8, false),
        _ => (0, false),
    };
    let fixed = if negative { !fixed & 0x003f_ffff } else { fixed };
    let fraction = POWER.at(fixed & 0x7fff);
    let whole = fixed >> 15;
    match (negative, overflow) {
        (true, _) if overflow || whole < 2 => 0,
        (true, _) => (whole - 1) << 23 | fraction,
        (false, true) => INFINITY,
        (false, false) => ((whole + 127) & 0xff) << 23 | fraction,
    }
}
