//! The functions of binary32: what is exact, and special values.

use quadrille_numerics::binary32::{self, NAN};
use quadrille_numerics::environment::Ieee;
use quadrille_numerics::lane::Float as _;

type Function = fn(f32) -> f32;

const INF: f32 = f32::INFINITY;

/// source: the definitions; the results are numbers of binary32
#[test]
fn exact_results_are_exact() {
    for n in -149..=127 {
        let power = 2f64.powi(n) as f32;
        let n = n as f32;
        assert_eq!(binary32::exp2(n), power);
        assert_eq!(binary32::log2(power), n);
        assert_eq!(binary32::exp2_flushed(n), if n < -126.0 { 0.0 } else { power });
        for y in -12..=12_i32 {
            let exact = 2f64.powi(n as i32 * y) as f32;
            assert_eq!(binary32::power(power, y as f32), exact, "{power:e}^{y}");
        }
        assert_eq!(binary32::exponent(power), n);
        assert_eq!(binary32::mantissa(-power), 1.0);
    }
    for i in 0..2000_u32 {
        let x = f32::from_bits(i.wrapping_mul(0x0010_4321) & 0x7fff_ffff);
        if x > 0.0 && x.is_finite() {
            // Products of binary64 that do not round.
            let [exponent, mantissa] = [binary32::exponent(x), binary32::mantissa(x)].map(f64::from);
            assert!((1.0..2.0).contains(&mantissa));
            assert_eq!(mantissa * 2f64.powi(exponent as i32), f64::from(x));
        }
    }
    assert_eq!(binary32::exponent(-f32::from_bits(1)), -149.0);
    assert_eq!(binary32::mantissa(f32::from_bits(3)), 1.5);
}

/// source: IEEE 754-2019 9.2.1 for exp2 and log2; the rules of NV_fragment_program 3.11.5 for EX2, LG2, POW, RCP, RSQ,
/// SIN, COS
#[test]
fn special_values() {
    let nans = [
        NAN,
        -NAN,
        f32::from_bits(0x7f80_0001),
        f32::from_bits(0xffff_ffff),
    ];
    let unary: [(&str, Function); 10] = [
        ("exp2", binary32::exp2),
        ("exp2_flushed", binary32::exp2_flushed),
        ("log2", binary32::log2),
        ("log2_flushed", binary32::log2_flushed),
        ("sine", binary32::sine),
        ("cosine", binary32::cosine),
        ("floor", binary32::floor),
        ("ceiling", binary32::ceiling),
        ("exponent", binary32::exponent),
        ("mantissa", binary32::mantissa),
    ];
    for nan in nans {
        for (name, function) in unary {
            assert_eq!(
                function(nan).to_bits(),
                NAN.to_bits(),
                "{name} of {:08x}",
                nan.to_bits()
            );
        }
        for power in [binary32::power, binary32::power_flushed] {
            for other in [0.0, 1.0, -1.0, 2.5, INF, nan] {
                assert_eq!(power(nan, other).to_bits(), NAN.to_bits());
                assert_eq!(power(other, nan).to_bits(), NAN.to_bits());
            }
        }
    }
    let least = f32::from_bits(1);
    let known: [(Function, f32, f32); 38] = [
        (binary32::exp2, -INF, 0.0),
        (binary32::exp2, INF, INF),
        (binary32::exp2, -0.0, 1.0),
        (binary32::exp2, least, 1.0),
        (binary32::exp2, f32::MAX, INF),
        (binary32::exp2, f32::MIN, 0.0),
        (binary32::exp2_flushed, -INF, 0.0),
        (binary32::exp2_flushed, INF, INF),
        (binary32::exp2_flushed, f32::MIN, 0.0),
        (binary32::exp2_flushed, f32::MAX, INF),
        (binary32::log2, 0.0, -INF),
        (binary32::log2, -0.0, -INF),
        (binary32::log2, INF, INF),
        (binary32::log2, -INF, NAN),
        (binary32::log2, -least, NAN),
        (binary32::log2, -1.0, NAN),
        (binary32::log2_flushed, -least, -INF),
        (binary32::log2_flushed, least, -INF),
        (binary32::log2_flushed, -1.0, NAN),
        (binary32::log2_flushed, -INF, NAN),
        (binary32::sine, 0.0, 0.0),
        (binary32::sine, -0.0, -0.0),
        (binary32::sine, -least, -least),
        (binary32::sine, INF, NAN),
        (binary32::sine, -INF, NAN),
        (binary32::cosine, -0.0, 1.0),
        (binary32::cosine, -INF, NAN),
        (binary32::exponent, 0.0, -INF),
        (binary32::exponent, -0.0, -INF),
        (binary32::exponent, -INF, INF),
        (binary32::mantissa, -0.0, 1.0),
        (binary32::mantissa, -INF, 1.0),
        (|x| Ieee(x).reciprocal().0, -0.0, -INF),
        (|x| Ieee(x).reciprocal().0, -INF, -0.0),
        (|x| Ieee(x).reciprocal_square_root().0, -0.0, -INF),
        (|x| Ieee(x).reciprocal_square_root().0, INF, 0.0),
        (|x| Ieee(x).reciprocal_square_root().0, -least, NAN),
        (|x| Ieee(x).reciprocal_square_root().0, 4.0, 0.5),
    ];
    for (at, (function, x, right)) in known.into_iter().enumerate() {
        assert_eq!(function(x).to_bits(), right.to_bits(), "{at}: of {x:e}");
    }
    for power in [binary32::power, binary32::power_flushed] {
        for (x, y, right) in [
            (0.0, 0.0, NAN),
            (-0.0, 0.0, NAN),
            (INF, 0.0, NAN),
            (INF, -0.0, NAN),
            (1.0, INF, NAN),
            (1.0, -INF, NAN),
            (-1.0, 2.0, NAN),
            (-INF, 2.0, NAN),
            (0.0, 2.0, 0.0),
            (-0.0, 2.0, 0.0),
            (0.0, -2.0, INF),
            (0.0, INF, 0.0),
            (0.0, -INF, INF),
            (INF, 2.0, INF),
            (INF, -2.0, 0.0),
            (INF, INF, INF),
            (INF, -INF, 0.0),
            (0.5, INF, 0.0),
            (0.5, -INF, INF),
            (2.0, INF, INF),
            (2.0, -INF, 0.0),
            (1.0, f32::MAX, 1.0),
            (f32::MAX, f32::MAX, INF),
            (f32::MAX, f32::MIN, 0.0),
            (2.0, 128.0, INF),
            (7.0, 0.0, 1.0),
        ] {
            assert_eq!(power(x, y).to_bits(), right.to_bits(), "{x:e}^{y:e}");
        }
    }
    // A denormal is a number, or it is zero.
    assert_eq!(binary32::power(least, 0.0), 1.0);
    assert!(binary32::power_flushed(least, 0.0).is_nan());
    assert_eq!(binary32::power(0.0, least), 0.0);
    assert!(binary32::power_flushed(0.0, -least).is_nan());
    assert!(binary32::power(-least, 1.0).is_nan());
    assert_eq!(binary32::power_flushed(-least, 1.0), 0.0);
}
