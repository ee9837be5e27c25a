//! The numeric environments, operation by operation, against an independent implementation of IEEE 754 and the rules
//! that each adds to it.

use proptest::prelude::*;
use quadrille_numerics::environment::{Double, Fixed, Flushing, Half, Ieee, Vp1};
use quadrille_numerics::lane::Float as Lane;
use rustc_apfloat::{Float, Round, ieee};

/// An environment, with the format that it is made of and what it does otherwise.
trait Environment: Lane<Mask = bool, Signed = i32> {
    type Format: Float;
    const ROUND: Round = Round::NearestTiesToEven;
    const FLUSHES: bool = false;
    const ZERO_WINS: bool = false;

    fn of(bits: u64) -> Self;
    fn bits(self) -> u64;
}

macro_rules! environment {
    ($type:ident, $format:ident, $integer:ident, $of:expr, $bits:expr $(, $constant:ident = $value:expr)*) => {
        impl Environment for $type {
            type Format = ieee::$format;
            $(const $constant: environment!(type $constant) = $value;)*
            fn of(bits: u64) -> $type {
                let of: fn($integer) -> $type = $of;
                of(bits as $integer)
            }
            fn bits(self) -> u64 {
                let bits: fn($type) -> $integer = $bits;
                bits(self).into()
            }
        }
    };
    (type ROUND) => { Round };
    (type $constant:ident) => { bool };
}

environment!(Ieee, Single, u32, |bits| Ieee(f32::from_bits(bits)), |x| x
    .0
    .to_bits());
environment!(
    Flushing,
    Single,
    u32,
    |bits| Flushing(f32::from_bits(bits)),
    |x| x.0.to_bits(),
    FLUSHES = true
);
environment!(
    Vp1,
    Single,
    u32,
    |bits| Vp1(f32::from_bits(bits)),
    |x| x.0.to_bits(),
    ROUND = Round::TowardZero,
    FLUSHES = true,
    ZERO_WINS = true
);
environment!(Half, Half, u16, Half, |x| x.0);
environment!(Double, Double, u64, |bits| Double(f64::from_bits(bits)), |x| x
    .0
    .to_bits());

/// The number of some bits as the environment reads it.
fn read<E: Environment>(bits: u64) -> E::Format {
    let number = E::Format::from_bits(bits.into());
    let zero = E::Format::ZERO.copy_sign(number);
    if E::FLUSHES && number.is_denormal() {
        zero
    } else {
        number
    }
}

/// The bits of a result: one NaN, and zeros for denormals where there are none.
fn written<E: Environment>(number: E::Format) -> u64 {
    if number.is_nan() {
        return E::Format::qnan(None).to_bits() as u64;
    }
    read::<E>(number.to_bits() as u64).to_bits() as u64
}

/// The place in the order -NaN < -Inf < ... < -0 < +0 < ... < +Inf < +NaN (NV_vertex_program 2.14.1.11).
fn place<F: Float>(number: F) -> i128 {
    let magnitude = number.abs().to_bits() as i128;
    if number.is_negative() {
        -1 - magnitude
    } else {
        magnitude
    }
}

