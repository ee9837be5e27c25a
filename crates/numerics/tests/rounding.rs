//! Rounding of conversions and of arithmetic against an independent implementation of IEEE 754.

use quadrille_numerics::convert::{Binary, Format, Rounding, convert, convert_register};
use quadrille_numerics::environment::{Fixed, Flushing, Half, Ieee, Vp1};
use quadrille_numerics::lane::Float as _;
use rustc_apfloat::ieee::{Double, Half as Binary16, Single};
use rustc_apfloat::{Float, FloatConvert, Round};

const MODES: [(Rounding, Round); 4] = [
    (Rounding::Nearest, Round::NearestTiesToEven),
    (Rounding::Up, Round::TowardPositive),
    (Rounding::Down, Round::TowardNegative),
    (Rounding::TowardZero, Round::TowardZero),
];

/// Pseudo-random bits (xorshift64*), so that every run takes the same operands.
struct Bits(u64);

impl Bits {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }
}

/// Numbers at the edges of the formats, and many between.
fn doubles() -> Vec<f64> {
    let edges = [
        0.0,
        1.0,
        1.0 + f64::EPSILON,
        65504.0,
        65519.999,
        65520.0,
        65536.0,
        6.1e-5,
        5.96e-8,
        2.98e-8,
        2.99e-8,
        f64::from(f32::MAX),
        3.4028235677973366e38,
        1e39,
        f64::from(f32::MIN_POSITIVE),
        1.4e-45,
        0.7e-45,
        7.1e-46,
        1e-60,
        f64::MAX,
        f64::MIN_POSITIVE,
        5e-324,
        f64::INFINITY,
        2049.0,
        2051.0,
    ];
    let mut bits = Bits(0x0123_4567_89ab_cdef);
    let near_half = (0..4000).map(|_| {
        let random = bits.next();
        let exponent = 1023 - 30 + (random >> 52) % 50;
        f64::from_bits(exponent << 52 | random & ((1 << 52) - 1))
    });
    let mut all: Vec<f64> = edges.into_iter().chain(near_half.collect::<Vec<_>>()).collect();
    let mut any = Bits(77);
    all.extend((0..4000).map(|_| f64::from_bits(any.next())));
    let negative: Vec<f64> = all.iter().map(|x| -x).collect();
    all.extend(negative);
    all
}

fn expected<F: Float>(value: f64, round: Round) -> u64
where
    Double: FloatConvert<F>,
{
    if value.is_nan() {
        return F::qnan(None).to_bits() as u64;
    }
    let mut loses = false;
    Double::from_bits(u128::from(value.to_bits()))
        .convert_r(round, &mut loses)
        .value
        .to_bits() as u64
}

/// source: rustc_apfloat, an independent implementation of IEEE 754
#[test]
fn narrowing_rounds_as_ieee_754_says() {
    for value in doubles() {
        for (ours, theirs) in MODES {
            let half = Binary::B16.encode(value, ours);
            assert_eq!(
                half,
                expected::<Binary16>(value, theirs),
                "{value:e} {ours:?} to binary16"
            );
            let single = Binary::B32.encode(value, ours);
            assert_eq!(
                single,
                expected::<Single>(value, theirs),
                "{value:e} {ours:?} to binary32"
            );
        }
        assert_eq!(
            Binary::B32.encode(value, Rounding::Nearest) as u32,
            Ieee::constant(value).0.to_bits()
        );
    }
}

/// source: rustc_apfloat
#[test]
fn widening_is_exact() {
    for bits in 0..=u16::MAX {
        let mut loses = false;
        let wide: Double = Binary16::from_bits(u128::from(bits)).convert(&mut loses).value;
        let value = Binary::B16.decode(u64::from(bits));
        assert!(
            value.is_nan() && wide.is_nan() || value.to_bits() == wide.to_bits() as u64,
            "{bits:x}"
        );
        if !value.is_nan() {
            assert_eq!(Binary::B16.encode(value, Rounding::Nearest), u64::from(bits));
        }
    }
}

