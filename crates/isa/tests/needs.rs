//! What operations look at, against what changes their results.

use quadrille_isa::gl::Operation;
use quadrille_isa::gl::opcode::OPCODES;
use quadrille_isa::gl::operation::{Class, ConversionOp, evaluate_float, pack64, unpack64};
use quadrille_numerics::environment::Ieee;

const ALL: u8 = 0b1111;

/// Numbers at which no operation of the tables is constant.
const VALUES: [f32; 6] = [0.75, 2.5, -1.25, 3.0, -0.5, 7.5];

/// Vectors of a seed (Knuth, The Art of Computer Programming 2, 3.3.4, line 26 of table 1).
fn vectors(seed: u64) -> [[f32; 4]; 3] {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mut value = || {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        VALUES[(state >> 33) as usize % VALUES.len()]
    };
    std::array::from_fn(|_| std::array::from_fn(|_| value()))
}

fn result(operation: Operation, operands: [[f32; 4]; 3]) -> Option<[u64; 4]> {
    let words = operands[0].map(f32::to_bits);
    match operation {
        Operation::Arithmetic(operation) => {
            let result = evaluate_float(operation, operands.map(|operand| operand.map(Ieee)))?;
            Some(result.map(|value| u64::from(value.0.to_bits())))
        }
        Operation::Conversion(operation) => match operation {
            ConversionOp::Pack64 => Some(pack64(words)),
            ConversionOp::Unpack64 => {
                Some(unpack64(words.map(|word| u64::from(word) * 0x10001)).map(u64::from))
            }
            ConversionOp::Pack(packing) => Some([u64::from(packing.pack(words)); 4]),
            ConversionOp::Unpack(packing) => Some(packing.unpack(words[0]).map(u64::from)),
            ConversionOp::IntegerToFloat | ConversionOp::Convert => None,
        },
        _ => None,
    }
}

/// source: the meanings of the operations themselves: a component of an operand decides a component of the
/// result if and only if some change of the one changes the other
#[test]
fn needs_are_what_decides() {
    let mut tested = 0;
    let mut operations: Vec<(Operation, usize)> = Vec::new();
    for row in OPCODES {
        let operands = row.operands.len();
        if operands > 0 && operands <= 3 && row.operation.needs(0, ALL).is_some() {
            operations.push((row.operation, operands));
        }
    }
    for (operation, operands) in operations {
        let scalar = matches!(operation.class(), Class::Scalar(_));
        let mut decides = [[0_u8; 4]; 3];
        for seed in 1..80 {
            let given = vectors(seed);
            let Some(before) = result(operation, given) else {
                continue;
            };
            for at in 0..operands {
                for component in 0..4 {
                    for other in VALUES.into_iter().chain([0.0, 1.0, 1.0e-3]) {
                        let mut changed = given;
                        changed[at][component] = other;
                        let after = result(operation, changed).expect("a result");
                        for (to, (before, after)) in before.iter().zip(after).enumerate() {
                            if *before != after {
                                decides[at][to] |= 1 << component;
                            }
                        }
                    }
                }
            }
        }
        if decides == [[0; 4]; 3] {
            continue;
        }
        tested += 1;
        for (at, decides) in decides.into_iter().enumerate().take(operands) {
            for (to, components) in decides.into_iter().enumerate() {
                let needs = operation.needs(at, 1 << to).expect("arithmetic");
                assert_eq!(components & !needs, 0, "{operation:?} operand {at} result {to}");
                // Where the second operand is a scalar, it stands in all four.
                if !scalar {
                    assert_eq!(components, needs, "{operation:?} operand {at} result {to}");
                }
            }
        }
    }
    assert!(tested > 40, "{tested}");
}
