//! Every kernel gives what the methods of `numerics::lane` give, at every level of this machine.

use quadrille_isa::gl::{Clamp, DataType};
use quadrille_numerics::convert::{Binary, Format, Rounding};
use quadrille_numerics::environment::{Double, Fixed, Flushing, Half, Ieee, Vp1};
use quadrille_numerics::lane::{Float, Int};
use quadrille_scalar::{
    Conversion, FloatBinary, FloatCompare, FloatUnary, IntBinary, IntCompare, IntUnary, Number,
};
use quadrille_wide::Level;
use quadrille_wide::kernel::{self, Kernel};
use quadrille_wide::plane::{LANES, Registers, Spares};

/// Words of operands: edges of the formats, then numbers spread over all bits.
fn words(seed: u64) -> [u64; LANES] {
    const EDGES: [u64; 28] = [
        0,
        1,
        2,
        31,
        32,
        33,
        63,
        64,
        0x007f_ffff,
        0x0080_0000,
        0x3f80_0000,
        0x3f00_0000,
        0x4b7f_ffff,
        0x4700_0000,
        0x4eff_ffff,
        0x4f00_0000,
        0x7f7f_ffff,
        0x7f80_0000,
        0x7f80_0001,
        0x7fff_ffff,
        0x8000_0000,
        0x8000_0001,
        0xbf80_0000,
        0xff80_0000,
        0xffff_ffff,
        0x7ff0_0000_0000_0001,
        0x8000_0000_0000_0000,
        u64::MAX,
    ];
    let mut state = seed;
    std::array::from_fn(|lane| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        let spread = state ^ state >> 29;
        match (spread >> 40) % 4 {
            0 => EDGES[(lane as u64).wrapping_add(spread >> 20) as usize % EDGES.len()],
            // Numbers near 1, as angles, exponents and colours are.
            1 => u64::from(
                (spread as u32 % 0x0800_0000).wrapping_add(0x3c00_0000) | (spread >> 32) as u32 & 0x8000_0000,
            ),
            _ => spread.rotate_left(17),
        }
    })
}

/// What a kernel gives for operands, of a number of 32 bits or of 64; a truth value is a word.
fn run(level: Level, run: Kernel, operands: &[&[u64; LANES]], long: bool, long_result: bool) -> [u64; LANES] {
    let mut registers = Registers::new(6, 6);
    let mut spares = Spares::default();
    for (at, operand) in operands.iter().enumerate() {
        registers.longs[at + 1].0 = **operand;
        registers.words[at + 1].0 = operand.map(|word| word as u32);
    }
    assert!(long || !long_result);
    run(level, &mut registers, &mut spares, &[0, 1, 2, 3, 4]);
    if long_result {
        registers.longs[0].0
    } else {
        registers.words[0].0.map(u64::from)
    }
}

/// A number as words of registers hold it.
trait Word: Copy {
    const NUMBER: Number;
    fn load(bits: u64) -> Self;
    fn store(self) -> u64;
}

macro_rules! word {
    ($($type:ty, $number:ident, |$bits:ident| $load:expr, |$value:ident| $store:expr;)*) => {
        $(impl Word for $type {
            const NUMBER: Number = Number::$number;
            fn load($bits: u64) -> $type { $load }
            fn store(self) -> u64 { let $value = self; $store }
        })*
    };
}
word! {
    Ieee, Ieee, |bits| Ieee(f32::from_bits(bits as u32)), |value| u64::from(value.0.to_bits());
    Flushing, Fp1, |bits| Flushing(f32::from_bits(bits as u32)), |value| u64::from(value.0.to_bits());
    Vp1, Vp1, |bits| Vp1(f32::from_bits(bits as u32)), |value| u64::from(value.0.to_bits());
    Half, Half, |bits| Half::constant(f64::from(f32::from_bits(bits as u32))),
        |value| u64::from((Binary::B16.decode(u64::from(value.0)) as f32).to_bits());
    Fixed, Fixed, |bits| Fixed::constant(f64::from(f32::from_bits(bits as u32))),
        |value| u64::from((f32::from(value.0) / 1024.0).to_bits());
    Double, Double, |bits| Double(f64::from_bits(bits)), |value| value.0.to_bits();
    i32, S32, |bits| bits as i32, |value| u64::from(value as u32);
    u32, U32, |bits| bits as u32, |value| u64::from(value);
    i64, S64, |bits| bits as i64, |value| value as u64;
    u64, U64, |bits| bits, |value| value;
}

