//! The NV20's special functions, to the bit, against a second transcription of their description in wide integers and
//! host floats.
//!
//! source: the model that envytools' hardware tests compare an NV20 with (`nvhw/xf.c`, MIT), as its formulas read; the
//! tables of EXP and LOG are measured, those of RCP and RSQ follow from the formulas below.

use proptest::prelude::*;
use quadrille_numerics::nv20::{
    exponential, light, logarithm, reciprocal, square_root::reciprocal_square_root,
};

const CANONICAL_NAN: u32 = 0x7fff_ffff;
const INFINITY: u32 = 0x7f80_0000;
const SIGN: u32 = 0x8000_0000;
const ONE: u32 = 0x3f80_0000;

const EXP_BASE: [i128; 33] = [
    0, 359, 725, 1100, 1483, 1874, 2274, 2683, 3100, 3527, 3963, 4408, 4863, 5329, 5804, 6290, 6787, 7294,
    7812, 8342, 8884, 9437, 10002, 10580, 11171, 11774, 12391, 13020, 13665, 14322, 14995, 15684, 0x3fff,
];
const LOG_BASE: [i128; 33] = [
    0, 11702, 22973, 33939, 44589, 54950, 65056, 74856, 84430, 93767, 102879, 111777, 120470, 128969, 137279,
    145412, 153374, 161170, 168811, 176299, 183642, 190844, 197914, 204853, 211667, 218359, 224937, 231401,
    237757, 244008, 250155, 256213, 0x3ffff,
];

fn field(x: u32) -> i128 {
    i128::from(x >> 23 & 0xff)
}

fn fraction(x: u32) -> i128 {
    i128::from(x & 0x7f_ffff)
}

fn sign(x: u32) -> u32 {
    x & SIGN
}

fn is_nan(x: u32) -> bool {
    f32::from_bits(x).is_nan()
}

/// Zero, or a denormal that counts as one.
fn is_zero(x: u32) -> bool {
    field(x) == 0
}

fn put(sign: u32, field: i128, mantissa: i128) -> u32 {
    sign | (field << 23 | mantissa) as u32
}

fn rcp(x: u32) -> u32 {
    if is_nan(x) {
        return CANONICAL_NAN;
    }
    if is_zero(x) {
        return sign(x) | INFINITY;
    }
    let m = (1 << 23) + fraction(x);
    let s0 = (8192.0 / (64.0 + (fraction(x) >> 17) as f64 + 0.5)).round() as i128;
    let s1 = (((1 << 31) - s0 * m) * s0) >> 24;
    let s2 = (((1 << 37) - s1 * m) * s1) >> 25;
    let (exponent, mantissa) = match fraction(x) {
        0 => (254 - field(x), 0),
        _ => (253 - field(x), s2 - (1 << 23)),
    };
    if exponent <= 0 {
        return sign(x);
    }
    put(sign(x), exponent, mantissa)
}

fn rcc(x: u32) -> u32 {
    let value = rcp(x);
    if is_nan(value) {
        return value;
    }
    sign(value) | (value & !SIGN).clamp(0x1f80_0000, 0x5f80_0000)
}

fn rsq(x: u32) -> u32 {
    if is_nan(x) {
        return CANONICAL_NAN;
    }
    if is_zero(x) {
        return INFINITY;
    }
    if field(x) == 255 {
        return 0;
    }
    let top = fraction(x) >> 17;
    let m = (1 << 23) + fraction(x);
    // The middle of the seed's interval, which is of [1, 2) for odd exponents and of [2, 4) for even ones.
    let middle = 1.0 + (top as f64 + 0.5) / 64.0;
    let (m, middle, exponent) = if field(x) % 2 == 1 {
        (m, middle, 126 - (field(x) - 127) / 2)
    } else {
        (2 * m, 2.0 * middle, 126 - (field(x) - 128) / 2)
    };
    let s0 = (128.0 / middle.sqrt()).round().min(127.0) as i128;
    let s1 = (((3 << 37) - s0 * s0 * m) * s0) >> 32;
    let s2 = (((3 << 49) - s1 * s1 * m) * s1) >> 39;
    put(0, exponent, s2 - (1 << 23))
}

/// The fixed argument of EXP.
fn fixed(x: u32) -> i128 {
    if field(x) < 104 {
        return 0;
    }
    // A double holds the product, and the conversion saturates.
    i128::from((f64::from(f32::from_bits(x)) * 8192.0).floor() as i32)
}

/// EXP.z of a fixed argument.
fn power(t: i128) -> u32 {
    let (n, i, p) = (t >> 13, (t >> 8 & 31) as usize, t & 255);
    if n <= -127 {
        return 0;
    }
    if n >= 128 {
        return INFINITY;
    }
    let slope = EXP_BASE[i + 1] - EXP_BASE[i];
    put(0, n + 127, 2 * (256 * EXP_BASE[i] + slope * p))
}

