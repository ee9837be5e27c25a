//! The QPU's operations against what a Raspberry Pi answered: the tables of `oracle/vc4`, each with its source.

use quadrille_numerics::qpu::{Outcome, bytes, float, integer, lanes, pack, sfu, unpack};

fn rows(table: &'static str) -> impl Iterator<Item = Vec<&'static str>> {
    table
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| line.split(' ').collect())
}

fn word(text: &str) -> u32 {
    u32::from_str_radix(text, 16).unwrap()
}

fn operation(name: &str) -> fn(u32, u32) -> Outcome {
    match name {
        "fadd" => float::fadd,
        "fsub" => float::fsub,
        "fmul" => float::fmul,
        "fmin" => float::fmin,
        "fmax" => float::fmax,
        "fminabs" => float::fminabs,
        "fmaxabs" => float::fmaxabs,
        "ftoi" => |a, _| float::ftoi(a),
        "itof" => |a, _| float::itof(a),
        "add" => integer::add,
        "sub" => integer::sub,
        "shr" => integer::shr,
        "asr" => integer::asr,
        "ror" => integer::ror,
        "shl" => integer::shl,
        "min" => integer::min,
        "max" => integer::max,
        "and" => integer::and,
        "or" => integer::or,
        "xor" => integer::xor,
        "not" => |a, _| integer::not(a),
        "clz" => |a, _| integer::clz(a),
        "mul24" => integer::mul24,
        "v8adds" => bytes::v8adds,
        "v8subs" => bytes::v8subs,
        "v8min" => bytes::v8min,
        "v8max" => bytes::v8max,
        "v8muld" => bytes::v8muld,
        other => panic!("no operation {other}"),
    }
}

fn source(name: &str, a: u32, b: u32) -> pack::UnpackSource {
    match name {
        "add" => pack::UnpackSource::of_add(a, b),
        "sub" => pack::UnpackSource::of_sub(a, b),
        "fadd" | "fsub" | "fmul" | "fmin" | "fmax" | "fminabs" | "fmaxabs" | "itof" => {
            pack::UnpackSource::Float
        }
        _ => pack::UnpackSource::Integer,
    }
}

/// 28 operations over 15 edge values squared; flags of the ADD ALU.
#[test]
fn results_and_flags() {
    let mut checked = 0;
    for row in rows(include_str!("../../../oracle/vc4/alu.txt")) {
        let (a, b) = (word(row[1]), word(row[2]));
        let outcome = operation(row[0])(a, b);
        assert_eq!(outcome.value, word(row[3]), "{row:?}");
        if row[4] != "?" && !row[0].starts_with("v8") {
            let mut flags = String::new();
            for (set, letter) in [
                (outcome.carry, 'c'),
                (outcome.value >> 31 != 0, 'n'),
                (outcome.value == 0, 'z'),
            ] {
                flags.extend(set.then_some(letter));
            }
            let mut expected: Vec<char> = row[4].chars().filter(|&c| c != '-').collect();
            expected.sort_unstable();
            assert_eq!(flags.chars().collect::<Vec<_>>(), expected, "{row:?}");
        }
        checked += 1;
    }
    assert_eq!(checked, 5460);
}

/// The packs of file A over a word of zeros, in the order of the table's columns.
#[test]
fn packs_of_file_a() {
    let codes = [8, 9, 1, 10, 2, 12, 4, 13, 5, 14, 6, 15, 7, 11, 3];
    let mut checked = 0;
    for row in rows(include_str!("../../../oracle/vc4/pack.txt")) {
        let (a, b, value) = (word(row[1]), word(row[2]), word(row[3]));
        for (column, code) in codes.into_iter().enumerate() {
            let packed = pack::file_a(code, source(row[0], a, b), value, 0);
            assert_eq!(packed, word(row[4 + column]), "pack {code} of {row:?}");
            checked += 1;
        }
    }
    assert!(checked > 10_000, "{checked}");
}

/// Both views of every unpack.
#[test]
fn unpacks() {
    for row in rows(include_str!("../../../oracle/vc4/unpack.txt")) {
        let x = word(row[0]);
        for code in 0..8 {
            assert_eq!(
                unpack::integer(code, x),
                word(row[1 + usize::from(code)]),
                "{code} of {row:?}"
            );
        }
        for code in 1..8 {
            assert_eq!(
                unpack::float(code, x),
                word(row[8 + usize::from(code)]),
                "{code} of {row:?}"
            );
        }
    }
}

/// The vector form agrees with the scalar one on the table's operands, sixteen rows at a time.
#[test]
fn vectors_agree_with_elements() {
    type Vector = fn(&lanes::Lanes, &lanes::Lanes) -> lanes::Wide;
    let wide: [(&str, Vector); 4] = [
        ("fadd", lanes::fadd),
        ("fsub", lanes::fsub),
        ("fmul", lanes::fmul::<false>),
        ("fmul", lanes::fmul::<true>),
    ];
    for (name, vector) in wide {
        let operands: Vec<(u32, u32)> = rows(include_str!("../../../oracle/vc4/alu.txt"))
            .filter(|row| row[0] == name)
            .map(|row| (word(row[1]), word(row[2])))
            .collect();
        for chunk in operands.chunks_exact(16) {
            let a = std::array::from_fn(|i| chunk[i].0);
            let b = std::array::from_fn(|i| chunk[i].1);
            let result = vector(&a, &b);
            assert_eq!(
                result,
                lanes::map2(&a, &b, operation(name)),
                "{name} {a:x?} {b:x?}"
            );
        }
    }
}

