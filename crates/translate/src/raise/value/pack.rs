//! Packing and unpacking: floats to words and back (PK2H to UP4UB), words to numbers of 64 bits and back (PK64,
//! UP64).

use quadrille_numerics::convert::unpack_half2;
use quadrille_program::Instruction;

use crate::form::{Binary, BuiltIn, Expression, ExpressionKind, Scalar, Type};
use crate::raise::library::Helper;
use crate::raise::lowering::Lowering;
use crate::target::Feature;

/// The layout of packed numbers in a word.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fields {
    /// The number of fields.
    count: u32,
    /// The scale factor: the integer of 1 is this and the bias.
    scale: f32,
    /// The bias: the integer of 0.
    bias: f32,
    /// The function that gives the integer without the bias.
    rounded: Helper,
}

impl Fields {
    /// Two fractions of 16 bits.
    pub(crate) const UNSIGNED2: Fields = Fields {
        count: 2,
        scale: 65535.0,
        bias: 0.0,
        rounded: Helper::UnsignedShort,
    };
    /// Four signed bytes about 128.
    pub(crate) const SIGNED4: Fields = Fields {
        count: 4,
        scale: 127.0,
        bias: 128.0,
        rounded: Helper::SignedByte,
    };
    /// Four fractions of 8 bits.
    pub(crate) const UNSIGNED4: Fields = Fields {
        count: 4,
        scale: 255.0,
        bias: 0.0,
        rounded: Helper::UnsignedByte,
    };

    /// The number of bits of a field.
    const fn bits(self) -> u32 {
        32 / self.count
    }
}

impl Lowering<'_, '_> {
    /// The components that PK64 gives: x and y as one number in x and z, z and w as one in y and w.
    pub(crate) fn packed_words(&mut self, instruction: &Instruction, written: &[u8]) -> Expression {
        let kept = match instruction.update {
            None => self.interface.kinds.kept(instruction, Scalar::Ulong).sized(true),
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
                ExpressionKind::Bits(inner) if inner.ty.scalar == Scalar::Double => *inner,
                kind => Expression::new(ty, kind),
            };
            Expression::built_in(BuiltIn::UnpackLong, vec![number]).component(at & 1)
        });
        Expression::construct(words.collect())
    }

    /// The word that PK2H gives.
    pub(crate) fn packed_halves(&mut self, instruction: &Instruction) -> Expression {
        self.need(Feature::Integers);
        self.need(Feature::HalfPacking);
        let pair = self.operand(&instruction.operands[0], &[0, 1]);
        Expression::built_in(BuiltIn::PackHalf, vec![pair])
    }

    /// The numbers that UP2H gives.
    pub(crate) fn unpacked_halves(&mut self, instruction: &Instruction, written: &[u8]) -> Expression {
        self.need(Feature::Integers);
        self.need(Feature::HalfPacking);
        let word = self.operand_as(&instruction.operands[0], &[0], Scalar::Uint);
        let pair = self.unpacked_half(word);
        let fields: Vec<u8> = written.iter().map(|at| at & 1).collect();
        let pair = pair.components(&fields);
        self.clamped(pair, instruction.clamp)
    }

    /// The two halves of a word as floats.
    pub(crate) fn unpacked_half(&mut self, word: Expression) -> Expression {
        match word.kind {
            ExpressionKind::Literal([bits, ..]) => {
                let [x, y, ..] = unpack_half2(bits as u32).map(f32::to_bits);
                Expression::words(Type::new(Scalar::Float, 2), [x, y, 0, 0])
            }
            _ if self.is_exact() => self.helper(Helper::UnpackHalf, vec![word]),
            _ => Expression::built_in(BuiltIn::UnpackHalf, vec![word]),
        }
    }

    /// The word that PK2US, PK4B or PK4UB gives.
    pub(crate) fn packed_fields(&mut self, instruction: &Instruction, fields: Fields) -> Expression {
        self.need(Feature::Integers);
        let mut word = None;
        for at in 0..fields.count as u8 {
            let value = self.scalar(&instruction.operands[0], at);
            let mut field = self.rounded_field(value, fields);
            if fields.bias > 0.0 {
                field = Expression::binary(Binary::Add, field, Expression::float(fields.bias, 1));
            }
            let field = field.convert(Scalar::Uint);
            let shift = Expression::bits(Scalar::Uint, fields.bits() * u32::from(at), 1);
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

    /// The integer of a field before its bias is added.
    fn rounded_field(&mut self, value: Expression, fields: Fields) -> Expression {
        if self.is_exact() {
            return self.helper(fields.rounded, vec![value]);
        }
        let low = if fields.bias > 0.0 { -128.0 / 127.0 } else { 0.0 };
        let bounds = vec![value, Expression::float(low, 1), Expression::float(1.0, 1)];
        let value = Expression::built_in(BuiltIn::Clamp, bounds);
        let product = Expression::binary(Binary::Multiply, value, Expression::float(fields.scale, 1));
        Expression::built_in(BuiltIn::RoundEven, vec![product])
    }

    /// The numbers that UP2US, UP4B or UP4UB gives.
    pub(crate) fn unpacked_fields(
        &mut self,
        instruction: &Instruction,
        written: &[u8],
        fields: Fields,
    ) -> Expression {
        self.need(Feature::Integers);
        let parts = written.iter().map(|at| {
            let word = self.operand_as(&instruction.operands[0], &[0], Scalar::Uint);
            let bits = fields.bits();
            let shift = Expression::bits(Scalar::Uint, bits * (u32::from(*at) % fields.count), 1);
            let moved = match *at {
                0 => word,
                _ => Expression::binary(Binary::ShiftRight, word, shift),
            };
            let mask = Expression::bits(Scalar::Uint, (1 << bits) - 1, 1);
            let field = Expression::binary(Binary::BitAnd, moved, mask).convert(Scalar::Float);
            let field = match fields.bias > 0.0 {
                true => Expression::binary(Binary::Subtract, field, Expression::float(fields.bias, 1)),
                false => field,
            };
            Expression::binary(Binary::Divide, field, Expression::float(fields.scale, 1))
        });
        let numbers = Expression::construct(parts.collect());
        self.clamped(numbers, instruction.clamp)
    }
}
