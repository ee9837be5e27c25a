//! Which components of its operands an arithmetic operation looks at, for the components of its result that are
//! written. What it does not look at may hold anything: nobody has to have set it.

use super::{Class, Operation};

const X: u8 = 0b0001;
const Y: u8 = 0b0010;
const Z: u8 = 0b0100;
const W: u8 = 0b1000;
const XY: u8 = X | Y;
const ZW: u8 = Z | W;
const XYZ: u8 = XY | Z;
const ALL: u8 = XY | ZW;

impl Operation {
    /// The components of operand number `at`, as its swizzle gives it, that decide the components of the result in
    /// `mask`, bit 0 for x; `None` if the operation is no arithmetic.
    pub fn needs(self, at: usize, mask: u8) -> Option<u8> {
        use Operation as Op;
        // Of each group of components of the result that is written, what it needs.
        let any = |groups: &[(u8, u8)]| {
            let written = groups.iter().filter(|(result, _)| mask & result != 0);
            written.fold(0, |needed, (_, of_operand)| needed | of_operand)
        };
        let needed = match (self, at) {
            (Op::BitFieldExtract | Op::BitFieldInsert, 0) => any(&[(ALL, XY)]),
            (Op::BitFieldExtract | Op::BitFieldInsert, _) => mask,
            (Op::Dot2 | Op::Dot2Add | Op::Dot2AddBlue, 0 | 1) => any(&[(ALL, XY)]),
            (Op::Dot2Add, _) => any(&[(ALL, X)]),
            (Op::Dot2AddBlue, _) => any(&[(ALL, Z)]),
            (Op::Dot3, _) | (Op::DotHomogeneous, 0) => any(&[(ALL, XYZ)]),
            (Op::Dot4 | Op::DotHomogeneous, _) => any(&[(ALL, ALL)]),
            (Op::Distance, 0) => mask & (Y | Z),
            (Op::Distance, _) => mask & (Y | W),
            (Op::LightCoefficients | Op::LightCoefficientsUnclamped, _) => any(&[(Y, X), (Z, XY | W)]),
            (Op::Cross, _) => any(&[(X, Y | Z), (Y, X | Z), (Z, XY)]),
            (Op::SineCosine, _) => any(&[(XY, X)]),
            (Op::Exponential | Op::ExponentialVp1 | Op::Logarithm, _) => any(&[(XYZ, X)]),
            (Op::Reflect | Op::Normalize, _) => any(&[(XYZ, XYZ)]),
            (Op::Transform2d, 0) => any(&[(X | Z, X), (Y | W, Y)]),
            (Op::Transform2d, 1) => any(&[(ALL, XY)]),
            (Op::Transform2d, _) => any(&[(X | Z, XY), (Y | W, ZW)]),
            (Op::PackHalf2 | Op::PackUnsigned2, _) => any(&[(ALL, XY)]),
            (Op::PackSigned4 | Op::PackUnsigned4, _) => any(&[(ALL, ALL)]),
            (Op::Pack64, _) => any(&[(X | Z, XY), (Y | W, ZW)]),
            (Op::UnpackHalf2 | Op::UnpackUnsigned2 | Op::UnpackSigned4 | Op::UnpackUnsigned4, _) => {
                any(&[(ALL, X)])
            }
            (Op::Unpack64, _) => any(&[(XY, X), (ZW, Y)]),
            _ => match self.class() {
                Class::Componentwise(_) | Class::Conversion => mask,
                Class::Scalar(_) => any(&[(ALL, X)]),
                Class::Dot(_) | Class::Vector(_) => ALL,
                _ => return None,
            },
        };
        Some(needed)
    }
}

#[cfg(test)]
mod tests {
    use quadrille_numerics::environment::Ieee;

    use super::*;
    use crate::gl::opcode::OPCODES;
    use crate::gl::operation::{evaluate_float, pack, pack64, unpack64};

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
        if operation.class() == Class::Conversion {
            return match operation {
                Operation::Pack64 => Some(pack64(words)),
                Operation::Unpack64 => {
                    Some(unpack64(words.map(|word| u64::from(word) * 0x10001)).map(u64::from))
                }
                _ => pack(operation, words).map(|words| words.map(u64::from)),
            };
        }
        let result = evaluate_float(operation, operands.map(|operand| operand.map(Ieee)))?;
        Some(result.map(|value| u64::from(value.0.to_bits())))
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
}