/// source: rustc_apfloat: sums and products of binary32 rounded to zero and to the nearest
#[test]
fn arithmetic_rounds_once() {
    let mut bits = Bits(0xfeed);
    for _ in 0..40_000 {
        let random = bits.next();
        // Exponents within 30 of each other, so that sums have something to round.
        let make =
            |bits: u64| f32::from_bits((bits as u32 & 0x807f_ffff) | (112 + (bits as u32 >> 23) % 30) << 23);
        let (a, b) = (make(random), make(random >> 32));
        let apfloat = |x: f32| Single::from_bits(u128::from(x.to_bits()));
        let sum = |round| apfloat(a).add_r(apfloat(b), round).value.to_bits() as u32;
        let product = |round| apfloat(a).mul_r(apfloat(b), round).value.to_bits() as u32;
        assert_eq!(
            (Vp1(a) + Vp1(b)).0.to_bits() << 1,
            sum(Round::TowardZero) << 1,
            "{a:e} + {b:e}"
        );
        assert_eq!(
            (Vp1(a) * Vp1(b)).0.to_bits(),
            product(Round::TowardZero),
            "{a:e} * {b:e}"
        );
        assert_eq!((Ieee(a) + Ieee(b)).0.to_bits(), sum(Round::NearestTiesToEven));
        assert_eq!((Ieee(a) * Ieee(b)).0.to_bits(), product(Round::NearestTiesToEven));
        assert_eq!(
            (Flushing(a) * Flushing(b)).0.to_bits(),
            product(Round::NearestTiesToEven)
        );
        let halves = (Half((random >> 8) as u16), Half((random >> 40) as u16));
        let apfloat = |x: Half| Binary16::from_bits(u128::from(x.0));
        let same = |ours: Half, theirs: Binary16| {
            ours.0 == theirs.to_bits() as u16 || theirs.is_nan() && ours.0 == 0x7e00
        };
        assert!(same(
            halves.0 + halves.1,
            (apfloat(halves.0) + apfloat(halves.1)).value
        ));
        assert!(same(
            halves.0 * halves.1,
            (apfloat(halves.0) * apfloat(halves.1)).value
        ));
        assert!(same(
            halves.0 / halves.1,
            (apfloat(halves.0) / apfloat(halves.1)).value
        ));
    }
}

/// source: NV_fragment_program 3.11.4.2: "-INF and any values less than -2048/1024 become -2048/1024. +INF,
/// and any values greater than +2047/1024 become +2047/1024. NaN becomes 0."
#[test]
fn fixed_point_clamps() {
    for (value, expected) in [
        (f64::NEG_INFINITY, -2048),
        (-5.0, -2048),
        (-2.0, -2048),
        (-1.0, -1024),
        (1.0, 1024),
        (2.0, 2047),
        (f64::INFINITY, 2047),
        (f64::NAN, 0),
        (0.5 / 1024.0, 0),
        (1.5 / 1024.0, 2),
        (-0.0, 0),
    ] {
        assert_eq!(Fixed::constant(value).0, expected, "{value}");
    }
    assert_eq!((-Fixed(-2048)).0, 2047);
    assert_eq!((Fixed(1024) + Fixed(1536)).0, 2047);
    assert_eq!((Fixed(512) * Fixed(-512)).0, -256);
    // 3.11.5.10 FRC: the fraction of -2.0 is -2.0 less its floor, so 0, although 2.0 is not in the range.
    assert_eq!((Fixed(-2048) - Fixed(-2048).floor()).0, 0);
}

