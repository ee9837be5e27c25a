//! Code gives what a function says, on every instruction set of this machine: random functions, all operations, the
//! functions of `numerics::binary32`.

#![cfg(all(feature = "native", target_arch = "x86_64"))]

use std::cell::{Cell, RefCell};

use proptest::prelude::*;
use quadrille_jit::{
    Angle, BLOCK, Binary, Comparison, Function, Native, Planes, Recorded, Storage, Unary, Value,
};
use quadrille_numerics::binary32::{self, exponents};
use quadrille_numerics::level::Level;

const LANES: usize = 3 * BLOCK;

/// The levels that code is made for.
fn levels() -> impl Iterator<Item = Level> {
    Level::all().filter(|level| matches!(level.name(), "avx2" | "avx512"))
}

/// Words that numbers and integers have their edges at, and others.
fn word(seed: u32) -> u32 {
    const EDGES: [u32; 20] = [
        0,
        0x8000_0000,
        1,
        0x8000_0001,
        0x007f_ffff,
        0x0080_0000,
        0x3f7f_ffff,
        0x3f80_0000,
        0xbf80_0000,
        0x3f00_0000,
        0xbf00_0000,
        0x4b00_0000,
        0x4aff_ffff,
        0x7f7f_ffff,
        0x7f80_0000,
        0xff80_0000,
        0x7fc0_0000,
        0x7f80_0001,
        0xffff_ffff,
        31,
    ];
    match seed % 4 {
        0 => EDGES[(seed >> 2) as usize % EDGES.len()],
        1 => (((seed >> 2) as f32 / 1000.0) - 250_000.0).to_bits(),
        2 => seed >> 26,
        _ => seed.wrapping_mul(0x9e37_79b1),
    }
}

/// Whether words are the same but for which NaN they are.
fn same(a: u32, b: u32) -> bool {
    a == b || f32::from_bits(a).is_nan() && f32::from_bits(b).is_nan()
}

/// Runs a function of `inputs` planes and three uniforms natively on every level, those that take numbers apart if it
/// needs them, and compares all lanes.
fn check(function: &Function, needs_exponents: bool, inputs: usize, outputs: usize, seed: u32) {
    let words = |plane: usize, lane: usize| {
        word(
            seed.wrapping_mul(31)
                .wrapping_add((plane * LANES + lane) as u32)
                .wrapping_mul(0x85eb_ca6b),
        )
    };
    let uniform = |number: u16| word(seed ^ u32::from(number) << 7);
    let read: Vec<Vec<u32>> = (0..inputs)
        .map(|plane| (0..LANES).map(|lane| words(plane, lane)).collect())
        .collect();
    for level in levels().filter(|level| !needs_exponents || Native::has_exponents(*level)) {
        let native = Native::new(function, level).expect("the function has code");
        let mut written = vec![vec![0xdead_beef; LANES]; outputs];
        let mut planes = Planes::new(LANES);
        read.iter().for_each(|plane| planes.read(plane));
        written.iter_mut().for_each(|plane| planes.write(plane));
        native.run(&planes, uniform, &mut Storage::default());
        let mut in_parts = vec![vec![0xdead_beef; LANES]; outputs];
        let mut planes = Planes::new(LANES);
        read.iter().for_each(|plane| planes.read(plane));
        in_parts.iter_mut().for_each(|plane| planes.write(plane));
        let parts = Cell::new(0);
        let count = || parts.set(parts.get() + 1);
        native.run_in_parts(&planes, uniform, &mut Storage::default(), count);
        assert!(in_parts == written, "{}", level.name());
        assert_eq!(parts.get(), LANES.div_ceil(64));
        for lane in 0..LANES {
            for (plane, right) in function.evaluate(|plane| read[usize::from(plane)][lane], uniform) {
                let found = written[usize::from(plane) - inputs][lane];
                assert!(
                    same(found, right),
                    "{} lane {lane} plane {plane}: {found:#x} is not {right:#x}\n{function:#?}",
                    level.name()
                );
            }
        }
    }
}

