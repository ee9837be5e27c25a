//! Arithmetic on floats.

use quadrille_isa::gl::operation::{ArithmeticOp, Comparison, evaluate_float};
use quadrille_isa::gl::{Binding, Clamp, Family};
use quadrille_numerics::environment::Ieee;
use quadrille_program::Instruction;

use super::Lowering;
use super::predicate::Predicate;
use super::value::Value;
use super::variable::Kind;
use crate::arb::code::{Op, Place, Source, Target};
use crate::arb::refusal::{Reason, Refusal};

/// 2^64 and 2^-64: what RCC keeps magnitudes between.
const CLAMPED: [f32; 2] = [1.0 / 18_446_744_073_709_551_616.0, 18_446_744_073_709_551_616.0];

/// The first of some components: where a scalar that stands in all of them is needed.
pub(super) const fn first(mask: u8) -> u8 {
    mask.trailing_zeros() as u8 & 3
}

/// Whether a component of the result is 1 whatever the operands are.
const fn gives_one(operation: ArithmeticOp) -> bool {
    use ArithmeticOp as A;
    matches!(
        operation,
        A::Distance
            | A::Exponential
            | A::ExponentialVp1
            | A::LightCoefficients
            | A::LightCoefficientsUnclamped
            | A::Logarithm
    )
}

