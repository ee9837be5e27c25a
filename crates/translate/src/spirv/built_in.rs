//! Functions that every target has: instructions of SPIR-V, or extended instructions of GLSL.

use quadrille_isa::gl::operation::{Axis, DerivativeControl, Vote};
use rspirv::dr::Operand;
use rspirv::spirv::{Capability, Decoration, GlslStd450Op as GLOp, Op, Scope, StorageClass, Word};

use super::printer::Printer;
use crate::form::{BuiltIn, Components, Expression, ExpressionKind, QuadPlace, Scalar, Type};

/// The instruction of a built-in function: one of the core, or of the extended set GLSL.std.450.
enum SpirvInstruction {
    Op(Op),
    Extended(GLOp),
}

/// The instruction of a function on values of a kind; none for those that take more than one.
fn said(function: BuiltIn, scalar: Scalar) -> Option<SpirvInstruction> {
    use SpirvInstruction::{Extended, Op as Plain};
    let kinds = |float, signed, unsigned| {
        Extended(match scalar {
            Scalar::Float | Scalar::Double => float,
            Scalar::Int | Scalar::Long => signed,
            Scalar::Uint | Scalar::Ulong | Scalar::Bool => unsigned,
        })
    };
    Some(match function {
        BuiltIn::Absolute => kinds(GLOp::FAbs, GLOp::SAbs, GLOp::SAbs),
        BuiltIn::Sign => kinds(GLOp::FSign, GLOp::SSign, GLOp::SSign),
        BuiltIn::Floor => Extended(GLOp::Floor),
        BuiltIn::Ceiling => Extended(GLOp::Ceil),
        BuiltIn::Truncate => Extended(GLOp::Trunc),
        BuiltIn::RoundEven => Extended(GLOp::RoundEven),
        BuiltIn::Fraction => Extended(GLOp::Fract),
        BuiltIn::Minimum => kinds(GLOp::FMin, GLOp::SMin, GLOp::UMin),
        BuiltIn::Maximum => kinds(GLOp::FMax, GLOp::SMax, GLOp::UMax),
        BuiltIn::Clamp => kinds(GLOp::FClamp, GLOp::SClamp, GLOp::UClamp),
        BuiltIn::Mix => Extended(GLOp::FMix),
        BuiltIn::Exp2 => Extended(GLOp::Exp2),
        BuiltIn::Log2 => Extended(GLOp::Log2),
        BuiltIn::Power => Extended(GLOp::Pow),
        BuiltIn::InverseSquareRoot => Extended(GLOp::InverseSqrt),
        BuiltIn::SquareRoot => Extended(GLOp::Sqrt),
        BuiltIn::Sine => Extended(GLOp::Sin),
        BuiltIn::Cosine => Extended(GLOp::Cos),
        BuiltIn::LeastBit => Extended(GLOp::FindILsb),
        BuiltIn::MostBit => kinds(GLOp::FindSMsb, GLOp::FindSMsb, GLOp::FindUMsb),
        BuiltIn::PackHalf => Extended(GLOp::PackHalf2x16),
        BuiltIn::UnpackHalf => Extended(GLOp::UnpackHalf2x16),
        BuiltIn::Cross => Extended(GLOp::Cross),
        BuiltIn::PackLong | BuiltIn::UnpackLong => Plain(Op::Bitcast),
        BuiltIn::IsNan => Plain(Op::IsNan),
        BuiltIn::Derivative(axis, control) => Plain(match (axis, control) {
            (Axis::X, None) => Op::DPdx,
            (Axis::X, Some(DerivativeControl::Coarse)) => Op::DPdxCoarse,
            (Axis::X, Some(DerivativeControl::Fine)) => Op::DPdxFine,
            (Axis::Y, None) => Op::DPdy,
            (Axis::Y, Some(DerivativeControl::Coarse)) => Op::DPdyCoarse,
            (Axis::Y, Some(DerivativeControl::Fine)) => Op::DPdyFine,
        }),
        BuiltIn::BitCount => Plain(Op::BitCount),
        BuiltIn::BitReverse => Plain(Op::BitReverse),
        BuiltIn::Dot => Plain(Op::Dot),
        BuiltIn::Any => Plain(Op::Any),
        BuiltIn::All => Plain(Op::All),
        BuiltIn::BitExtract
        | BuiltIn::BitInsert
        | BuiltIn::SubgroupVote(_)
        | BuiltIn::SubgroupBallot
        | BuiltIn::SubgroupShuffle
        | BuiltIn::QuadValue(_)
        | BuiltIn::AtCentroid
        | BuiltIn::AtSample
        | BuiltIn::AtOffset => return None,
    })
}

