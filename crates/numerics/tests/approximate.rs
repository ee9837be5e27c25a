//! The stated errors of the elementary functions, measured against an arbitrary-precision library.

use astro_float::{BigFloat, Consts, RoundingMode};
use quadrille_numerics::approximate;
use quadrille_numerics::environment::Ieee;
use quadrille_numerics::lane::Float as _;

/// Precision of the reference in bits: enough to subtract multiples of π from 2^127.
const PRECISION: usize = 320;
const MODE: RoundingMode = RoundingMode::ToEven;

type Reference = fn(&BigFloat, &mut Consts) -> BigFloat;

/// Pseudo-random bits (xorshift64*), so that every run measures the same arguments.
struct Bits(u64);

impl Bits {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    /// A binary32 number between two, as binary64.
    fn between(&mut self, low: f64, high: f64) -> f64 {
        let unit = (self.next() >> 11) as f64 / (1_u64 << 53) as f64;
        f64::from((low + unit * (high - low)) as f32)
    }

    /// A positive binary32 number, its exponent evenly distributed.
    fn any_magnitude(&mut self) -> f64 {
        f64::from(f32::from_bits((self.next() >> 33) as u32 % 0x7f80_0000))
    }
}

/// The largest error in units of the last place of binary64, those units not smaller than those of `least`.
fn worst(arguments: &[f64], least: f64, function: fn(f64) -> f64, reference: Reference) -> f64 {
    let mut constants = Consts::new().expect("memory");
    let mut worst = 0.0_f64;
    for &argument in arguments {
        let exact = reference(&BigFloat::from_f64(argument, PRECISION), &mut constants);
        let got = function(argument);
        let difference = BigFloat::from_f64(got, PRECISION)
            .sub(&exact, PRECISION, MODE)
            .abs();
        let place = ulp(got.abs().max(least));
        // The quotient is small; its decimal form is exact enough to compare.
        let quotient = difference.div(&BigFloat::from_f64(place, PRECISION), PRECISION, MODE);
        let error: f64 = quotient.to_string().parse().expect("a number");
        worst = worst.max(error);
    }
    worst
}

fn ulp(x: f64) -> f64 {
    f64::from_bits(x.to_bits() + 1) - x
}

fn arguments(mut make: impl FnMut(&mut Bits) -> f64) -> Vec<f64> {
    let mut bits = Bits(0x9e37_79b9_7f4a_7c15);
    (0..600).map(|_| make(&mut bits)).collect()
}

/// source: the definition 2^x in arbitrary precision
#[test]
fn powers_of_two_have_the_stated_error() {
    let arguments = arguments(|bits| bits.between(-150.0, 129.0));
    let reference: Reference =
        |x, constants| BigFloat::from_f64(2.0, PRECISION).pow(x, PRECISION, MODE, constants);
    let error = worst(&arguments, 0.0, approximate::exp2, reference);
    assert!(error < 2.0, "{error}");
}

/// source: the definition of the logarithm in arbitrary precision
#[test]
fn logarithms_have_the_stated_error() {
    let reference: Reference = |x, constants| x.log2(PRECISION, MODE, constants);
    let anywhere = worst(&arguments(Bits::any_magnitude), 0.5, approximate::log2, reference);
    assert!(anywhere < 2.0, "{anywhere}");
    // Near 1 the logarithm is small, and its relative error must stay small with it.
    let near_one = worst(
        &arguments(|bits| bits.between(0.99, 1.01)),
        0.0,
        approximate::log2,
        reference,
    );
    assert!(near_one < 4.0, "{near_one}");
}

/// source: the series of sine and cosine in arbitrary precision
#[test]
fn sines_have_the_stated_error_over_the_full_range() {
    let sine: Reference = |x, constants| x.sin(PRECISION, MODE, constants);
    let cosine: Reference = |x, constants| x.cos(PRECISION, MODE, constants);
    for arguments in [
        arguments(|bits| bits.between(-7.0, 7.0)),
        arguments(Bits::any_magnitude),
    ] {
        let errors = [
            worst(&arguments, f64::MIN_POSITIVE, approximate::sine, sine),
            worst(&arguments, f64::MIN_POSITIVE, approximate::cosine, cosine),
        ];
        assert!(errors[0] < 4.0 && errors[1] < 4.0, "{errors:?}");
    }
}