/// source: NV_gpu_program5 2.X.8.Z CVT: rounding modifiers, SAT, and the dropping of high bits
#[test]
fn conversions_to_integers() {
    let float = |value: f32| u64::from(value.to_bits());
    let to = |value: f32, to, rounding, saturate| convert(float(value), Format::F32, to, rounding, saturate);
    use Rounding::{Down, Nearest, TowardZero, Up};
    for (value, nearest, up, down, zero) in [
        (2.5_f32, 2_i32, 3, 2, 2),
        (-2.5, -2, -2, -3, -2),
        (3.5, 4, 4, 3, 3),
        (-0.75, -1, 0, -1, 0),
        (7.0, 7, 7, 7, 7),
    ] {
        let modes = [(Nearest, nearest), (Up, up), (Down, down), (TowardZero, zero)];
        for (rounding, expected) in modes {
            assert_eq!(
                to(value, Format::S32, rounding, false) as u32 as i32,
                expected,
                "{value} {rounding:?}"
            );
        }
    }
    // 300 = 256 + 44
    assert_eq!(to(300.0, Format::U8, Nearest, false), 44);
    assert_eq!(to(300.0, Format::U8, Nearest, true), 255);
    assert_eq!(to(-1.0, Format::U8, Nearest, false), 255);
    assert_eq!(to(-1.0, Format::U8, Nearest, true), 0);
    assert_eq!(to(200.0, Format::S8, Nearest, true), 127);
    assert_eq!(to(-200.0, Format::S8, Nearest, true), 0x80);
    assert_eq!(to(200.0, Format::S8, Nearest, false), 200);
    // 2^100 is a multiple of 2^64.
    assert_eq!(to(1.267_650_6e30, Format::U64, Nearest, false), 0);
    assert_eq!(to(1.267_650_6e30, Format::S64, Nearest, true), i64::MAX as u64);
    assert_eq!(to(f32::MAX, Format::U32, Nearest, false), 0);
    assert_eq!(to(f32::NAN, Format::S32, Nearest, true), 0);
    assert_eq!(to(f32::NEG_INFINITY, Format::S32, Nearest, false), 0x8000_0000);
}

/// source: NV_gpu_program5 2.X.8.Z CVT: integers keep their value or lose high bits; "results of
/// float-to-float conversion are not automatically rounded to integer values"
#[test]
fn conversions_of_integers_and_sizes() {
    let wrap = |bits, from, to| convert(bits, from, to, Rounding::Nearest, false);
    assert_eq!(wrap(0xff, Format::S8, Format::S32), 0xffff_ffff);
    assert_eq!(wrap(0xff, Format::U8, Format::S32), 0xff);
    assert_eq!(wrap(0x1_2345_6789, Format::U64, Format::U16), 0x6789);
    assert_eq!(
        convert(u64::MAX, Format::S64, Format::U32, Rounding::Nearest, true),
        0
    );
    assert_eq!(
        convert(u64::MAX, Format::U64, Format::S16, Rounding::Nearest, true),
        0x7fff
    );
    // 2^24 + 1 lies between two binary32 numbers.
    let odd = (1 << 24) + 1;
    assert_eq!(
        convert(odd, Format::U32, Format::F32, Rounding::Nearest, false),
        0x4b80_0000
    );
    assert_eq!(
        convert(odd, Format::U32, Format::F32, Rounding::Up, false),
        0x4b80_0001
    );
    assert_eq!(
        wrap(u64::MAX, Format::U64, Format::F32),
        u64::from(18_446_744_073_709_551_616.0_f32.to_bits())
    );
    let ceiling = convert(
        u64::from(1.1_f32.to_bits()),
        Format::F32,
        Format::F16,
        Rounding::Up,
        false,
    );
    assert_eq!(ceiling, 0x3c67);
    // A 32-bit register that holds −1 as S8: the low byte, then sign-extended again.
    let registers = convert_register(
        0xffff_fe80,
        false,
        [Format::S16, Format::S8],
        Rounding::Nearest,
        false,
        false,
    );
    assert_eq!(registers, 0xffff_ff80);
    // F16 in the low half of a register.
    let half = convert_register(
        0xdead_3c00,
        false,
        [Format::F32, Format::F16],
        Rounding::Nearest,
        false,
        false,
    );
    assert_eq!(half, 0x3f80_0000);
    let long = convert_register(
        0x4009_21fb_5444_2d18,
        true,
        [Format::F32, Format::F64],
        Rounding::TowardZero,
        false,
        false,
    );
    assert_eq!(long, 0x4049_0fda);
}