/// Reciprocals and reciprocal square roots that a Raspberry Pi 2 gave.
#[test]
fn special_functions() {
    for row in rows(include_str!("../../../oracle/vc4/sfu.txt")) {
        let result = match row[0] {
            "recip" => sfu::reciprocal(word(row[1])),
            _ => sfu::reciprocal_square_root(word(row[1])),
        };
        assert_eq!(result, word(row[2]), "{row:?}");
    }
}

/// source: the error of the tables against the functions themselves, in double precision: 15 result bits.
#[test]
fn special_functions_are_near_their_functions() {
    for step in 0..50_000u32 {
        let bits = 0x3000_0000 + step * 9973;
        let x = f64::from(f32::from_bits(bits));
        let near = |got: u32, want: f64, slack: f64| {
            let got = f64::from(f32::from_bits(got));
            assert!((got - want).abs() <= slack, "{bits:08x}: {got} for {want}");
        };
        near(sfu::reciprocal(bits), 1.0 / x, 2e-4 / x);
        near(sfu::reciprocal_square_root(bits), 1.0 / x.sqrt(), 2e-4 / x.sqrt());
        near(sfu::logarithm(bits), x.log2(), 2e-4);
        near(sfu::logarithm(bits ^ float::SIGN), x.log2(), 2e-4);
        if x < 60.0 {
            near(sfu::power(bits), x.exp2(), 2e-4 * x.exp2());
            near(sfu::power(bits ^ float::SIGN), (-x).exp2(), 2e-4 * (-x).exp2());
        }
    }
    // source: the tables of Broadcom's `glsl_fpu_4.c`, by which exp2 is not exact at integers.
    assert_eq!(sfu::power(0), 0x3f80_0100);
    assert_eq!(sfu::power(0x8000_0001), 0x3f80_0100);
    assert_eq!(sfu::logarithm(0x3f80_0000), 0);
    assert_eq!(sfu::reciprocal(0x8000_0001), 0xff80_0000);
    assert_eq!(sfu::power(0xff80_0000), 0);
}

/// source: truncation toward zero, done independently with integers wide enough to hold every bit.
#[test]
fn vectors_truncate() {
    let mut seed = 0x1234_5678_9abc_def1u64;
    let mut next = move || {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        (seed >> 16) as u32
    };
    for round in 0..60_000 {
        // Near exponents make cancellations, far ones sticky bits; some rounds take any pattern, some products
        // near the smallest floats.
        let mut operand = || match round % 6 {
            0 => next(),
            5 => (next() & 0x807f_ffff) | (60 + next() % 8) << 23,
            near => (next() & 0x80ff_ffff) | (0x3c00_0000 + (next() & (0x0f80_0000 >> (near % 4)))),
        };
        let a: lanes::Lanes = std::array::from_fn(|_| operand());
        let b: lanes::Lanes = std::array::from_fn(|_| operand());
        assert_eq!(
            lanes::fadd(&a, &b),
            lanes::map2(&a, &b, float::fadd),
            "{a:08x?} + {b:08x?}"
        );
        assert_eq!(
            lanes::fsub(&a, &b),
            lanes::map2(&a, &b, float::fsub),
            "{a:08x?} - {b:08x?}"
        );
        let products = lanes::map2(&a, &b, float::fmul);
        assert_eq!(lanes::fmul::<false>(&a, &b), products, "{a:08x?} * {b:08x?}");
        assert_eq!(lanes::fmul::<true>(&a, &b), products, "{a:08x?} * {b:08x?}");
    }
}

/// source: integer arithmetic on significands: random sums of floats whose exact sum fits 128 bits.
#[test]
fn sums_are_exact_sums_truncated() {
    let mut state = 99u32;
    for _ in 0..300_000 {
        let mut operand = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state & 0x807f_ffff) | (100 + (state >> 9) % 60) << 23
        };
        let (a, b) = (operand(), operand());
        let exact = |x: u32| {
            let magnitude = i128::from((x & 0x007f_ffff) | 0x0080_0000) << ((x >> 23 & 0xff) - 100);
            if x >> 31 == 0 { magnitude } else { -magnitude }
        };
        let sum = exact(a) + exact(b);
        let got = float::fadd(a, b).value;
        if sum == 0 {
            assert_eq!(got, 0);
            continue;
        }
        // Truncated: the result's magnitude is at most the sum's, and one more step would exceed it.
        assert_eq!(got >> 31 != 0, sum < 0, "{a:08x} + {b:08x}");
        let scaled = |x: u32| {
            let shift = (x >> 23 & 0xff) as i32 - 100 + 30;
            u128::from((x & 0x007f_ffff) | 0x0080_0000) << shift
        };
        let want = sum.unsigned_abs() << 30;
        assert!(
            scaled(got) <= want && scaled(got + 1) > want,
            "{a:08x} + {b:08x} = {got:08x}"
        );
    }
}
