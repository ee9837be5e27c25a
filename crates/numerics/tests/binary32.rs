//! The functions of binary32: their stated errors over all arguments.
//!
//! The reference is binary64: `approximate`, which shares no step with them and is itself measured against an
//! arbitrary-precision library. Bounds are those that the functions state, below what is asked of them: 2 ulp of EX2 and
//! LG2, the larger of 2 ulp and 2^-24 of SIN and COS, 2^-18 of POW. Each run takes every 2,039th argument,
//! and `cargo xtask nightly --only every-float` all.

use quadrille_numerics::approximate;
use quadrille_numerics::binary32::{self, NAN, SMALL_ANGLES, exponents};

/// A prime, so that the arguments have all low bits.
const STRIDE: u32 = 2_039;

/// The distance of binary32 numbers at a number, denormals included.
fn place(x: f64) -> f64 {
    let exponent = (x.to_bits() >> 52 & 0x7ff) as i32 - 1023;
    2f64.powi(exponent.clamp(-126, 127) - 23)
}

/// The largest of what `error` gives for arguments `stride` apart, and its argument.
fn worst(stride: u32, error: impl Fn(f32) -> f64 + Sync) -> (f64, f32) {
    let threads = std::thread::available_parallelism().map_or(1, usize::from) as u64;
    let count = (1 << 32) / u64::from(stride);
    let part = |thread: u64| {
        let range = count * thread / threads..count * (thread + 1) / threads;
        range.fold((0.0, 0.0), |worst, i| {
            let x = f32::from_bits((i * u64::from(stride)) as u32);
            let error = error(x);
            // A NaN is the largest.
            if error <= worst.0 { worst } else { (error, x) }
        })
    };
    std::thread::scope(|scope| {
        let parts: Vec<_> = (0..threads)
            .map(|thread| scope.spawn(move || part(thread)))
            .collect();
        let worst = parts.into_iter().map(|part| part.join().expect("a part"));
        worst.fold((0.0, 0.0), |a, b| if b.0 <= a.0 { a } else { b })
    })
}

/// The error of a result: 0 where it is no finite number and the right one, NaN where it is the wrong one.
fn error(found: f32, exact: f64, unit: f64) -> f64 {
    let nearest = exact as f32;
    if exact.is_nan() {
        return if found.to_bits() == NAN.to_bits() {
            0.0
        } else {
            f64::NAN
        };
    }
    if found == nearest {
        return if nearest.is_finite() {
            (f64::from(found) - exact).abs() / unit
        } else {
            0.0
        };
    }
    (f64::from(found) - exact).abs() / unit
}

fn powers_of_two(stride: u32) {
    let (error, x) = worst(stride, |x| {
        let exact = approximate::exp2(f64::from(x));
        error(binary32::exp2(x), exact, place(exact))
    });
    assert!(error <= 1.09, "{error} at {x:e}");
}

fn logarithms(stride: u32) {
    let (error, x) = worst(stride, |x| {
        let exact = approximate::log2(f64::from(x));
        error(binary32::log2(x), exact, place(exact))
    });
    assert!(error <= 1.15, "{error} at {x:e}");
}

fn sines(stride: u32) {
    let bound = |exact: f64| (2.0 * place(exact)).max(2f64.powi(-24));
    for (function, exact) in [
        (
            binary32::sine as fn(f32) -> f32,
            approximate::sine as fn(f64) -> f64,
        ),
        (binary32::cosine, approximate::cosine),
    ] {
        let (error, x) = worst(stride, |x| {
            let exact = exact(f64::from(x));
            error(function(x), exact, bound(exact))
        });
        assert!(error <= 0.80, "{error} at {x:e}");
    }
}

fn integers(stride: u32) {
    type Function = (fn(f32) -> f32, fn(f64) -> f64);
    let functions: [Function; 4] = [
        (binary32::floor, f64::floor),
        (binary32::ceiling, f64::ceil),
        (binary32::truncate, f64::trunc),
        (binary32::round, f64::round_ties_even),
    ];
    for (function, exact) in functions {
        let (error, x) = worst(stride, |x| {
            let right = exact(f64::from(x)) as f32;
            let right = if right.is_nan() { NAN } else { right };
            if function(x).to_bits() == right.to_bits() {
                0.0
            } else {
                1.0
            }
        });
        assert!(error == 0.0, "{x:e} ({:08x})", x.to_bits());
    }
}

