//! Packing and unpacking: floats to words and back (PK2H to UP4UB), words to numbers of 64 bits and back (PK64,
//! UP64).

use quadrille_isa::gl::Operation;
use quadrille_numerics::convert::unpack_half2;
use quadrille_program::Instruction;

use crate::form::{Binary, BuiltIn, Expression, Kind, Scalar, Type};
use crate::raise::raiser::Raiser;
use crate::target::Feature;

impl Raiser<'_> {
    /// The components that PK64 gives: x and y as one number in x and z, z and w as one in y and w.
    pub(crate) fn packed_words(&mut self, instruction: &Instruction, written: &[u8]) -> Expression {
        let kept = match instruction.update {
            None => self.kept(instruction, Scalar::Ulong).sized(true),
            Some(_) => Scalar::Ulong,
        };
        let numbers = written.iter().map(|at| {
            let first = 2 * (at & 1);
            let pair = self.operand_as(&instruction.operands[0], &[first, first + 1], Scalar::Uint);
            Expression::built_in(BuiltIn::PackLong, vec![pair]).reinterpret(kept)
        });
        Expression::construct(numbers.collect())
    }

    /// The components that UP64 gives: the words of x and those of y.
    pub(crate) fn unpacked_words(&mut self, instruction: &Instruction, written: &[u8]) -> Expression {
        let words = written.iter().map(|at| {
            let number = self.operand_as(&instruction.operands[0], &[at / 2], Scalar::Ulong);
            // A float has the same words.
            let ty = number.ty;
            let number = match number.kind {
                Kind::Bits(inner) if inner.ty.scalar == Scalar::Double => *inner,
                kind => Expression::new(ty, kind),
            };
            Expression::built_in(BuiltIn::UnpackLong, vec![number]).component(at & 1)
        });
        Expression::construct(words.collect())
    }

    /// The value of a pack or unpack instruction: one word for all components, or the written numbers.
    pub(crate) fn packed_value(&mut self, instruction: &Instruction, written: &[u8]) -> Expression {
        let span = self.span();
        self.need(Feature::Integers, span);
        let operand = &instruction.operands[0];
        // Fields of a word: how many, their bits, what 1 is, and what is added before.
        let (count, scale, bias) = match instruction.operation {
            Operation::PackHalf2 | Operation::UnpackHalf2 => {
                self.need(Feature::HalfPacking, span);
                (2, 0.0, 0.0)
            }
            Operation::PackUnsigned2 | Operation::UnpackUnsigned2 => (2, 65535.0, 0.0),
            Operation::PackSigned4 | Operation::UnpackSigned4 => (4, 127.0, 128.0),
            _ => (4, 255.0, 0.0),
        };
        let bits: u32 = 32 / count;
        match instruction.operation {
            Operation::PackHalf2 => {
                let pair = self.operand(operand, &[0, 1]);
                Expression::built_in(BuiltIn::PackHalf, vec![pair])
            }
            Operation::UnpackHalf2 => {
                let word = self.operand_as(operand, &[0], Scalar::Uint);
                let pair = match word.kind {
                    // What is known is unpacked here: of such a word lavapipe makes zeros.
                    Kind::Literal([bits, ..]) => {
                        let [x, y, ..] = unpack_half2(bits as u32).map(f32::to_bits);
                        Expression::words(Type::new(Scalar::Float, 2), [x, y, 0, 0])
                    }
                    _ => Expression::built_in(BuiltIn::UnpackHalf, vec![word]),
                };
                let fields: Vec<u8> = written.iter().map(|at| at & 1).collect();
                let pair = pair.components(&fields);
                self.clamped(pair, instruction.clamp)
            }
            Operation::PackUnsigned2 | Operation::PackSigned4 | Operation::PackUnsigned4 => {
                let low = if bias > 0.0 { -128.0 / 127.0 } else { 0.0 };
                let mut word = None;
                for at in 0..count as u8 {
                    let value = self.scalar(operand, at);
                    let bounds = vec![value, Expression::float(low, 1), Expression::float(1.0, 1)];
                    let value = Expression::built_in(BuiltIn::Clamp, bounds);
                    let mut value = Expression::binary(Binary::Multiply, value, Expression::float(scale, 1));
                    if bias > 0.0 {
                        value = Expression::binary(Binary::Add, value, Expression::float(bias, 1));
                    }
                    let field = Expression::built_in(BuiltIn::RoundEven, vec![value]).convert(Scalar::Uint);
                    let shift = Expression::bits(Scalar::Uint, bits * u32::from(at), 1);
                    word = Some(match word {
                        None => field,
                        Some(word) => {
                            let field = Expression::binary(Binary::ShiftLeft, field, shift);
                            Expression::binary(Binary::BitOr, word, field)
                        }
                    });
                }
                word.unwrap_or_else(|| Expression::bits(Scalar::Uint, 0, 1))
            }
            _ => {
                let parts = written.iter().map(|at| {
                    let word = self.operand_as(operand, &[0], Scalar::Uint);
                    let shift = Expression::bits(Scalar::Uint, bits * (u32::from(*at) % count), 1);
                    let moved = match *at {
                        0 => word,
                        _ => Expression::binary(Binary::ShiftRight, word, shift),
                    };
                    let mask = Expression::bits(Scalar::Uint, (1 << bits) - 1, 1);
                    let field = Expression::binary(Binary::BitAnd, moved, mask).convert(Scalar::Float);
                    let field = match bias > 0.0 {
                        true => Expression::binary(Binary::Subtract, field, Expression::float(bias, 1)),
                        false => field,
                    };
                    Expression::binary(Binary::Divide, field, Expression::float(scale, 1))
                });
                let numbers = Expression::construct(parts.collect());
                self.clamped(numbers, instruction.clamp)
            }
        }
    }
}