impl Lowering<'_> {
    /// The result of an operation on floats.
    pub(super) fn float(
        &mut self,
        instruction: &Instruction,
        operation: ArithmeticOp,
        mask: u8,
    ) -> Result<Value, Refusal> {
        let types = self.types(instruction);
        let needs = |at| operation.needs(at, mask);
        // A constant of VP1.x takes a register, and an array may have taken all: the instruction itself gives this 1.
        if self.options.target.is_vp1()
            && gives_one(operation)
            && (0..operation.operands()).all(|at| needs(at) == 0)
        {
            let position = Binding::new(Family::VertexPosition, [0; 4]);
            let unread = Source::of(Place::Attribute(position));
            let source = self.float_sources(instruction, operation, mask, &[unread; 2])?;
            return Ok(Value::float(source));
        }
        let mut values = Vec::new();
        for at in 0..operation.operands() {
            let value = self.operand(instruction, types, at, needs(at))?;
            // Operands are converted before anything is computed (NV_fragment_program 3.11.4.1).
            values.push(self.fixed_point(value, instruction.data_type, needs(at))?);
        }
        if operation == ArithmeticOp::Move {
            return Ok(values[0]);
        }
        let constants: Option<Vec<[u32; 4]>> = values
            .iter()
            .enumerate()
            .map(|(at, value)| value.constants(needs(at)))
            .collect();
        if let Some(constants) = constants {
            let operand = |at: usize| constants.get(at).copied().unwrap_or_default();
            let operands = std::array::from_fn(|at| operand(at).map(|bits| Ieee(f32::from_bits(bits))));
            // What is infinite or no number is left to the instruction: a text has no such constant.
            let is_finite = |result: &[Ieee; 4]| {
                let mut written = (0..4).filter(|at| mask >> at & 1 != 0);
                written.all(|at| result[at].0.is_finite())
            };
            if let Some(result) = evaluate_float(operation, operands).filter(is_finite) {
                return Ok(Value::constant(
                    result.map(|number| number.0.to_bits()),
                    Kind::Float,
                ));
            }
        }
        let mut sources = Vec::new();
        for (at, value) in values.iter().enumerate() {
            sources.push(self.physical(value, needs(at), false)?);
        }
        let source = self.float_sources(instruction, operation, mask, &sources)?;
        let source = self.without_nan(instruction, operation, source, &sources)?;
        Ok(Value::float(source))
    }

    /// A result of !!FP1.0 and !!VP2.0 that is clamped, where it is NaN of a negative operand: the root is that of the
    /// magnitude in ARB programs (ARB_fragment_program 3.11.5.22), and logarithms are undefined there, but a clamped NaN
    /// is the lower end.
    fn without_nan(
        &mut self,
        instruction: &Instruction,
        operation: ArithmeticOp,
        source: Source,
        operands: &[Source],
    ) -> Result<Source, Refusal> {
        use ArithmeticOp as A;
        let gives_nan = matches!(
            operation,
            A::ReciprocalSquareRootOrNan | A::Log2OrNan | A::PowerStrict
        );
        let low = match instruction.clamp {
            Clamp::Saturate if gives_nan => 0.0,
            Clamp::SignedSaturate if gives_nan => -1.0,
            Clamp::None | Clamp::Saturate | Clamp::SignedSaturate => return Ok(source),
        };
        let operand = operands.first().map_or(Source::number(0.0), |a| a.component(0));
        let chosen = self.choose(Predicate::less(operand), 1, [Source::number(low), source])?;
        Ok(chosen.component(0))
    }

    #[expect(clippy::too_many_lines, reason = "each operation once")]
    fn float_sources(
        &mut self,
        instruction: &Instruction,
        operation: ArithmeticOp,
        mask: u8,
        operands: &[Source],
    ) -> Result<Source, Refusal> {
        use ArithmeticOp as A;
        let (zero, one) = (Source::number(0.0), Source::number(1.0));
        let a = operands.first().copied().unwrap_or(zero);
        let b = operands.get(1).copied().unwrap_or(zero);
        let c = operands.get(2).copied().unwrap_or(zero);
        let fragment = self.is_fragment();
        if let Some(found) = self.native(operation, mask, operands)? {
            return Ok(found);
        }
        match operation {
            A::Move => Ok(a),
            A::Absolute => self.compute(Op::Abs, mask, &[a]),
            A::Add => self.compute(Op::Add, mask, &[a, b]),
            A::Subtract => self.compute(Op::Sub, mask, &[a, b]),
            A::Multiply => self.compute(Op::Mul, mask, &[a, b]),
            A::MultiplyAdd => self.compute(Op::Mad, mask, &[a, b, c]),
            A::Divide => {
                let divisor = b.component(first(mask));
                let known = divisor.numbers().map(|[number, ..]| 1.0 / number);
                let reciprocal = match known.filter(|reciprocal| reciprocal.is_normal()) {
                    Some(reciprocal) => Source::number(reciprocal),
                    None => self.scalar(Op::Rcp, &[divisor])?,
                };
                self.compute(Op::Mul, mask, &[a, reciprocal])
            }
            A::Interpolate if fragment => self.compute(Op::Lrp, mask, &[a, b, c]),
            A::Interpolate => {
                let rest = self.compute(Op::Sub, mask, &[one, a])?;
                let second = self.compute(Op::Mul, mask, &[rest, c])?;
                self.compute(Op::Mad, mask, &[a, b, second])
            }
            A::Compare => self.choose(Predicate::less(a), mask, [b, c]),
            A::SelectAboveHalf => {
                let below = self.compute(Op::Sub, mask, &[Source::number(0.5), c])?;
                self.choose(Predicate::less(below), mask, [a, b])
            }
            A::SelectNotNegative => self.choose(Predicate::not_less(c), mask, [a, b]),
            A::Sign => {
                let above = self.compute(Op::Slt, mask, &[zero, a])?;
                let below = self.compute(Op::Slt, mask, &[a, zero])?;
                self.compute(Op::Sub, mask, &[above, below])
            }
            A::Round(rounding) => self.round(a, rounding, mask),
            A::Fraction => self.compute(Op::Frc, mask, &[a]),
            A::Maximum | A::MaximumOrNan | A::MaximumVp1 => self.compute(Op::Max, mask, &[a, b]),
            A::Minimum | A::MinimumOrNan | A::MinimumVp1 => self.compute(Op::Min, mask, &[a, b]),
            A::Set(comparison) | A::SetOrNan(comparison) | A::SetTotal(comparison) => {
                self.compare(comparison, a, b, mask)
            }
            A::Reciprocal => self.scalar(Op::Rcp, &[a]),
            A::ReciprocalClamped => {
                let [low, high] = CLAMPED.map(Source::number);
                let reciprocal = self.compute(Op::Rcp, 1, &[a])?;
                let magnitude = self.compute(Op::Abs, 1, &[reciprocal])?;
                let magnitude = self.compute(Op::Max, 1, &[magnitude, low])?;
                let magnitude = self.compute(Op::Min, 1, &[magnitude, high])?;
                let chosen = self.choose(Predicate::less(reciprocal), 1, [-magnitude, magnitude])?;
                Ok(chosen.component(0))
            }
            A::ReciprocalSquareRoot | A::ReciprocalSquareRootOrNan | A::ReciprocalSquareRootOfMagnitude => {
                self.scalar(Op::Rsq, &[a])
            }
            A::Exp2 => self.scalar(Op::Ex2, &[a]),
            A::Log2 | A::Log2OrNan => self.scalar(Op::Lg2, &[a]),
            A::Power | A::PowerStrict => self.scalar(Op::Pow, &[a, b]),
            A::Sine if fragment => self.scalar(Op::Sin, &[a]),
            A::Cosine if fragment => self.scalar(Op::Cos, &[a]),
            A::Sine => self.sine(a),
            A::Cosine => self.cosine(a),
            A::SineCosine if fragment => {
                let found = self.compute(Op::Scs, mask & 0b0011, &[a])?;
                self.or_zero(found, 0b0011, mask)
            }
            A::SineCosine => {
                let [cosine, sine] = [self.cosine(a)?, self.sine(a)?];
                let found = self.joined(&[(0b0001, cosine), (0b0010, sine)])?;
                self.or_zero(found, 0b0011, mask)
            }
            A::Dot2 => self.dot2(a, b),
            A::Dot2Add => {
                let sum = self.dot2(a, b)?;
                Ok(self.compute(Op::Add, 1, &[sum, c.component(0)])?.component(0))
            }
            A::Dot2AddBlue => {
                let sum = self.dot2(a, b)?;
                Ok(self.compute(Op::Add, 1, &[sum, c.component(2)])?.component(0))
            }
            A::Dot3 => self.scalar(Op::Dp3, &[a, b]),
            A::Dot4 => self.scalar(Op::Dp4, &[a, b]),
            A::DotHomogeneous => self.scalar(Op::Dph, &[a, b]),
            A::Distance => self.compute(Op::Dst, mask, &[a, b]),
            A::LightCoefficients | A::LightCoefficientsUnclamped => self.compute(Op::Lit, mask, &[a]),
            A::Cross => {
                let product = self.compute(Op::Xpd, mask & 0b0111, &[a, b])?;
                self.or_zero(product, 0b0111, mask)
            }
            A::Exponential | A::ExponentialVp1 if !fragment => self.compute(Op::Exp, mask, &[a]),
            A::Logarithm if !fragment => self.compute(Op::Log, mask, &[a]),
            A::Exponential | A::ExponentialVp1 | A::Logarithm => {
                self.refuse(Reason::Operation(instruction.opcode.row().mnemonic))
            }
            A::Reflect => {
                let own = self.scalar(Op::Dp3, &[a, a])?;
                let both = self.scalar(Op::Dp3, &[a, b])?;
                let reciprocal = self.scalar(Op::Rcp, &[own])?;
                let twice = self
                    .compute(Op::Mul, 1, &[both, Source::number(2.0)])?
                    .component(0);
                let factor = self.compute(Op::Mul, 1, &[twice, reciprocal])?.component(0);
                let reflected = self.compute(Op::Mad, mask & 0b0111, &[factor, a, -b])?;
                self.or_zero(reflected, 0b0111, mask)
            }
            A::Transform2d => {
                let first = self.compute(
                    Op::Mad,
                    mask,
                    &[b.component(0), c.select([0, 2, 0, 2]), a.select([0, 1, 0, 1])],
                )?;
                self.compute(Op::Mad, mask, &[b.component(1), c.select([1, 3, 1, 3]), first])
            }
            A::Normalize => {
                let square = self.scalar(Op::Dp3, &[a, a])?;
                let inverse = self.scalar(Op::Rsq, &[square])?;
                let scaled = self.compute(Op::Mul, mask & 0b0111, &[a, inverse])?;
                self.or_zero(scaled, 0b0111, mask)
            }
            A::MultiplyHigh
            | A::Multiply24
            | A::Modulo
            | A::SumOfAbsoluteDifference
            | A::And
            | A::Or
            | A::Xor
            | A::Not
            | A::ShiftLeft
            | A::ShiftRight
            | A::BitFieldExtract
            | A::BitFieldInsert
            | A::BitReverse
            | A::BitCount
            | A::LeastBit
            | A::MostBit => self.refuse(Reason::Bits(instruction.opcode.row().mnemonic)),
        }
    }

    /// Several sources, each in its components of one temporary.
    pub(super) fn joined(&mut self, parts: &[(u8, Source)]) -> Result<Source, Refusal> {
        let to = self.code.temporary();
        for (mask, source) in parts {
            self.step(Op::Mov, Target::Temporary(to), *mask, &[*source])?;
        }
        Ok(Source::of(Place::Temporary(to)))
    }

    /// A new result with 0 in those components of a mask that its operation leaves undefined, so that no register's
    /// former use shows.
    pub(super) fn or_zero(&mut self, source: Source, defined: u8, mask: u8) -> Result<Source, Refusal> {
        let rest = mask & !defined;
        if let (Place::Temporary(number), true) = (source.place, rest != 0) {
            self.step(Op::Mov, Target::Temporary(number), rest, &[Source::number(0.0)])?;
        }
        Ok(source)
    }

    fn dot2(&mut self, a: Source, b: Source) -> Result<Source, Refusal> {
        let products = self.compute(Op::Mul, 0b0011, &[a, b])?;
        let sum = self.compute(Op::Add, 1, &[products.component(0), products.component(1)])?;
        Ok(sum.component(0))
    }

    /// 1 where a comparison holds, else 0.
    pub(super) fn compare(
        &mut self,
        comparison: Comparison,
        a: Source,
        b: Source,
        mask: u8,
    ) -> Result<Source, Refusal> {
        if let Some(op) = self.comparing(comparison) {
            return self.compute(op, mask, &[a, b]);
        }
        match comparison {
            Comparison::False => Ok(Source::number(0.0)),
            Comparison::True => Ok(Source::number(1.0)),
            Comparison::Less => self.compute(Op::Slt, mask, &[a, b]),
            Comparison::GreaterOrEqual => self.compute(Op::Sge, mask, &[a, b]),
            Comparison::Greater => self.compute(Op::Slt, mask, &[b, a]),
            Comparison::LessOrEqual => self.compute(Op::Sge, mask, &[b, a]),
            Comparison::Equal => {
                let first = self.compute(Op::Sge, mask, &[a, b])?;
                let second = self.compute(Op::Sge, mask, &[b, a])?;
                self.compute(Op::Mul, mask, &[first, second])
            }
            Comparison::NotEqual => {
                // A NaN is equal to nothing, and no comparison of it holds.
                let first = self.compute(Op::Sge, mask, &[a, b])?;
                let second = self.compute(Op::Sge, mask, &[b, a])?;
                self.compute(Op::Mad, mask, &[-first, second, Source::number(1.0)])
            }
        }
    }
}