/// Every operation of two numbers.
fn check<E: Environment>(a: u64, b: u64) -> Result<(), TestCaseError> {
    let (x, y) = (E::of(a), E::of(b));
    let (p, q) = (read::<E>(a), read::<E>(b));
    let one = E::Format::from_u128(1).value;
    let sign = 1u64 << (E::Format::BITS - 1);
    let product = if E::ZERO_WINS && (p.is_zero() || q.is_zero()) {
        E::Format::ZERO
    } else {
        p.mul_r(q, E::ROUND).value
    };
    let results = [
        ("sum", x + y, p.add_r(q, E::ROUND).value),
        ("difference", x - y, p.sub_r(q, E::ROUND).value),
        ("product", x * y, product),
        ("quotient", x / y, p.div_r(q, E::ROUND).value),
        ("reciprocal", x.reciprocal(), one.div_r(p, E::ROUND).value),
        (
            "floor",
            x.floor(),
            p.round_to_integral(Round::TowardNegative).value,
        ),
        (
            "ceiling",
            x.ceiling(),
            p.round_to_integral(Round::TowardPositive).value,
        ),
        (
            "truncate",
            x.truncate(),
            p.round_to_integral(Round::TowardZero).value,
        ),
        (
            "round",
            x.round(),
            p.round_to_integral(Round::NearestTiesToEven).value,
        ),
    ];
    for (name, found, right) in results {
        prop_assert_eq!(
            found.bits(),
            written::<E>(right),
            "{} of {:x} and {:x}",
            name,
            a,
            b
        );
    }
    // Moves of bits keep the payload of a NaN.
    prop_assert_eq!((-x).bits(), a ^ sign);
    prop_assert_eq!(x.magnitude().bits(), a & !sign);
    prop_assert_eq!(x.admit().bits(), p.to_bits() as u64);
    prop_assert_eq!(E::select(true, x, y).bits(), a);
    prop_assert_eq!(E::select(false, x, y).bits(), b);
    let order = p.partial_cmp(&q);
    prop_assert_eq!(x.is_nan(), p.is_nan());
    prop_assert_eq!(x.less(y), order.is_some_and(|o| o.is_lt()));
    prop_assert_eq!(x.less_or_equal(y), order.is_some_and(|o| o.is_le()));
    prop_assert_eq!(x.equal(y), order.is_some_and(|o| o.is_eq()));
    prop_assert_eq!(x.less_in_total_order(y), place(p) < place(q), "{:x} {:x}", a, b);
    prop_assert_eq!(
        i128::from(x.to_signed()),
        p.to_i128_r(32, Round::TowardZero, &mut false).value
    );
    prop_assert_eq!(E::below_one().bits(), one.to_bits() as u64 - 1);
    // |x| = mantissa * 2^exponent, with 1 for zeros and infinities.
    let (exponent, mantissa) = (x.exponent(), x.mantissa());
    if p.is_finite_non_zero() {
        let whole = p.ilogb();
        let right = E::Format::from_i128(whole.into()).value;
        prop_assert_eq!(exponent.bits(), right.to_bits() as u64, "exponent of {:x}", a);
        prop_assert_eq!(
            mantissa.bits(),
            p.abs().scalbn(-whole).to_bits() as u64,
            "mantissa of {:x}",
            a
        );
    } else if !p.is_nan() {
        let infinite = E::Format::INFINITY;
        let right = if p.is_zero() { -infinite } else { infinite };
        prop_assert_eq!(exponent.bits(), right.to_bits() as u64);
        prop_assert_eq!(mantissa.bits(), one.to_bits() as u64);
    } else {
        prop_assert!(exponent.is_nan() && mantissa.is_nan());
    }
    Ok(())
}

