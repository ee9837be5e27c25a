//! Rules that hold for every operation and every kind of lane.

use quadrille_isa::gl::opcode::{Column, OPCODES};
use quadrille_isa::gl::operation::{ArithmeticOp, evaluate_float, evaluate_integer};
use quadrille_isa::gl::{DataType, LanguageSet, Operation};
use quadrille_numerics::environment::{Fixed, Flushing, Half, Ieee, Vp1};
use quadrille_numerics::lane::{Float, Wide};

/// Every arithmetic operation that an opcode does in some language.
fn operations() -> Vec<ArithmeticOp> {
    let all = OPCODES.iter().flat_map(|row| {
        std::iter::once(row.operation).chain(row.variants.iter().map(|(_, operation)| *operation))
    });
    all.filter_map(|operation| match operation {
        Operation::Arithmetic(operation) => Some(operation),
        _ => None,
    })
    .collect()
}

/// source: the columns of Table X.13 in NV_gpu_program4 and NV_gpu_program5: an opcode computes in the types that
/// they allow
#[test]
fn every_type_of_an_opcode_has_a_body() {
    let rows = OPCODES
        .iter()
        .filter(|row| row.availability.languages.meets(LanguageSet::GPU));
    for row in rows {
        let Operation::Arithmetic(operation) = row.operation else {
            continue;
        };
        let of_floats = operation.computes_in(DataType::F32);
        let of_integers = operation.computes_in(DataType::S32);
        assert_eq!(
            of_floats,
            evaluate_float(operation, [[Ieee(1.0); 4]; 3]).is_some()
        );
        assert_eq!(
            of_integers,
            evaluate_integer(operation, [[1_i32; 4]; 3]).is_some()
        );
        assert!(row.columns.float == Column::No || of_floats, "{}", row.mnemonic);
        assert!(
            row.columns.integer == Column::No || of_integers,
            "{}",
            row.mnemonic
        );
    }
}

/// Numbers at every edge: zeros, denormals, ones, halves, the ends, infinities, NaN of several kinds.
const EDGES: [u32; 24] = [
    0x0000_0000,
    0x8000_0000,
    0x0000_0001,
    0x8000_0001,
    0x007f_ffff,
    0x0080_0000,
    0x8080_0000,
    0x3f80_0000,
    0xbf80_0000,
    0x3f00_0000,
    0x3fc0_0000,
    0xbfc0_0000,
    0x4020_0000,
    0x4300_0000,
    0xc300_0000,
    0x7f7f_ffff,
    0xff7f_ffff,
    0x7f80_0000,
    0xff80_0000,
    0x7fc0_0000,
    0xffc0_0000,
    0x7f80_0001,
    0xffff_ffff,
    0x4049_0fdb,
];

/// Triples of vectors whose components run through all pairs of edges.
fn inputs() -> impl Iterator<Item = [[u32; 4]; 3]> {
    (0..EDGES.len() * EDGES.len()).map(|n| {
        let edge = |shift: usize| EDGES[(n / 24 * shift + n % 24 * (shift + 1) + shift) % 24];
        let pair = |k: usize| {
            [
                EDGES[(n + k) % 24],
                EDGES[(n / 24 + k) % 24],
                edge(k + 1),
                edge(k + 5),
            ]
        };
        [pair(0), [EDGES[n / 24], EDGES[n % 24], edge(3), edge(7)], pair(9)]
    })
}

/// Whether a NaN that an operation hands on may keep its bits.
fn moves_bits(operation: ArithmeticOp) -> bool {
    matches!(
        operation,
        ArithmeticOp::Move | ArithmeticOp::Absolute | ArithmeticOp::Compare | ArithmeticOp::Distance
    )
}

fn check_canonical<L: Float>(from: fn(u32) -> L, to: fn(L) -> u32, is_nan: fn(u32) -> bool, nan: u32) {
    for operation in operations() {
        for input in inputs() {
            let Some(result) = evaluate_float(operation, input.map(|v| v.map(from))) else {
                continue;
            };
            for bits in result.map(to) {
                let fine = !is_nan(bits) || bits == nan || moves_bits(operation);
                assert!(fine, "{operation:?} {input:x?} gives {bits:x}");
            }
        }
    }
}