impl Printer<'_> {
    pub(super) fn built_in_function(
        &mut self,
        function: BuiltIn,
        arguments: &[Expression],
        ty: Type,
    ) -> Word {
        let of = self.value_type(ty);
        let scalar = arguments[0].ty.scalar;
        let width = arguments
            .iter()
            .map(|argument| argument.ty.width)
            .max()
            .unwrap_or(1);
        if matches!(function, BuiltIn::Derivative(_, Some(_))) {
            self.need(Capability::DerivativeControl);
        }
        match said(function, scalar) {
            Some(said) => {
                let values: Vec<Word> = arguments
                    .iter()
                    .map(|argument| self.wide(argument, width))
                    .collect();
                match said {
                    SpirvInstruction::Op(op) => {
                        let id = self.emit_on(op, of, &values);
                        if self.precise && function == BuiltIn::Dot {
                            self.decorate(id, Decoration::NoContraction, &[]);
                        }
                        id
                    }
                    SpirvInstruction::Extended(function) => self.extended(function, of, &values),
                }
            }
            None => self.composed(function, arguments, ty),
        }
    }

    fn extended(&mut self, function: GLOp, of: Word, values: &[Word]) -> Word {
        let mut operands = vec![
            Operand::IdRef(self.glsl),
            Operand::LiteralExtInstInteger(function as u32),
        ];
        operands.extend(values.iter().copied().map(Operand::IdRef));
        self.emit(Op::ExtInst, of, operands)
    }

    /// Functions whose arguments are not all alike.
    fn composed(&mut self, function: BuiltIn, arguments: &[Expression], ty: Type) -> Word {
        let of = self.value_type(ty);
        match function {
            BuiltIn::BitExtract | BuiltIn::BitInsert => {
                let values: Vec<Word> = arguments.iter().map(|argument| self.value(argument)).collect();
                let op = match (function, ty.scalar) {
                    (BuiltIn::BitInsert, _) => Op::BitFieldInsert,
                    (_, Scalar::Int) => Op::BitFieldSExtract,
                    _ => Op::BitFieldUExtract,
                };
                self.emit_on(op, of, &values)
            }
            BuiltIn::SubgroupVote(_)
            | BuiltIn::SubgroupBallot
            | BuiltIn::SubgroupShuffle
            | BuiltIn::QuadValue(_) => self.of_subgroup(function, arguments, ty),
            _ => self.interpolated_at(function, arguments, ty),
        }
    }

    /// What invocations of a subgroup tell each other.
    fn of_subgroup(&mut self, function: BuiltIn, arguments: &[Expression], ty: Type) -> Word {
        let of = self.value_type(ty);
        let scope = self.number(Scalar::Uint, Scope::Subgroup as u32);
        let mut operands = vec![scope];
        for argument in arguments {
            operands.push(self.value(argument));
        }
        let (capability, op) = match function {
            BuiltIn::SubgroupVote(Vote::All) => (Capability::GroupNonUniformVote, Op::GroupNonUniformAll),
            BuiltIn::SubgroupVote(Vote::Any) => (Capability::GroupNonUniformVote, Op::GroupNonUniformAny),
            BuiltIn::SubgroupVote(Vote::Equal) => {
                (Capability::GroupNonUniformVote, Op::GroupNonUniformAllEqual)
            }
            BuiltIn::SubgroupBallot => {
                self.need(Capability::GroupNonUniform);
                self.need(Capability::GroupNonUniformBallot);
                let all = Type::new(Scalar::Uint, 4);
                let bits = self.value_type(all);
                let ballot = self.emit_on(Op::GroupNonUniformBallot, bits, &operands);
                return self.pick(ballot, all, Components::all(1));
            }
            BuiltIn::QuadValue(QuadPlace::Number(number)) => {
                operands.push(self.number(Scalar::Uint, number.into()));
                (Capability::GroupNonUniformQuad, Op::GroupNonUniformQuadBroadcast)
            }
            BuiltIn::QuadValue(place) => {
                let direction = u32::from(place == QuadPlace::Above);
                operands.push(self.number(Scalar::Uint, direction));
                (Capability::GroupNonUniformQuad, Op::GroupNonUniformQuadSwap)
            }
            _ => (Capability::GroupNonUniformShuffle, Op::GroupNonUniformShuffle),
        };
        self.need(Capability::GroupNonUniform);
        self.need(capability);
        self.emit_on(op, of, &operands)
    }

    /// An input elsewhere in the pixel. The first argument reads it.
    fn interpolated_at(&mut self, function: BuiltIn, arguments: &[Expression], ty: Type) -> Word {
        self.need(Capability::InterpolationFunction);
        let of = self.value_type(ty);
        let function = match function {
            BuiltIn::AtSample => GLOp::InterpolateAtSample,
            BuiltIn::AtOffset => GLOp::InterpolateAtOffset,
            _ => GLOp::InterpolateAtCentroid,
        };
        let place = match &arguments[0].kind {
            ExpressionKind::Read(place) => self.pointer_to(place),
            _ => None,
        };
        let Some((pointer, StorageClass::Input, whole)) = place else {
            return self.value(&arguments[0]);
        };
        let mut values = vec![pointer];
        for argument in &arguments[1..] {
            values.push(self.value(argument));
        }
        let all = self.extended(function, of, &values);
        if whole == ty {
            all
        } else {
            self.pick(all, whole, Components::all(ty.width))
        }
    }
}