/// A number with one NaN in place of all.
fn canonical(number: Number, bits: u64) -> u64 {
    let is_nan = match number {
        Number::Double => f64::from_bits(bits).is_nan(),
        Number::Ieee | Number::Fp1 | Number::Vp1 | Number::Half | Number::Fixed => {
            f32::from_bits(bits as u32).is_nan()
        }
        Number::S32 | Number::U32 | Number::S64 | Number::U64 => false,
    };
    if is_nan { 0x7fc0_0000 } else { bits }
}

fn check(name: &str, number: Number, found: Option<Kernel>, truth: bool, expected: impl Fn([u64; 4]) -> u64) {
    let kernel = found.unwrap_or_else(|| panic!("{name} has no kernel for {number:?}"));
    for seed in 0..6 {
        let operands: [[u64; LANES]; 4] = std::array::from_fn(|at| words(seed * 4 + at as u64 + 1));
        for level in Level::all() {
            let long = number.is_long();
            let got = run(level, kernel, &operands.each_ref(), long, long && !truth);
            for lane in 0..LANES {
                let operands = operands.map(|words| words[lane]);
                let wanted = expected(operands);
                let same = if truth {
                    got[lane] == wanted
                } else {
                    canonical(number, got[lane]) == canonical(number, wanted)
                };
                assert!(
                    same,
                    "{name} of {number:?} at {}: {operands:x?} give {:x}, not {wanted:x}",
                    level.name(),
                    got[lane]
                );
            }
        }
    }
}

fn truth(value: bool) -> u64 {
    if value { u64::from(u32::MAX) } else { 0 }
}

fn floats<N: Word + Float<Mask = bool, Signed = i32>>() {
    let number = N::NUMBER;
    for op in FloatUnary::ALL {
        let of = |a: N| match op {
            FloatUnary::Negate => -a,
            FloatUnary::Magnitude => a.magnitude(),
            FloatUnary::Admit => a.admit(),
            FloatUnary::Floor => a.floor(),
            FloatUnary::Ceiling => a.ceiling(),
            FloatUnary::Truncate => a.truncate(),
            FloatUnary::Round => a.round(),
            FloatUnary::Reciprocal => a.reciprocal(),
            FloatUnary::ReciprocalSquareRoot => a.reciprocal_square_root(),
            FloatUnary::Exp2 => a.exp2(),
            FloatUnary::Log2 => a.log2(),
            FloatUnary::Sine => a.sine(),
            FloatUnary::Cosine => a.cosine(),
            FloatUnary::Exponent => a.exponent(),
            FloatUnary::Mantissa => a.mantissa(),
        };
        let kernel = kernel::float_unary(number, *op);
        check(op.name(), number, kernel, false, |[a, ..]| of(N::load(a)).store());
    }
    for op in FloatBinary::ALL {
        let of = |a: N, b: N| match op {
            FloatBinary::Add => a + b,
            FloatBinary::Subtract => a - b,
            FloatBinary::Multiply => a * b,
            FloatBinary::Divide => a / b,
            FloatBinary::Power => a.power(b),
        };
        let kernel = kernel::float_binary(number, *op, 0);
        check(op.name(), number, kernel, false, |[a, b, ..]| {
            of(N::load(a), N::load(b)).store()
        });
    }
    for op in FloatCompare::ALL {
        // The total order sees which NaN it is; the form makes it canonical before.
        let load = |bits: u64| match (op, number) {
            (FloatCompare::LessInTotalOrder, Number::Double) => N::load(bits),
            _ => N::load(bits),
        };
        let of = |a: N, b: N| match op {
            FloatCompare::Less => a.less(b),
            FloatCompare::LessOrEqual => a.less_or_equal(b),
            FloatCompare::Equal => a.equal(b),
            FloatCompare::LessInTotalOrder => a.less_in_total_order(b),
        };
        let kernel = kernel::float_compare(number, *op, 0);
        check(op.name(), number, kernel, true, |[a, b, ..]| {
            truth(of(load(a), load(b)))
        });
    }
    check("nan", number, kernel::is_nan(number), true, |[a, ..]| {
        truth(N::load(a).is_nan())
    });
    check("signed", number, kernel::to_signed(number), true, |[a, ..]| {
        u64::from(N::load(a).to_signed() as u32)
    });
}

