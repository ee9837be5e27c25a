//! The value of an arithmetic instruction on floats, as an expression of just the components that are
//! written. A value that is the same in all of them is a scalar.
//!
//! Each arm says what the operation's meaning says (`isa::gl::operation`). With exact semantics special values
//! are those of the meaning; with fast semantics they are those of the target's nearest function. Which
//! differ, `docs/translate.md` lists.

use quadrille_isa::gl::operation::{Class, Comparison};
use quadrille_isa::gl::{Clamp, DataType, NumericEnvironment, Operation};
use quadrille_program::{Instruction, Operand};

use crate::form::{Binary, BuiltIn, Expression, Scalar};
use crate::raise::library::Helper;
use crate::raise::raiser::Raiser;
use crate::raise::types::kind;

impl Raiser<'_> {
    /// The written components of the instruction's value, clamped.
    pub(crate) fn float_value(&mut self, instruction: &Instruction, written: &[u8]) -> Expression {
        let operands = &instruction.operands;
        let own = kind(instruction.data_type);
        let full = matches!(instruction.data_type, DataType::F32 | DataType::F64);
        if instruction.operation == Operation::Move && full {
            let value = self.moved(instruction, written);
            return self.finished(value, instruction);
        }
        self.operand_precision = match instruction.data_type {
            DataType::F16 if self.options.exact() => Some(Helper::Half),
            DataType::Fx12 if self.options.exact() => Some(Helper::Fixed),
            _ => None,
        };
        let value = match instruction.operation.class() {
            Class::Componentwise(_) => {
                let each: Vec<Expression> = operands
                    .iter()
                    .map(|operand| self.operand_as(operand, written, own))
                    .collect();
                let narrow: Vec<Expression> = each.iter().cloned().map(Expression::narrow).collect();
                // What is the same in all components is computed once.
                let same = narrow.iter().all(|value| value.ty.is_scalar());
                let moves = instruction.operation == Operation::Move;
                self.componentwise(instruction.operation, if same && !moves { narrow } else { each })
            }
            Class::Scalar(_) => {
                let each = operands
                    .iter()
                    .map(|operand| self.operand_as(operand, &[0], own))
                    .collect();
                self.scalar_operation(instruction.operation, each)
            }
            Class::Dot(_) => self.dot(instruction.operation, operands),
            _ => self.mixed(instruction.operation, operands, written),
        };
        self.operand_precision = None;
        self.finished(value, instruction)
    }

    /// A copy of bits, as the register that takes it holds them.
    fn moved(&mut self, instruction: &Instruction, written: &[u8]) -> Expression {
        let operand = &instruction.operands[0];
        let plain = self.copies(instruction) && instruction.clamp == Clamp::None;
        let own = kind(instruction.data_type);
        let kind = if plain { self.kept(instruction, own) } else { own };
        self.operand_as(operand, written, kind)
    }

    /// A value under the clamp and in the precision of its instruction and register.
    pub(crate) fn finished(&mut self, value: Expression, instruction: &Instruction) -> Expression {
        let value = self.clamped(value, instruction.clamp);
        // 0, 1 and -1 are numbers of every precision.
        let whole = matches!(
            instruction.operation,
            Operation::Set(_) | Operation::SetTotal(_) | Operation::SetOrNan(_) | Operation::Sign
        );
        if !self.options.exact() || !value.ty.scalar.is_float() || whole {
            return value;
        }
        let short = instruction.destination.is_some_and(|to| to.short);
        if short && value.ty.scalar == Scalar::Double {
            let odd = self.helper(Helper::FloatOdd, vec![value]);
            return self.helper(Helper::Half, vec![odd]);
        }
        match instruction.data_type {
            DataType::Fx12 => self.helper(Helper::Fixed, vec![value]),
            DataType::F16 => self.helper(Helper::Half, vec![value]),
            _ if short => self.helper(Helper::Half, vec![value]),
            _ => value,
        }
    }

    /// A value under a clamp.
    pub(crate) fn clamped(&mut self, value: Expression, clamp: Clamp) -> Expression {
        let (helper, low) = match clamp {
            Clamp::None => return value,
            Clamp::Saturate => (Helper::Saturate, 0.0),
            Clamp::SignedSaturate => (Helper::SignedSaturate, -1.0),
        };
        if self.options.exact() {
            return self.helper(helper, vec![value]);
        }
        let number = |number| Expression::number(value.ty.scalar, number, 1);
        let bounds = vec![number(low), number(1.0)];
        Expression::built_in(BuiltIn::Clamp, [vec![value], bounds].concat())
    }

    fn vp1(&self) -> bool {
        self.options.exact() && self.program.profile().numeric == NumericEnvironment::Vp1
    }

    pub(crate) fn product(&mut self, a: Expression, b: Expression) -> Expression {
        if self.vp1() {
            self.helper(Helper::Product, vec![a, b])
        } else {
            Expression::binary(Binary::Multiply, a, b)
        }
    }

    /// A value on the way to a result, in the precision of its instruction: the whole operation is carried out
    /// in that (NV_fragment_program 3.11.4.2).
    pub(crate) fn partly(&mut self, value: Expression) -> Expression {
        match self.operand_precision {
            Some(helper) => self.helper(helper, vec![value]),
            None => value,
        }
    }

    /// One of the library's functions, or with fast semantics the target's.
    pub(crate) fn exactly(
        &mut self,
        helper: Helper,
        plain: BuiltIn,
        arguments: Vec<Expression>,
    ) -> Expression {
        if self.options.exact() {
            self.helper(helper, arguments)
        } else {
            Expression::built_in(plain, arguments)
        }
    }

    fn componentwise(&mut self, operation: Operation, mut operands: Vec<Expression>) -> Expression {
        let exact = self.options.exact();
        let mut next = || operands.remove(0);
        let width = |value: &Expression| value.ty.width;
        match operation {
            Operation::Move => next(),
            Operation::Absolute => Expression::built_in(BuiltIn::Absolute, vec![next()]),
            Operation::Add => Expression::binary(Binary::Add, next(), next()),
            Operation::Subtract => Expression::binary(Binary::Subtract, next(), next()),
            Operation::Multiply => {
                let (a, b) = (next(), next());
                self.product(a, b)
            }
            Operation::MultiplyAdd => {
                let (a, b, c) = (next(), next(), next());
                let product = self.product(a, b);
                let product = self.partly(product);
                Expression::binary(Binary::Add, product, c)
            }
            Operation::Divide => Expression::binary(Binary::Divide, next(), next()),
            Operation::Interpolate => {
                let (a, b, c) = (next(), next(), next());
                if !exact {
                    return Expression::built_in(BuiltIn::Mix, vec![c, b, a]);
                }
                let a = a.narrow();
                let one = Expression::float(1.0, width(&a));
                let rest = Expression::binary(Binary::Subtract, one, a.clone());
                let rest = self.partly(rest);
                let (first, second) = (self.product(a, b), self.product(rest, c));
                let (first, second) = (self.partly(first), self.partly(second));
                Expression::binary(Binary::Add, first, second)
            }
            Operation::Compare => {
                let (a, b, c) = (next(), next(), next());
                let zero = Expression::zero(a.ty.scalar, width(&a));
                let below = Expression::binary(Binary::Less, a, zero);
                Expression::select(below, b, c)
            }
            Operation::SelectAboveHalf => {
                let (a, b, c) = (next(), next(), next());
                let above = Expression::binary(Binary::Greater, c.clone(), Expression::float(0.5, width(&c)));
                Expression::select(above, a, b)
            }
            Operation::SelectNotNegative => {
                let (a, b, c) = (next(), next(), next());
                let zero = Expression::float(0.0, width(&c));
                Expression::select(Expression::binary(Binary::GreaterOrEqual, c, zero), a, b)
            }
            Operation::Sign => self.exactly(Helper::Sign, BuiltIn::Sign, vec![next()]),
            Operation::Floor => Expression::built_in(BuiltIn::Floor, vec![next()]),
            Operation::Ceiling => Expression::built_in(BuiltIn::Ceiling, vec![next()]),
            Operation::Truncate => Expression::built_in(BuiltIn::Truncate, vec![next()]),
            Operation::Round => Expression::built_in(BuiltIn::RoundEven, vec![next()]),
            Operation::Fraction => self.exactly(Helper::Fraction, BuiltIn::Fraction, vec![next()]),
            Operation::Maximum => self.exactly(Helper::Maximum, BuiltIn::Maximum, vec![next(), next()]),
            Operation::Minimum => self.exactly(Helper::Minimum, BuiltIn::Minimum, vec![next(), next()]),
            Operation::MaximumOrNan | Operation::MaximumVp1 => {
                self.exactly(Helper::MaximumOrNan, BuiltIn::Maximum, vec![next(), next()])
            }
            Operation::MinimumOrNan | Operation::MinimumVp1 => {
                self.exactly(Helper::MinimumOrNan, BuiltIn::Minimum, vec![next(), next()])
            }
            Operation::Set(comparison) => {
                let (a, b) = (next(), next());
                set(comparison, a, b)
            }
            Operation::SetTotal(comparison) => {
                let (a, b) = (next(), next());
                self.set_in_order(comparison, a, b)
            }
            Operation::SetOrNan(comparison) => {
                let (a, b) = (next(), next());
                self.set_or_nan(comparison, a, b)
            }
            _ => {
                self.unsaid("no translation has this instruction for numbers of this type");
                Expression::float(0.0, 1)
            }
        }
    }

    fn set_in_order(&mut self, comparison: Comparison, a: Expression, b: Expression) -> Expression {
        let (is_negated, a, b) = match comparison {
            Comparison::Less => (false, a, b),
            Comparison::Greater => (false, b, a),
            Comparison::LessOrEqual => (true, b, a),
            Comparison::GreaterOrEqual => (true, a, b),
            _ => return set(comparison, a, b),
        };
        if !self.options.exact() {
            return set(comparison, a, b);
        }
        let less = self.helper(Helper::SetLessInOrder, vec![a, b]);
        match is_negated {
            true => Expression::binary(Binary::Subtract, Expression::float(1.0, 1), less),
            false => less,
        }
    }

    fn set_or_nan(&mut self, comparison: Comparison, a: Expression, b: Expression) -> Expression {
        if !self.options.exact() {
            return set(comparison, a, b);
        }
        let (helper, a, b) = match comparison {
            Comparison::False | Comparison::True => return set(comparison, a, b),
            Comparison::Less => (Helper::SetLessOrNan, a, b),
            Comparison::Greater => (Helper::SetLessOrNan, b, a),
            Comparison::LessOrEqual => (Helper::SetLessEqualOrNan, a, b),
            Comparison::GreaterOrEqual => (Helper::SetLessEqualOrNan, b, a),
            Comparison::Equal => (Helper::SetEqualOrNan, a, b),
            Comparison::NotEqual => (Helper::SetNotEqualOrNan, a, b),
        };
        self.helper(helper, vec![a, b])
    }

    fn scalar_operation(&mut self, operation: Operation, mut operands: Vec<Expression>) -> Expression {
        let mut next = || operands.remove(0);
        match operation {
            Operation::Reciprocal => {
                let value = next();
                Expression::binary(Binary::Divide, Expression::number(value.ty.scalar, 1.0, 1), value)
            }
            Operation::ReciprocalClamped if self.options.exact() => {
                let value = next();
                self.helper(Helper::ReciprocalClamped, vec![value])
            }
            Operation::ReciprocalClamped => {
                Expression::binary(Binary::Divide, Expression::float(1.0, 1), next())
            }
            Operation::ReciprocalSquareRoot | Operation::ReciprocalSquareRootOrNan => {
                Expression::built_in(BuiltIn::InverseSquareRoot, vec![next()])
            }
            Operation::ReciprocalSquareRootOfMagnitude => {
                let value = next();
                Expression::built_in(BuiltIn::InverseSquareRoot, vec![magnitude(value)])
            }
            Operation::Exp2 => Expression::built_in(BuiltIn::Exp2, vec![next()]),
            Operation::Log2 | Operation::Log2OrNan => Expression::built_in(BuiltIn::Log2, vec![next()]),
            Operation::Power => self.exactly(Helper::Power, BuiltIn::Power, vec![next(), next()]),
            Operation::PowerStrict if self.options.exact() => {
                let (base, exponent) = (next(), next());
                let logarithm = self.helper(Helper::LogarithmOfBase, vec![base]);
                let product = Expression::binary(Binary::Multiply, exponent, logarithm);
                Expression::built_in(BuiltIn::Exp2, vec![product])
            }
            Operation::PowerStrict => Expression::built_in(BuiltIn::Power, vec![next(), next()]),
            Operation::Sine => Expression::built_in(BuiltIn::Sine, vec![next()]),
            Operation::Cosine => Expression::built_in(BuiltIn::Cosine, vec![next()]),
            _ => {
                self.unsaid("no translation has this instruction");
                Expression::float(0.0, 1)
            }
        }
    }

    /// The sum of the products of leading components; in written order where zero times anything is zero, and
    /// where each step is rounded.
    pub(crate) fn sum(&mut self, a: &Operand, b: &Operand, count: u8) -> Expression {
        if self.vp1() || self.operand_precision.is_some() {
            let mut sum: Option<Expression> = None;
            for at in 0..count {
                let (a, b) = (self.scalar(a, at), self.scalar(b, at));
                let product = self.product(a, b);
                let product = self.partly(product);
                sum = Some(match sum {
                    None => product,
                    Some(sum) => {
                        let sum = Expression::binary(Binary::Add, sum, product);
                        self.partly(sum)
                    }
                });
            }
            return sum.unwrap_or_else(|| Expression::float(0.0, 1));
        }
        let wanted = &[0, 1, 2, 3][..usize::from(count)];
        let (a, b) = (self.operand(a, wanted), self.operand(b, wanted));
        Expression::built_in(BuiltIn::Dot, vec![a, b])
    }

    fn dot(&mut self, operation: Operation, operands: &[Operand]) -> Expression {
        let (a, b) = (&operands[0], &operands[1]);
        let plus = |raiser: &mut Self, count, operand: &Operand, at| {
            let sum = raiser.sum(a, b, count);
            let last = raiser.scalar(operand, at);
            Expression::binary(Binary::Add, sum, last)
        };
        match operation {
            Operation::Dot2 => self.sum(a, b, 2),
            Operation::Dot3 => self.sum(a, b, 3),
            Operation::Dot4 => self.sum(a, b, 4),
            Operation::Dot2Add => plus(self, 2, &operands[2], 0),
            Operation::Dot2AddBlue => plus(self, 2, &operands[2], 2),
            _ => plus(self, 3, b, 3),
        }
    }
}

/// The magnitude of a value, once.
pub(crate) fn magnitude(value: Expression) -> Expression {
    match &value.kind {
        crate::form::Kind::BuiltIn(BuiltIn::Absolute, _) => value,
        _ => Expression::built_in(BuiltIn::Absolute, vec![value]),
    }
}

/// 1 where the comparison holds, else 0.
fn set(comparison: Comparison, a: Expression, b: Expression) -> Expression {
    let scalar = a.ty.scalar;
    let operation = match comparison {
        Comparison::False => return Expression::zero(scalar, 1),
        Comparison::True => return Expression::number(scalar, 1.0, 1),
        Comparison::Equal => Binary::Equal,
        Comparison::NotEqual => Binary::NotEqual,
        Comparison::Less => Binary::Less,
        Comparison::LessOrEqual => Binary::LessOrEqual,
        Comparison::Greater => Binary::Greater,
        Comparison::GreaterOrEqual => Binary::GreaterOrEqual,
    };
    Expression::binary(operation, a, b).convert(scalar)
}