/// source: `Unary::of`, `Binary::of`, which say what the operations are
#[test]
fn every_operation_alone() {
    for seed in 0..40 {
        for op in Unary::ALL {
            let mut function = Function::new();
            let a = function.input(0);
            let value = function.unary(op, a);
            function.output(1, value);
            check(&function, op.needs_exponents(), 1, 1, seed);
        }
        for op in Binary::ALL {
            for shape in 0..5 {
                let mut function = Function::new();
                let [x, y, u] = [function.input(0), function.input(1), function.uniform(0)];
                let c = function.constant(word(seed.wrapping_mul(77)));
                let (a, b) = [(x, y), (x, u), (u, x), (x, c), (x, x)][shape];
                let value = function.binary(op, a, b);
                function.output(2, value);
                check(&function, op.needs_exponents(), 2, 1, seed);
            }
        }
    }
}

/// The numbers of steps: functions of one word, functions of two, those of two masks.
const UNARY: usize = Unary::ALL.len();
const OPERATIONS: usize = UNARY + Binary::ALL.len();
const MASKS: usize = OPERATIONS + 3;

/// A step of a random function: an operation and what it is applied to, counted back from the last value.
fn step() -> impl Strategy<Value = (u8, [u16; 4])> {
    (0..44u8, any::<[u16; 4]>())
}

/// A function of four planes and two outputs besides the last value; whether it may take numbers apart.
fn random(steps: &[(u8, [u16; 4])], near: u16, exponents: bool) -> Function {
    let mut function = Function::new();
    let mut values: Vec<Value> = (0..4).map(|plane| function.input(plane)).collect();
    values.extend((0..3).map(|number| function.uniform(number)));
    values.push(function.constant(0x3f80_0000));
    values.push(function.constant(0));
    let mut masks: Vec<Value> = Vec::new();
    for (op, from) in steps {
        let of = |at: usize, values: &[Value]| {
            let back = usize::from(from[at] % near) % values.len();
            values[values.len() - 1 - back]
        };
        let [a, b, c] = [0, 1, 2].map(|at| of(at, &values));
        let mut is_number = false;
        let value = match usize::from(*op) {
            op @ 0..UNARY if exponents || !Unary::ALL[op].needs_exponents() => {
                is_number = true;
                function.unary(Unary::ALL[op], a)
            }
            op @ UNARY..OPERATIONS if exponents || !Binary::ALL[op - UNARY].needs_exponents() => {
                let op = Binary::ALL[op - UNARY];
                is_number = matches!(
                    op,
                    Binary::FloatAdd
                        | Binary::FloatSubtract
                        | Binary::FloatMultiply
                        | Binary::FloatDivide
                        | Binary::Scale
                );
                let value = function.binary(op, a, b);
                if let Binary::Compare(_) = op {
                    masks.push(value);
                }
                value
            }
            OPERATIONS..MASKS if masks.len() > 1 => {
                let (x, y) = (of(0, &masks), of(1, &masks));
                let mask = function.binary(
                    [Binary::And, Binary::Or, Binary::Xor][usize::from(*op) - OPERATIONS],
                    x,
                    y,
                );
                masks.push(mask);
                mask
            }
            _ if !masks.is_empty() => {
                let mask = of(3, &masks);
                function.select(mask, b, c)
            }
            _ => function.binary(Binary::Add, a, b),
        };
        // Which NaN an operation gives is open, and operations on bits would see it.
        let nan = function.constant(0x7fc0_0000);
        let is_nan = function.binary(Binary::Compare(Comparison::FloatUnordered), value, value);
        values.push(if is_number {
            function.select(is_nan, nan, value)
        } else {
            value
        });
    }
    for (plane, value) in values.iter().rev().take(2).enumerate() {
        function.output(4 + plane as u16, *value);
    }
    function.output(6, values[values.len() / 2]);
    function
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// source: `Function::evaluate`, one operation after the other
    #[test]
    fn random_functions(steps in prop::collection::vec(step(), 1..150), near in prop::sample::select(vec![2u16, 6, 30, 200]), seed: u32) {
        check(&random(&steps, near, false), false, 4, 3, seed);
        check(&random(&steps, near, true), true, 4, 3, seed);
    }
}

