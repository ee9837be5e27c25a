//! How the machine does what an operation of the OpenGL languages asks for.
//!
//! Engines that run words lower programs by this table, and the reference engine computes by it in the NV20's
//! numeric environment: [`Realisation::evaluate`] gives the bits of the words.

use quadrille_numerics::nv20::expansion;
use quadrille_numerics::nv20::exponential::part_above_floor;
use quadrille_numerics::nv20::vector::Quad;
use quadrille_numerics::nv20::{SIGN, compare};

use super::{IluOp, MacOp, ilu, mac};
use crate::gl::Operation;
use crate::gl::operation::Comparison;

/// What an operation becomes.
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

/// How the machine does an operation on floats; none where it has no way.
pub const fn realisation(operation: Operation) -> Option<Realisation> {
    use Realisation as R;
    Some(match operation {
        Operation::Move => R::Mac(MacOp::Mov),
        Operation::Add => R::Mac(MacOp::Add),
        Operation::Multiply => R::Mac(MacOp::Mul),
        Operation::MultiplyAdd => R::Mac(MacOp::Mad),
        Operation::Maximum | Operation::MaximumOrNan | Operation::MaximumVp1 => R::Mac(MacOp::Max),
        Operation::Minimum | Operation::MinimumOrNan | Operation::MinimumVp1 => R::Mac(MacOp::Min),
        Operation::Set(comparison) | Operation::SetOrNan(comparison) | Operation::SetTotal(comparison) => {
            match comparison {
                Comparison::Less => R::Mac(MacOp::Slt),
                Comparison::GreaterOrEqual => R::Mac(MacOp::Sge),
                Comparison::False
                | Comparison::Equal
                | Comparison::NotEqual
                | Comparison::LessOrEqual
                | Comparison::Greater
                | Comparison::True => return None,
            }
        }
        Operation::Dot3 => R::Mac(MacOp::Dp3),
        Operation::Dot4 => R::Mac(MacOp::Dp4),
        Operation::DotHomogeneous => R::Mac(MacOp::Dph),
        Operation::Distance => R::Mac(MacOp::Dst),
        Operation::AddressFloor => R::Mac(MacOp::Arl),
        Operation::ReciprocalClamped => R::Ilu(IluOp::Rcc),
        Operation::Reciprocal => R::Ilu(IluOp::Rcp),
        Operation::ReciprocalSquareRootOfMagnitude => R::Ilu(IluOp::Rsq),
        Operation::LightCoefficients => R::Ilu(IluOp::Lit),
        Operation::Exponential | Operation::ExponentialVp1 => R::Ilu(IluOp::Exp),
        Operation::Logarithm => R::Ilu(IluOp::Log),
        Operation::Subtract => R::Subtract,
        Operation::Absolute => R::Absolute,
        Operation::Exp2 => R::Exp2,
        Operation::Log2 | Operation::Log2OrNan => R::Log2,
        Operation::Power | Operation::PowerStrict => R::Power,
        Operation::Fraction => R::Fraction,
        Operation::Floor => R::Floor,
        Operation::Cross => R::Cross,
        _ => return None,
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