/// source: one canonical NaN, quiet and positive, from every operation that does not move bits; 0x7e00 and
/// 0x7fc00000 by IEEE 754's formats
#[test]
fn results_hold_no_nan_but_the_canonical_one() {
    let is_nan = |bits: u32| f32::from_bits(bits).is_nan();
    check_canonical(
        |x| Ieee(f32::from_bits(x)),
        |x| x.0.to_bits(),
        is_nan,
        0x7fc0_0000,
    );
    check_canonical(|x| Vp1(f32::from_bits(x)), |x| x.0.to_bits(), is_nan, 0x7fc0_0000);
    check_canonical(
        |x| Flushing(f32::from_bits(x)),
        |x| x.0.to_bits(),
        is_nan,
        0x7fc0_0000,
    );
    let half_nan = |bits: u32| bits & 0x7fff > 0x7c00;
    check_canonical(|x| Half((x >> 16) as u16), |x| u32::from(x.0), half_nan, 0x7e00);
}

/// source: NV_vertex_program 2.14.1.11 and NV_fragment_program 3.11.4.1: there are no denormals
#[test]
fn environments_without_denormals_give_none() {
    for operation in operations() {
        for input in inputs() {
            let float = |x: u32| f32::from_bits(x);
            let vp1 = evaluate_float(operation, input.map(|v| v.map(|x| Vp1(float(x)))));
            let fp1 = evaluate_float(operation, input.map(|v| v.map(|x| Flushing(float(x)))));
            for value in vp1
                .into_iter()
                .flatten()
                .map(|x| x.0)
                .chain(fp1.into_iter().flatten().map(|x| x.0))
            {
                assert!(!value.is_subnormal(), "{operation:?} {input:x?}");
            }
        }
    }
}

/// source: the scalar result; a body may not behave differently on wide lanes
#[test]
fn wide_lanes_give_the_bits_of_scalar_ones() {
    let inputs: Vec<_> = inputs().collect();
    for operation in operations() {
        for group in inputs.chunks_exact(8) {
            let float = |x: u32| Ieee(f32::from_bits(x));
            let wide = |part: usize, component: usize| {
                Wide::<Ieee, 8>(std::array::from_fn(|lane| float(group[lane][part][component])))
            };
            let operands = std::array::from_fn(|part| std::array::from_fn(|component| wide(part, component)));
            let whole = |part: usize, component: usize| {
                Wide::<i32, 8>(std::array::from_fn(|lane| group[lane][part][component] as i32))
            };
            let integers =
                std::array::from_fn(|part| std::array::from_fn(|component| whole(part, component)));
            let floats = evaluate_float(operation, operands);
            let wholes = evaluate_integer(operation, integers);
            for (lane, input) in group.iter().enumerate() {
                let one = evaluate_float(operation, input.map(|v| v.map(float)));
                let bits = floats.map(|v| v.map(|x| x.0[lane].0.to_bits()));
                assert_eq!(bits, one.map(|v| v.map(|x| x.0.to_bits())), "{operation:?}");
                let one = evaluate_integer(operation, input.map(|v| v.map(|x| x as i32)));
                assert_eq!(wholes.map(|v| v.map(|x| x.0[lane])), one, "{operation:?}");
            }
        }
    }
}

/// source: NV_fragment_program 3.11.4.1: fx12 goes from -2048/1024; 3.11.5.17: min(A, B) is the lesser
#[test]
fn the_least_fixed_point_number_is_a_minimum() {
    let operands = [0, -2048, 0].map(|steps| [Fixed(steps); 4]);
    let least = evaluate_float(ArithmeticOp::MinimumOrNan, operands).expect("a result");
    assert_eq!(least.map(|number| number.0), [-2048; 4]);
}