/// source: the functions themselves, over `f32`
#[test]
fn functions_of_numerics() {
    macro_rules! all {
        ($($one:ident)*) => {
            $(numbers(|x, _| binary32::$one(x), |x, _| binary32::$one(x));)*
        };
    }
    all! { exp2 exp2_flushed log2 log2_flushed exponent mantissa floor ceiling round }
    numbers(|x, _| x.angle(Angle::Sine), |x, _| binary32::sine(x));
    numbers(|x, _| x.angle(Angle::Cosine), |x, _| binary32::cosine(x));
    // Many registers in use around the calls of large angles.
    fn polynomial<'f>(x: Recorded<'f>, y: Recorded<'f>) -> Recorded<'f> {
        let sine = x.angle(Angle::Sine);
        (0..40).fold(x, |sum, _| sum * y + sine) + y.angle(Angle::Cosine)
    }
    numbers(polynomial, |x, y| {
        (0..40).fold(x, |sum, _| sum * y + binary32::sine(x)) + binary32::cosine(y)
    });
    numbers(|x, y| binary32::power(x, y), binary32::power);
    parts(|x, _| exponents::exp2(x), |x, _| binary32::exp2(x));
    parts(|x, _| exponents::log2(x), |x, _| binary32::log2(x));
    parts(|x, y| exponents::power(x, y), binary32::power);
    numbers(|x, y| binary32::power_flushed(x, y), binary32::power_flushed);
}

/// Compares a function with its code in 100,000 lanes, on every level.
fn numbers(
    recorded: impl for<'f> Fn(Recorded<'f>, Recorded<'f>) -> Recorded<'f>,
    right: impl Fn(f32, f32) -> f32,
) {
    numbers_on(levels(), recorded, right);
}

/// The same on the levels that take numbers apart.
fn parts(
    recorded: impl for<'f> Fn(Recorded<'f>, Recorded<'f>) -> Recorded<'f>,
    right: impl Fn(f32, f32) -> f32,
) {
    numbers_on(
        levels().filter(|level| Native::has_exponents(*level)),
        recorded,
        right,
    );
}

fn numbers_on(
    levels: impl Iterator<Item = Level>,
    recorded: impl for<'f> Fn(Recorded<'f>, Recorded<'f>) -> Recorded<'f>,
    right: impl Fn(f32, f32) -> f32,
) {
    let function = RefCell::new(Function::new());
    let planes = [0, 1].map(|plane| function.borrow_mut().input(plane));
    let [x, y] = planes.map(|value| Recorded::Value(&function, value));
    let value = recorded(x, y).value(&function);
    function.borrow_mut().output(2, value);
    let lanes = 100_000usize.next_multiple_of(BLOCK);
    let read = |salt: u32| {
        (0..lanes as u32)
            .map(move |lane| word(lane.wrapping_mul(salt)))
            .collect::<Vec<u32>>()
    };
    let (a, b) = (read(1), read(0x2545_f491));
    for level in levels {
        let native = Native::new(&function.borrow(), level).expect("the function has code");
        let mut found = vec![0; lanes];
        let mut planes = Planes::new(lanes);
        planes.read(&a);
        planes.read(&b);
        planes.write(&mut found);
        native.run(&planes, |_| 0, &mut Storage::default());
        for lane in 0..lanes {
            let right = right(f32::from_bits(a[lane]), f32::from_bits(b[lane])).to_bits();
            assert!(
                same(found[lane], right),
                "{:#x} {:#x}: {:#x} is not {right:#x}",
                a[lane],
                b[lane],
                found[lane]
            );
        }
    }
}

/// A function of more planes than there is room for is refused, and a plane that was given to be read is not written.
#[test]
fn planes_are_kept() {
    let Some(level) = levels().next() else { return };
    let mut function = Function::new();
    let values: Vec<Value> = (0..200).map(|plane| function.input(plane)).collect();
    let sum = values
        .into_iter()
        .reduce(|a, b| function.binary(Binary::Add, a, b));
    function.output(200, sum.expect("there are planes"));
    assert!(Native::new(&function, level).is_err());
    let mut copy = Function::new();
    let value = copy.input(0);
    copy.output(1, value);
    let native = Native::new(&copy, level).expect("a copy has code");
    let plane = [0; BLOCK];
    let mut planes = Planes::new(BLOCK);
    planes.read(&plane);
    planes.read(&plane);
    let run = || native.run(&planes, |_| 0, &mut Storage::default());
    assert!(std::panic::catch_unwind(std::panic::AssertUnwindSafe(run)).is_err());
}

/// A function that takes numbers apart is refused where no instruction does.
#[test]
fn functions_without_instructions_are_refused() {
    for level in levels() {
        let mut function = Function::new();
        let (a, b) = (function.input(0), function.input(1));
        let value = function.binary(Binary::Scale, a, b);
        function.output(2, value);
        assert_eq!(
            Native::new(&function, level).is_ok(),
            Native::has_exponents(level)
        );
    }
}
