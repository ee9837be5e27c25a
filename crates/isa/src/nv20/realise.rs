//! The machine operations that realise the operations of the OpenGL languages.
//!
//! Engines that run words lower programs by this table, and the reference engine computes by it in the NV20's
//! numeric environment: [`Realisation::evaluate`] gives the bits of the words.

use quadrille_numerics::convert::Rounding;
use quadrille_numerics::nv20::expansion;
use quadrille_numerics::nv20::exponential::part_above_floor;
use quadrille_numerics::nv20::vector::Quad;
use quadrille_numerics::nv20::{SIGN, compare};

use super::{IluOp, MacOp, ilu, mac};
use crate::gl::Operation;
use crate::gl::operation::{AddressOp, AddressRange, ArithmeticOp, Comparison};

/// The realisation of an operation by those of the machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Realisation {
    /// One operation of the vector unit; its operands go to the slots that it reads, in order.
    Mac(MacOp),
    /// One operation of the special function unit.
    Ilu(IluOp),
    /// ADD with the second operand negated.
    Subtract,
    /// MAX of the operand and its negation.
    Absolute,
    /// [`expansion::exp2`].
    Exp2,
    /// [`expansion::log2`].
    Log2,
    /// [`expansion::power`].
    Power,
    /// EXP.y of each component.
    Fraction,
    /// [`expansion::floor`] of each component.
    Floor,
    /// [`expansion::cross`].
    Cross,
}

/// The realisation of an operation on floats; none where the machine has no way.
pub const fn realisation(operation: Operation) -> Option<Realisation> {
    match operation {
        Operation::Arithmetic(operation) => arithmetic(operation),
        Operation::Address(AddressOp::LoadFloor(AddressRange::Word)) => Some(Realisation::Mac(MacOp::Arl)),
        Operation::Address(
            AddressOp::LoadFloor(AddressRange::Clamped)
            | AddressOp::LoadRound(_)
            | AddressOp::Sum(_)
            | AddressOp::Push
            | AddressOp::Pop,
        )
        | Operation::Conversion(_)
        | Operation::Texture(_)
        | Operation::Derivative(_)
        | Operation::Interpolation(_)
        | Operation::Kill
        | Operation::Flow(_)
        | Operation::Memory(_)
        | Operation::Group(_)
        | Operation::Stage(_) => None,
    }
}

const fn arithmetic(operation: ArithmeticOp) -> Option<Realisation> {
    use ArithmeticOp as Op;
    use Realisation as R;
    Some(match operation {
        Op::Move => R::Mac(MacOp::Mov),
        Op::Add => R::Mac(MacOp::Add),
        Op::Multiply => R::Mac(MacOp::Mul),
        Op::MultiplyAdd => R::Mac(MacOp::Mad),
        Op::Maximum | Op::MaximumOrNan | Op::MaximumVp1 => R::Mac(MacOp::Max),
        Op::Minimum | Op::MinimumOrNan | Op::MinimumVp1 => R::Mac(MacOp::Min),
        Op::Set(comparison) | Op::SetOrNan(comparison) | Op::SetTotal(comparison) => match comparison {
            Comparison::Less => R::Mac(MacOp::Slt),
            Comparison::GreaterOrEqual => R::Mac(MacOp::Sge),
            Comparison::False
            | Comparison::Equal
            | Comparison::NotEqual
            | Comparison::LessOrEqual
            | Comparison::Greater
            | Comparison::True => return None,
        },
        Op::Dot3 => R::Mac(MacOp::Dp3),
        Op::Dot4 => R::Mac(MacOp::Dp4),
        Op::DotHomogeneous => R::Mac(MacOp::Dph),
        Op::Distance => R::Mac(MacOp::Dst),
        Op::ReciprocalClamped => R::Ilu(IluOp::Rcc),
        Op::Reciprocal => R::Ilu(IluOp::Rcp),
        Op::ReciprocalSquareRootOfMagnitude => R::Ilu(IluOp::Rsq),
        Op::LightCoefficients => R::Ilu(IluOp::Lit),
        Op::Exponential | Op::ExponentialVp1 => R::Ilu(IluOp::Exp),
        Op::Logarithm => R::Ilu(IluOp::Log),
        Op::Subtract => R::Subtract,
        Op::Absolute => R::Absolute,
        Op::Exp2 => R::Exp2,
        Op::Log2 | Op::Log2OrNan => R::Log2,
        Op::Power | Op::PowerStrict => R::Power,
        Op::Fraction => R::Fraction,
        Op::Round(Rounding::Down) => R::Floor,
        Op::Cross => R::Cross,
        Op::Round(Rounding::Up | Rounding::TowardZero | Rounding::Nearest)
        | Op::Divide
        | Op::Interpolate
        | Op::Compare
        | Op::SelectAboveHalf
        | Op::SelectNotNegative
        | Op::Sign
        | Op::ReciprocalSquareRoot
        | Op::ReciprocalSquareRootOrNan
        | Op::Sine
        | Op::Cosine
        | Op::Dot2
        | Op::Dot2Add
        | Op::Dot2AddBlue
        | Op::LightCoefficientsUnclamped
        | Op::SineCosine
        | Op::Reflect
        | Op::Transform2d
        | Op::Normalize
        | Op::MultiplyHigh
        | Op::Multiply24
        | Op::Modulo
        | Op::SumOfAbsoluteDifference
        | Op::And
        | Op::Or
        | Op::Xor
        | Op::Not
        | Op::ShiftLeft
        | Op::ShiftRight
        | Op::BitFieldExtract
        | Op::BitFieldInsert
        | Op::BitReverse
        | Op::BitCount
        | Op::LeastBit
        | Op::MostBit => return None,
    })
}

impl Realisation {
    /// The result for operands in written order, as bits. ARL gives no quad and 0 here.
    pub fn evaluate(self, [a, b, c]: [Quad; 3]) -> Quad {
        match self {
            Realisation::Mac(op) => {
                let mut slots = [a, b, c];
                let reads = op.shape().reads();
                if !reads[1] && reads[2] {
                    slots.swap(1, 2);
                }
                mac(op, slots)
            }
            Realisation::Ilu(op) => ilu(op, a),
            Realisation::Subtract => mac(MacOp::Add, [a, [0; 4], b.map(|x| x ^ SIGN)]),
            Realisation::Absolute => a.map(|x| compare::maximum(x, x ^ SIGN)),
            Realisation::Exp2 => [expansion::exp2(a[0]); 4],
            Realisation::Log2 => [expansion::log2(a[0]); 4],
            Realisation::Power => [expansion::power(a[0], b[0]); 4],
            Realisation::Fraction => a.map(part_above_floor),
            Realisation::Floor => a.map(expansion::floor),
            Realisation::Cross => expansion::cross(a, b),
        }
    }
}
