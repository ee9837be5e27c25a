//! Conversions between formats and packing, in exact integers and by an independent implementation of IEEE 754.

use proptest::prelude::*;
use quadrille_numerics::convert::{self as pack, Format, Rounding, convert, convert_register};
use rustc_apfloat::ieee::{Double, Half, Single};
use rustc_apfloat::{Float, FloatConvert, Round};

const MODES: [(Rounding, Round); 4] = [
    (Rounding::Nearest, Round::NearestTiesToEven),
    (Rounding::Up, Round::TowardPositive),
    (Rounding::Down, Round::TowardNegative),
    (Rounding::TowardZero, Round::TowardZero),
];

/// The base type and the size of a format, by its name: `S16` is a signed integer of 16 bits.
fn parts(format: Format) -> (char, u32) {
    let name = format!("{format:?}");
    let size = name[1..].parse().expect("a size");
    (name.chars().next().expect("a letter"), size)
}

/// The low bits of a number.
fn low(value: i128, size: u32) -> u64 {
    (value & ((1 << size) - 1)) as u64
}

/// The number that some bits are in an integer format.
fn integer(bits: u64, format: Format) -> i128 {
    let (base, size) = parts(format);
    let value = i128::from(bits) & ((1 << size) - 1);
    if base == 'S' && value >> (size - 1) == 1 {
        value - (1 << size)
    } else {
        value
    }
}

/// The bits of a binary64 number in a smaller format.
fn narrowed(value: Double, size: u32, round: Round) -> u64 {
    fn of<F: Float>(value: Double, round: Round) -> u64
    where
        Double: FloatConvert<F>,
    {
        if value.is_nan() {
            return F::qnan(None).to_bits() as u64;
        }
        value.convert_r(round, &mut false).value.to_bits() as u64
    }
    match size {
        16 => of::<Half>(value, round),
        32 => of::<Single>(value, round),
        _ => of::<Double>(value, round),
    }
}

/// The number of some bits as binary64, which holds every binary16 and binary32 number.
fn widened(bits: u64, size: u32) -> Double {
    let bits = u128::from(bits) & ((1 << size) - 1);
    match size {
        16 => Half::from_bits(bits).convert(&mut false).value,
        32 => Single::from_bits(bits).convert(&mut false).value,
        _ => Double::from_bits(bits),
    }
}

/// CVT by its description: NV_gpu_program5, 2.X.8.Z.
fn converted(bits: u64, from: Format, to: Format, round: Round, saturate: bool) -> u64 {
    let ((source, source_size), (target, size)) = (parts(from), parts(to));
    let (least, most) = match target {
        'S' => (-(1i128 << (size - 1)), (1 << (size - 1)) - 1),
        _ => (0, (1i128 << size) - 1),
    };
    let fit = |value: i128| low(if saturate { value.clamp(least, most) } else { value }, size);
    if source != 'F' {
        let value = integer(bits, from);
        return match (target, size) {
            ('F', 16) => Half::from_i128_r(value, round).value.to_bits() as u64,
            ('F', 32) => Single::from_i128_r(value, round).value.to_bits() as u64,
            ('F', _) => Double::from_i128_r(value, round).value.to_bits() as u64,
            _ => fit(value),
        };
    }
    let value = widened(bits, source_size);
    if target == 'F' {
        return narrowed(value, size, round);
    }
    if value.is_nan() {
        return 0;
    }
    if value.is_infinite() {
        return low(if value.is_negative() { least } else { most }, size);
    }
    let whole = value.round_to_integral(round).value;
    if whole.is_zero() {
        return 0;
    }
    let exponent = whole.ilogb();
    if exponent > 115 {
        // A multiple of 2^63 times two, of which no low bit is left.
        return if saturate {
            low(if whole.is_negative() { least } else { most }, size)
        } else {
            0
        };
    }
    fit(whole.to_i128_r(128, Round::TowardZero, &mut false).value)
}

/// Bits with floats of every format among them.
fn bits() -> impl Strategy<Value = u64> {
    prop_oneof![
        2 => any::<u64>(),
        1 => any::<f32>().prop_map(|x| x.to_bits().into()),
        2 => (-70000f32..70000.0).prop_map(|x| x.to_bits().into()),
        1 => any::<f64>().prop_map(f64::to_bits),
        2 => (-1e20f64..1e20).prop_map(f64::to_bits),
        1 => (-600i32..600).prop_map(|x| (f64::from(x) / 4.0).to_bits()),
        1 => (-600i16..600).prop_map(|x| (f32::from(x) / 4.0).to_bits().into()),
        1 => prop::sample::select(vec![0x7f80_0000, 0xff80_0000, 0x7fc0_0000, 0x7c00, 0xfc00, 0x7ff << 52, 0xfff << 52]),
    ]
}

/// A fraction of `scale` to the nearest, ties to even, clamped to [0, 1]: in units of 2^-200 of the number.
fn fraction(x: f32, scale: i128) -> u32 {
    if x.is_nan() {
        return 0;
    }
    let x = x.clamp(0.0, 1.0);
    // Numbers below 2^-40 are far below half of 1 / 65535.
    let units = (f64::from(x) * 64f64.exp2()) as i128;
    let (floor, rest) = ((units * scale) >> 64, (units * scale) & ((1 << 64) - 1));
    let up = rest > 1 << 63 || rest == 1 << 63 && floor & 1 == 1;
    (floor + i128::from(up)) as u32
}