fn exp(x: u32) -> [u32; 4] {
    if is_nan(x) {
        return [INFINITY, x, CANONICAL_NAN, ONE];
    }
    let t = fixed(x);
    let whole = match t >> 13 {
        n if n <= -127 => 0,
        n if n >= 128 => INFINITY,
        n => put(0, n + 127, 0),
    };
    let value = f64::from(f32::from_bits(x));
    let part = if is_zero(x) || value.is_infinite() {
        0.0
    } else if value > 0.0 || value <= -1.0 {
        value - value.floor()
    } else if value <= -1.0 / 8_388_608.0 {
        ((1.0 + value) * 8_388_608.0).floor() / 8_388_608.0
    } else {
        1.0
    };
    [whole, (part as f32).to_bits(), power(t), ONE]
}

/// LOG's logarithm of a magnitude, in units of 2^-26.
fn fixed_logarithm(x: u32) -> i128 {
    let (i, p) = ((fraction(x) >> 18) as usize, fraction(x) >> 10 & 255);
    (field(x) - 127) * (1 << 26) + 256 * LOG_BASE[i] + (LOG_BASE[i + 1] - LOG_BASE[i]) * p
}

fn log(x: u32) -> [u32; 4] {
    if is_nan(x) {
        let plain = x & !SIGN;
        return [plain, plain, plain, ONE];
    }
    if is_zero(x) {
        return [SIGN | INFINITY, ONE, SIGN | INFINITY, ONE];
    }
    if field(x) == 255 {
        return [INFINITY, ONE, INFINITY, ONE];
    }
    let fixed = fixed_logarithm(x);
    let mut magnitude = fixed.abs();
    let mut scale = 0;
    while magnitude >= 1 << 24 {
        magnitude >>= 1;
        scale += 1;
    }
    let truncated = magnitude as f64 * f64::from(scale - 26).exp2();
    let both = if fixed < 0 { -truncated } else { truncated };
    [
        ((field(x) - 127) as f32).to_bits(),
        ONE | fraction(x) as u32,
        (both as f32).to_bits(),
        ONE,
    ]
}

fn lit([x, y, _, w]: [u32; 4]) -> [u32; 4] {
    if x & SIGN != 0 {
        return [ONE, 0, 0, ONE];
    }
    let specular = if is_zero(x) {
        0
    } else if is_zero(w) {
        ONE
    } else if is_nan(y) || is_nan(w) {
        CANONICAL_NAN
    } else if y & SIGN != 0 || is_zero(y) {
        if w & SIGN != 0 { INFINITY } else { 0 }
    } else if y == INFINITY {
        if w & SIGN != 0 { 0 } else { INFINITY }
    } else {
        let q = fixed(w).clamp(-0x10_0000, 0xf_ffff);
        power((fixed_logarithm(y) * q) >> 26)
    };
    [ONE, x, specular, ONE]
}

/// Bit patterns of every class, and of every exponent alike.
fn pattern() -> impl Strategy<Value = u32> {
    prop_oneof![
        4 => any::<u32>(),
        4 => (any::<u32>(), 100u32..140).prop_map(|(bits, e)| (bits & 0x807f_ffff) | (e << 23)),
        2 => (any::<bool>(), 0u32..256, prop::sample::select(vec![0, 1, 0x1ffff, 0x20000, 0x3f_ffff, 0x40_0000, 0x7f_ffff]))
            .prop_map(|(negative, e, f)| u32::from(negative) << 31 | e << 23 | f),
        1 => (-130i16..130, 1u32..3).prop_map(|(n, divisor)| (f32::from(n) / divisor as f32).to_bits()),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn scalars(x in pattern()) {
        prop_assert_eq!(reciprocal::reciprocal(x), rcp(x), "RCP {:08x}", x);
        prop_assert_eq!(reciprocal::reciprocal_clamped(x), rcc(x), "RCC {:08x}", x);
        prop_assert_eq!(reciprocal_square_root(x), rsq(x), "RSQ {:08x}", x);
        prop_assert_eq!(exponential::exponential(x), exp(x), "EXP {:08x}", x);
        if !is_nan(x) {
            // ARL loads the floor that EXP splits at.
            prop_assert_eq!(i128::from(exponential::floor(x)), fixed(x) >> 13, "ARL {:08x}", x);
        }
        prop_assert_eq!(logarithm::logarithm(x), log(x), "LOG {:08x}", x);
    }

    #[test]
    fn lights(x in pattern(), y in pattern(), z in pattern(), w in pattern()) {
        prop_assert_eq!(light::light([x, y, z, w]), lit([x, y, z, w]), "LIT {:08x} {:08x} {:08x}", x, y, w);
    }
}