/// source: exp2, log2 and powers are exact where the true result is representable (definitions)
#[test]
fn exact_results_are_exact() {
    for n in -1074..1024 {
        let power = approximate::exp2(f64::from(n));
        assert_eq!(approximate::log2(power), f64::from(n));
    }
    for (base, exponent, result) in [
        (3.0, 2.0, 9.0),
        (2.0, 0.5, std::f64::consts::SQRT_2),
        (10.0, -2.0, 0.01),
    ] {
        assert_eq!(approximate::power(base, exponent) as f32, result as f32);
    }
}

/// source: IEEE 754-2019 9.2.1 for exp2 and log2; the rules of NV_fragment_program 3.11.5 for EX2, LG2, SIN, COS
#[test]
fn special_values() {
    assert_eq!(approximate::exp2(f64::NEG_INFINITY).to_bits(), 0);
    assert_eq!(approximate::exp2(f64::INFINITY), f64::INFINITY);
    assert_eq!(approximate::sine(-0.0).to_bits(), (-0.0_f64).to_bits());
    assert_eq!(approximate::cosine(-0.0), 1.0);
    for angle in [f64::INFINITY, f64::NEG_INFINITY, f64::NAN] {
        assert!(approximate::sine(angle).is_nan() && approximate::cosine(angle).is_nan());
    }
    assert!(approximate::power(0.0, 0.0).is_nan());
    assert!(approximate::power(-1.0, 2.0).is_nan());
}

/// source: the definitions in arbitrary precision, rounded to binary32
#[test]
fn rounded_to_binary32_they_are_correctly_rounded() {
    let mut constants = Consts::new().expect("memory");
    let mut check = |function: fn(f64) -> f64, arguments: &[f64], reference: Reference| {
        for &argument in arguments {
            let exact = reference(&BigFloat::from_f64(argument, PRECISION), &mut constants);
            let nearest: f32 = exact.to_string().parse().expect("a number");
            assert_eq!(function(argument) as f32, nearest, "{argument:e}");
        }
    };
    let moderate = arguments(|bits| bits.between(-20.0, 20.0));
    let anywhere = arguments(|bits| bits.any_magnitude().clamp(1e-30, 1e30));
    check(approximate::exp2, &moderate, |x, constants| {
        BigFloat::from_f64(2.0, PRECISION).pow(x, PRECISION, MODE, constants)
    });
    check(approximate::log2, &anywhere, |x, constants| {
        x.log2(PRECISION, MODE, constants)
    });
    check(approximate::sine, &moderate, |x, constants| {
        x.sin(PRECISION, MODE, constants)
    });
    check(approximate::cosine, &moderate, |x, constants| {
        x.cos(PRECISION, MODE, constants)
    });
    check(
        |x| approximate::power(x, 2.5),
        &arguments(|bits| bits.between(0.0, 1e6)),
        |x, constants| x.pow(&BigFloat::from_f64(2.5, PRECISION), PRECISION, MODE, constants),
    );
}

/// The reciprocal is the nearest number; that of a root is the nearest to the reciprocal of the nearest root, so
/// within 2^-23 of its value.
///
/// source: arbitrary precision, rounded to binary32 after each step
#[test]
fn reciprocals_are_rounded_at_each_step() {
    let one = BigFloat::from_f64(1.0, PRECISION);
    let rounded = |exact: BigFloat| exact.to_string().parse::<f32>().expect("a number");
    for argument in arguments(|bits| bits.any_magnitude().clamp(1e-30, 1e30)) {
        let x = BigFloat::from_f64(argument, PRECISION);
        let reciprocal = Ieee(argument as f32).reciprocal().0;
        assert_eq!(reciprocal, rounded(one.div(&x, PRECISION, MODE)), "{argument:e}");
        let root = BigFloat::from_f64(f64::from(rounded(x.sqrt(PRECISION, MODE))), PRECISION);
        let found = Ieee(argument as f32).reciprocal_square_root().0;
        assert_eq!(found, rounded(one.div(&root, PRECISION, MODE)), "{argument:e}");
    }
}