/// Numbers about the range of fractions, and any.
fn component() -> impl Strategy<Value = f32> {
    prop_oneof![
        4 => -1.25f32..1.25,
        1 => any::<f32>(),
        2 => (0u32..511).prop_map(|n| n as f32 / 510.0),
        1 => Just(f32::NAN),
        1 => Just(f32::INFINITY),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40_000, failure_persistence: None, ..ProptestConfig::default() })]

    /// source: rustc_apfloat for the floats, integers of 128 bits for the rest.
    #[test]
    fn one_number(
        bits in bits(), from in prop::sample::select(Format::ALL.to_vec()),
        to in prop::sample::select(Format::ALL.to_vec()), (ours, theirs) in prop::sample::select(MODES.to_vec()),
        saturate in any::<bool>(),
    ) {
        let found = convert(bits, from, to, ours, saturate);
        let right = converted(bits, from, to, theirs, saturate);
        prop_assert_eq!(found, right, "{:x} {:?} to {:?} {:?} {}", bits, from, to, ours, saturate);
    }

    /// source: the same; a register holds a narrow integer extended, and binary16 in its low half.
    #[test]
    fn registers(
        register in bits(), long in any::<bool>(), result_long in any::<bool>(), saturate in any::<bool>(),
        from in prop::sample::select(Format::ALL.to_vec()), to in prop::sample::select(Format::ALL.to_vec()),
    ) {
        let resized = |bits, from: Format, to: Format| converted(bits, from, to, Round::NearestTiesToEven, false);
        let in_register = |format: Format, long: bool| {
            let (base, _) = parts(format);
            let wanted = (base, if long { 64 } else { 32 });
            Format::ALL.into_iter().find(|f| parts(*f) == wanted).expect("listed")
        };
        let operand = match from {
            Format::F16 => register & 0xffff,
            _ => resized(register, in_register(from, long), from),
        };
        let result = converted(operand, from, to, Round::TowardZero, saturate);
        let right = match to {
            Format::F16 => result,
            _ => resized(result, to, in_register(to, result_long)),
        };
        let found = convert_register(register, long, [to, from], Rounding::TowardZero, saturate, result_long);
        prop_assert_eq!(found, right, "{:x} {:?} to {:?}", register, from, to);
    }

    /// source: NV_fragment_program 3.11.5.20 to 23 (PK2H, PK2US, PK4B, PK4UB) and 41 to 44 (UP2H, UP2US, UP4B, UP4UB).
    #[test]
    fn packing(vector in prop::array::uniform4(component()), word in any::<u32>()) {
        let [x, y, z, w] = vector;
        let half = |x: f32| narrowed(widened(x.to_bits().into(), 32), 16, Round::NearestTiesToEven) as u32;
        prop_assert_eq!(pack::pack_half2([x, y]), half(x) | half(y) << 16);
        prop_assert_eq!(pack::pack_unsigned2([x, y]), fraction(x, 65535) | fraction(y, 65535) << 16);
        let bytes = [x, y, z, w].map(|x| fraction(x, 255) as u8);
        prop_assert_eq!(pack::pack_unsigned4(vector), u32::from_le_bytes(bytes));
        // 127 x + 128 with x from -128/127 to 1, in units of 2^-64 from 0 on.
        let signed = vector.map(|x| {
            let x = if x.is_nan() { 0.0 } else { f64::from(x).clamp(-128.0 / 127.0, 1.0) };
            let units = (x * 60f64.exp2()) as i128 * 127 + (128 << 60);
            let (floor, rest) = (units >> 60, units & ((1 << 60) - 1));
            (floor + i128::from(rest > 1 << 59 || rest == 1 << 59 && floor & 1 == 1)) as u8
        });
        prop_assert_eq!(pack::pack_signed4(vector), u32::from_le_bytes(signed));
        let [low, high] = [word & 0xffff, word >> 16];
        let number = |bits: u32| f64::from_bits(widened(bits.into(), 16).to_bits() as u64);
        let found = pack::unpack_half2(word).map(f64::from);
        for (found, right) in found.into_iter().zip([low, high, low, high].map(number)) {
            prop_assert!(found == right || found.is_nan() && right.is_nan());
        }
        // Division rounds once in binary64, and again to binary32, which is the division in binary32.
        let share = |n: f64, of: f64| (n / of) as f32;
        let fractions = [low, high, low, high].map(|n| share(n.into(), 65535.0));
        prop_assert_eq!(pack::unpack_unsigned2(word), fractions);
        let bytes = word.to_le_bytes();
        prop_assert_eq!(pack::unpack_unsigned4(word), bytes.map(|n| share(n.into(), 255.0)));
        prop_assert_eq!(pack::unpack_signed4(word), bytes.map(|n| share(f64::from(n) - 128.0, 127.0)));
    }
}