/// Bits of a format with so many of fraction: any, near 1, and the ends of each class.
fn pattern(fraction: u32, exponent: u32) -> impl Strategy<Value = u64> {
    let width = 1 + fraction + exponent;
    let bias = (1u64 << (exponent - 1)) - 1;
    let field = prop_oneof![
        3 => 0..1u64 << exponent,
        3 => bias - 4..bias + 5,
        1 => Just(0),
        1 => Just((1 << exponent) - 1),
    ];
    let tail = prop_oneof![
        4 => any::<u64>(),
        1 => prop::sample::select(vec![0, 1, u64::MAX, 1 << (fraction - 1)]),
    ];
    let bits = (any::<bool>(), field, tail);
    bits.prop_map(move |(negative, field, tail)| {
        let tail = tail & ((1 << fraction) - 1);
        u64::from(negative) << (width - 1) | field << fraction | tail
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 10_000, failure_persistence: None, ..ProptestConfig::default() })]

    /// source: rustc_apfloat; NV_vertex_program 2.14.1.11 for VP1 (round to zero, no denormals, 0 times anything is +0),
    /// NV_fragment_program 3.11.4.1 for R (no denormals).
    #[test]
    fn binary32(a in pattern(23, 8), b in pattern(23, 8)) {
        check::<Ieee>(a, b)?;
        check::<Flushing>(a, b)?;
        check::<Vp1>(a, b)?;
    }

    /// source: rustc_apfloat
    #[test]
    fn binary16(a in pattern(10, 5), b in pattern(10, 5)) {
        check::<Half>(a, b)?;
    }

    /// source: rustc_apfloat
    #[test]
    fn binary64(a in pattern(52, 11), b in pattern(52, 11)) {
        check::<Double>(a, b)?;
    }

    /// source: NV_fragment_program 3.11.4.2: units of 1/1024 from -2048 to 2047, in integers.
    #[test]
    fn fixed(a in -2048i16..2048, b in -2048i16..2048) {
        let clamped = |value: i64| value.clamp(-2048, 2047);
        // numerator / denominator to the nearest, ties to even, for a positive denominator.
        let rounded = |numerator: i64, denominator: i64| {
            let (floor, rest) = (numerator.div_euclid(denominator), numerator.rem_euclid(denominator));
            let up = 2 * rest > denominator || 2 * rest == denominator && floor % 2 != 0;
            clamped(floor + i64::from(up))
        };
        let (x, y, p, q) = (Fixed(a), Fixed(b), i64::from(a), i64::from(b));
        prop_assert_eq!(i64::from((x + y).0), clamped(p + q));
        prop_assert_eq!(i64::from((x - y).0), clamped(p - q));
        prop_assert_eq!(i64::from((x * y).0), rounded(p * q, 1024));
        if q != 0 {
            prop_assert_eq!(i64::from((x / y).0), rounded(1024 * p * q.signum(), q.abs()));
        }
        prop_assert_eq!(i64::from((-x).0), clamped(-p));
        prop_assert_eq!(i64::from(x.magnitude().0), clamped(p.abs()));
        prop_assert_eq!(x.admit().0, a);
        prop_assert_eq!(i64::from(x.floor().0), p.div_euclid(1024) * 1024);
        prop_assert_eq!(i64::from(x.ceiling().0), clamped(-((-p).div_euclid(1024) * 1024)));
        prop_assert_eq!(i64::from(x.truncate().0), p / 1024 * 1024);
        prop_assert_eq!(i64::from(x.round().0), clamped(rounded(p, 1024) * 1024));
        prop_assert_eq!(x.to_signed(), i32::from(a) / 1024);
        prop_assert_eq!((x.less(y), x.less_or_equal(y), x.equal(y)), (p < q, p <= q, p == q));
        prop_assert_eq!(x.less_in_total_order(y), p < q);
    }
}

/// source: NV_vertex_program 2.14.1.10.15: EXP and LIT overflow to +Inf, unlike arithmetic, which ends at the largest
/// number; anything to the zeroth is 1, as 0 times a logarithm is 0.
#[test]
fn powers_of_vp1() {
    let power = |base: f32, exponent: f32| Vp1(base).power(Vp1(exponent)).0;
    assert_eq!(Vp1(128.0).exp2().0, f32::INFINITY);
    assert_eq!((Vp1(f32::MAX) + Vp1(f32::MAX)).0, f32::MAX);
    assert_eq!((Vp1(f32::MAX) * Vp1(-2.0)).0, f32::MIN);
    assert_eq!(power(2.0, 128.0), f32::INFINITY);
    assert_eq!(power(0.0, 0.0), 1.0);
    assert_eq!(power(f32::INFINITY, 0.0), 1.0);
    // The others multiply a NaN.
    assert!(Ieee(0.0).power(Ieee(0.0)).0.is_nan());
    assert_eq!(Double(2.0).power(Double(10.0)).0, 1024.0);
    assert_eq!(Double(3.0).exp2().0, 8.0);
    assert_eq!(Half(0x4200).exp2().0, 0x4800);
    assert_eq!(Flushing(-140.0).exp2().0.to_bits(), 0);
    assert_eq!(Ieee(-140.0).exp2().0, 2f32.powi(-140));
    assert_eq!(Fixed(-1024).exp2().0, 512);
}