fn integers<N: Word + Int<Mask = bool>>() {
    let number = N::NUMBER;
    for op in IntUnary::ALL {
        let of = |a: N| match op {
            IntUnary::Negate => a.negate(),
            IntUnary::Magnitude => a.magnitude(),
            IntUnary::Reverse => a.reverse(),
            IntUnary::Count => a.count(),
            IntUnary::Lowest => a.lowest(),
            IntUnary::Highest => a.highest(),
            IntUnary::Not => !a,
        };
        let kernel = kernel::int_unary(number, *op);
        check(op.name(), number, kernel, false, |[a, ..]| of(N::load(a)).store());
    }
    for op in IntBinary::ALL {
        let of = |a: N, b: N| match op {
            IntBinary::Add => a.add(b),
            IntBinary::Subtract => a.subtract(b),
            IntBinary::Multiply => a.multiply(b),
            IntBinary::MultiplyHigh => a.multiply_high(b),
            IntBinary::Divide => a.divide(b),
            IntBinary::Remainder => a.remainder(b),
            IntBinary::Distance => a.distance(b),
            IntBinary::ShiftLeft => a.shift_left(b),
            IntBinary::ShiftRight => a.shift_right(b),
            IntBinary::And => a & b,
            IntBinary::Or => a | b,
            IntBinary::Xor => a ^ b,
        };
        let kernel = kernel::int_binary(number, *op);
        check(op.name(), number, kernel, false, |[a, b, ..]| {
            of(N::load(a), N::load(b)).store()
        });
    }
    for op in IntCompare::ALL {
        let of = |a: N, b: N| match op {
            IntCompare::Less => a.less(b),
            IntCompare::Equal => a.equal(b),
            IntCompare::Carry => a.carry(b),
            IntCompare::Overflow => a.overflow(b),
            IntCompare::NoBorrow => a.no_borrow(b),
            IntCompare::OverflowOfDifference => a.overflow_of_difference(b),
        };
        let kernel = kernel::int_compare(number, *op);
        check(op.name(), number, kernel, true, |[a, b, ..]| {
            truth(of(N::load(a), N::load(b)))
        });
    }
    check(
        "extract",
        number,
        kernel::extract(number),
        false,
        |[a, b, c, _]| N::load(a).extract(N::load(b), N::load(c)).store(),
    );
    check("insert", number, kernel::insert(number), false, |[a, b, c, d]| {
        N::load(a).insert(N::load(b), N::load(c), N::load(d)).store()
    });
}

/// source: the methods of the numeric environments, which are the meaning of the operations
#[test]
fn floats_are_those_of_their_environment() {
    floats::<Ieee>();
    floats::<Flushing>();
    floats::<Vp1>();
    floats::<Half>();
    floats::<Fixed>();
    floats::<Double>();
}

/// source: the methods of the integers
#[test]
fn integers_are_those_of_their_type() {
    integers::<i32>();
    integers::<u32>();
    integers::<i64>();
    integers::<u64>();
}

/// source: `numerics::convert` and `isa::gl::operation::convert_between`, by which the reference converts
#[test]
fn conversions() {
    let roundings = [
        Rounding::Nearest,
        Rounding::Up,
        Rounding::Down,
        Rounding::TowardZero,
    ];
    let formats = [Format::F32, Format::S32, Format::U32];
    let clamps = [Clamp::None, Clamp::Saturate, Clamp::SignedSaturate];
    let pairs = || formats.iter().flat_map(|from| formats.map(|to| (*from, to)));
    let mut found = 0;
    for ((from, to), rounding) in pairs().flat_map(|pair| roundings.map(|rounding| (pair, rounding))) {
        let numbers = [false, true].map(|saturate| Conversion::Number {
            from,
            to,
            rounding,
            saturate,
        });
        let registers = clamps.map(|clamp| Conversion::Register {
            from,
            from_long: false,
            to,
            to_long: false,
            rounding,
            clamp,
        });
        for conversion in numbers.into_iter().chain(registers) {
            let Some(kernel) = kernel::convert(conversion) else {
                continue;
            };
            found += 1;
            let name = format!("{conversion:?}");
            check(&name, Number::U32, Some(kernel), false, |[a, ..]| {
                conversion.apply(a & 0xffff_ffff)
            });
        }
    }
    // Floats to two integers and integers to each other, with and without saturation as numbers and with one more clamp
    // as registers, each with four roundings; integers to floats to nearest, saturated or not, and not clamped.
    assert_eq!(found, (2 + 4) * 4 * (2 + 3) + 2 * (2 + 1));
    for (data_type, number) in [(DataType::S32, Number::S32), (DataType::U32, Number::U32)] {
        let conversion = Conversion::Whole(data_type);
        let kernel = kernel::convert(conversion).expect("integers become whole numbers");
        for level in Level::all() {
            let operand = words(7);
            let got = run(level, kernel, &[&operand], true, true);
            for (word, got) in operand.into_iter().zip(got) {
                assert_eq!(got, conversion.apply(word & 0xffff_ffff), "{number:?} {word:x}");
            }
        }
    }
}