/// The functions without denormals are those with them, but that operands and results are flushed.
///
/// source: NV_fragment_program 3.11.4.1
fn flushed(stride: u32) {
    let flush = |x: f32| if x.is_subnormal() { 0.0_f32.copysign(x) } else { x };
    let same = |a: f32, b: f32| if a.to_bits() == b.to_bits() { 0.0 } else { 1.0 };
    let (error, x) = worst(stride, |x| {
        let read = flush(x);
        // An exponent that differs from argument to argument and makes results near the least normal number too.
        let y = f32::from_bits(x.to_bits().rotate_left(9).wrapping_mul(0x9e37_79b9));
        let near = -126.0 / binary32::log2(x);
        let powers = [y, near, f32::from_bits(y.to_bits() & 0x807f_ffff)].map(|y| {
            let right = flush(binary32::power(read, flush(y)));
            same(binary32::power_flushed(x, y), right)
        });
        same(binary32::exp2_flushed(x), flush(binary32::exp2(read)))
            + same(binary32::log2_flushed(x), binary32::log2(read))
            + powers.iter().sum::<f64>()
    });
    assert!(error == 0.0, "{x:e} ({:08x})", x.to_bits());
}

/// The functions by parts of numbers give the bits of the others, NaN aside.
///
/// source: the functions themselves, whose errors are measured here
fn parted(stride: u32) {
    let same = |a: f32, b: f32| {
        if a.to_bits() == b.to_bits() || a.is_nan() && b.is_nan() {
            0.0
        } else {
            1.0
        }
    };
    let (error, x) = worst(stride, |x| {
        let y = f32::from_bits(x.to_bits().rotate_left(9).wrapping_mul(0x9e37_79b9));
        let logarithm = binary32::log2(x);
        // Results of every size, and about the limits of their range.
        let of_product = |product: f32| product / logarithm;
        let near = of_product(f32::from_bits(x.to_bits() & 0xff) - 151.0);
        let powers = [
            y,
            near,
            of_product(y % 300.0),
            of_product(-149.5),
            of_product(128.0),
            0.0,
        ];
        let powers = powers.map(|y| same(exponents::power(x, y), binary32::power(x, y)));
        same(exponents::exp2(x), binary32::exp2(x))
            + same(exponents::log2(x), logarithm)
            + powers.iter().sum::<f64>()
    });
    assert!(error == 0.0, "{x:e} ({:08x})", x.to_bits());
}

/// Powers of numbers of every size, the exponents such that results of every size come.
fn powers(stride: u32) {
    let (error, x) = worst(stride, |x| {
        let magnitude = f32::from_bits(x.to_bits() & 0x7fff_ffff);
        let logarithm = approximate::log2(f64::from(magnitude));
        // From the argument's low bits a product from -151 to 129.
        let product = f64::from(x.to_bits().wrapping_mul(0x9e37_79b9)) / 2f64.powi(32) * 280.0 - 151.0;
        let y = (product / logarithm) as f32;
        let exact = approximate::power(f64::from(magnitude), f64::from(y));
        // Where a result is too large for binary32 is a matter of its rounding.
        let bound = exact * 2f64.powi(-18)
            + if exact < 2f64.powi(-126) {
                2f64.powi(-150)
            } else {
                0.0
            };
        let found = binary32::power(magnitude, y);
        if found.is_infinite() && exact > f64::from(f32::MAX) * (1.0 - 2f64.powi(-18)) {
            return 0.0;
        }
        error(found, exact, bound)
    });
    assert!(error <= 1.0, "{error} at {x:e}");
}

macro_rules! scans {
    ($($name:ident, $every:ident: $scan:ident;)*) => {$(
        #[test]
        fn $name() {
            $scan(STRIDE);
        }

        #[test]
        #[ignore = "takes minutes"]
        fn $every() {
            $scan(1);
        }
    )*};
}

scans! {
    powers_of_two_have_the_stated_error, every_power_of_two: powers_of_two;
    logarithms_have_the_stated_error, every_logarithm: logarithms;
    sines_have_the_stated_error, every_sine: sines;
    powers_have_the_stated_error, every_power: powers;
    integers_are_exact, every_integer: integers;
    flushed_functions_are_the_others_without_denormals, every_flushed_function: flushed;
    functions_by_parts_are_the_others, every_function_by_parts: parted;
}

/// Where all is dense that a stride may miss: denormals, about 1, about the limits of the range of results.
///
/// source: as above
#[test]
fn edges_have_the_stated_errors() {
    for centre in [
        0.0_f32,
        f32::MIN_POSITIVE,
        0.5,
        0.707_106_77,
        1.0,
        std::f32::consts::SQRT_2,
        2.0,
        f32::MAX,
    ] {
        for i in -2000..2000 {
            let x = f32::from_bits(centre.to_bits().wrapping_add_signed(i));
            let exact = approximate::log2(f64::from(x));
            assert!(error(binary32::log2(x), exact, place(exact)) <= 1.15, "{x:e}");
        }
    }
    for centre in [
        -151.0_f32, -150.0, -149.5, -149.0, -126.5, -126.0, -0.5, 0.5, 127.5, 128.0,
    ] {
        for i in -2000..2000 {
            let x = f32::from_bits(centre.to_bits().wrapping_add_signed(i));
            let exact = approximate::exp2(f64::from(x));
            assert!(error(binary32::exp2(x), exact, place(exact)) <= 1.09, "{x:e}");
        }
    }
    for centre in [
        std::f32::consts::FRAC_PI_4,
        std::f32::consts::PI,
        20_861.0,
        SMALL_ANGLES,
    ] {
        for i in -2000..2000 {
            let x = f32::from_bits(centre.to_bits().wrapping_add_signed(i));
            let exact = approximate::sine(f64::from(x));
            let unit = (2.0 * place(exact)).max(2f64.powi(-24));
            assert!(error(binary32::sine(x), exact, unit) <= 0.80, "{x:e}");
            assert_eq!(binary32::sine(-x).to_bits(), (-binary32::sine(x)).to_bits());
            assert_eq!(binary32::cosine(-x).to_bits(), binary32::cosine(x).to_bits());
        }
    }
}

/// Where the product of exponent and logarithm lies at the ends of the range, of which its rounded value and its value
/// may lie on different sides: no NaN, and the error that is stated.
///
/// source: binary64; IEEE 754, 7.4 for results too large
#[test]
fn powers_at_the_edge_of_the_range() {
    let mut checked = 0;
    for end in [128.0, -126.0, -149.0, -150.0] {
        for i in 1..4000_u32 {
            let x = f32::from_bits(i.wrapping_mul(0x0007_f31d) % 0x7f80_0000);
            let middle = (end / approximate::log2(f64::from(x))) as f32;
            for step in -3..=3 {
                let y = f32::from_bits(middle.to_bits().wrapping_add_signed(step));
                let exact = approximate::power(f64::from(x), f64::from(y));
                if exact.is_nan() {
                    continue;
                }
                checked += 1;
                let bound = exact * 2f64.powi(-18) + 2f64.powi(-150);
                for (found, least) in [
                    (binary32::power(x, y), 0.0),
                    (binary32::power_flushed(x, y), f64::from(f32::MIN_POSITIVE)),
                ] {
                    let is_infinite = found == f32::INFINITY && exact + bound > f64::from(f32::MAX);
                    let is_flushed = found == 0.0 && exact - bound < least || least > 0.0 && x.is_subnormal();
                    let is_near = (f64::from(found) - exact).abs() <= bound;
                    assert!(
                        is_infinite || is_flushed || is_near,
                        "{x:e}^{y:e} is {found:e}, not {exact:e}"
                    );
                }
            }
        }
    }
    assert!(checked > 50_000);
}
