//! Condition codes: how a result becomes their flags, and how they are tested.

use quadrille_isa::gl::{Condition, Test};

use crate::form::{Binary, BuiltIn, Expression, Root, Scalar, Type, Unary};
use crate::raise::instruction::goal::Goal;
use crate::raise::library::Helper;
use crate::raise::lowering::Lowering;
use crate::raise::value::sum::Sum;

impl Lowering<'_, '_> {
    /// The flags of a result that a condition code register keeps, each with its goal.
    pub(crate) fn flags(
        &self,
        register: u8,
        wanted: &[u8],
        result: &Expression,
        sum: Option<&Sum>,
    ) -> Vec<(Goal, Expression)> {
        let code = self.interface.registers.codes.of(register);
        let goal = |variable: u32| Goal {
            place: Root::Variable(variable).into(),
            ty: Type::new(Scalar::Bool, 4),
            kept: wanted.to_vec(),
        };
        let width = wanted.len() as u8;
        let neither = Expression::bits(Scalar::Bool, 0, width);
        // The sum itself, where the register has another size.
        let result = match sum {
            Some(sum) if sum.left.ty.scalar.is_long() != result.ty.scalar.is_long() => {
                let operation = match sum.subtracts {
                    true => Binary::Subtract,
                    false => Binary::Add,
                };
                Expression::binary(operation, sum.left.clone(), sum.right.clone())
            }
            _ => result.clone().reinterpret(result.ty.scalar.unsigned()),
        };
        let carry = code.carry.map(|variable| {
            let value = match sum {
                None => neither.clone(),
                Some(sum) if sum.subtracts => {
                    Expression::binary(Binary::GreaterOrEqual, sum.left.clone(), sum.right.clone())
                }
                Some(sum) => Expression::less(result.clone(), sum.left.clone()),
            };
            (goal(variable), value)
        });
        let overflow = code.overflow.map(|variable| {
            let value = match sum {
                None => neither.clone(),
                Some(sum) => {
                    let differ = |a: &Expression, b: &Expression| {
                        Expression::binary(Binary::BitXor, a.clone(), b.clone())
                    };
                    let other = match sum.subtracts {
                        true => differ(&sum.left, &sum.right),
                        false => differ(&sum.right, &result),
                    };
                    let both = Expression::binary(Binary::BitAnd, differ(&sum.left, &result), other);
                    let signed = both.ty.scalar.signed();
                    Expression::less(both.reinterpret(signed), Expression::zero(signed, width))
                }
            };
            (goal(variable), value)
        });
        carry.into_iter().chain(overflow).collect()
    }

    /// A value as a condition code holds it: a number whose sign and zero are the same, and NaN of what is none.
    pub(crate) fn of_code(&mut self, value: Expression) -> Expression {
        let scalar = value.ty.scalar;
        // A small number of 64 bits would be none of 32.
        if scalar == Scalar::Double && self.is_exact() {
            return self.helper(Helper::Side, vec![value]);
        }
        // The sign of an unsigned number is its highest bit.
        let value = match scalar.is_unsigned() {
            true => value.reinterpret(scalar.signed()),
            false => value,
        };
        value.convert(Scalar::Float)
    }

    /// The answers of a condition, kept in a variable.
    pub(crate) fn held_test(&mut self, condition: &Condition, wanted: &[u8]) -> Expression {
        let answers = self.answers(condition, wanted).splat(wanted.len() as u8);
        self.hold("condition", answers, false)
    }

    /// The answers of a test for the wanted components.
    pub(crate) fn answers(&self, condition: &Condition, wanted: &[u8]) -> Expression {
        if let Some(resident) = self
            .interface
            .registers
            .codes
            .residency
            .filter(|_| condition.test.is_sparse())
        {
            let resident = Expression::read(Root::Variable(resident), Type::BOOL);
            return match condition.test == Test::NonResident {
                true => resident.unary(Unary::Not),
                false => resident,
            };
        }
        let code = self.interface.registers.codes.of(condition.register);
        let Some(variable) = code.value else {
            return Expression::truth(false);
        };
        let swizzled: Vec<u8> = wanted
            .iter()
            .map(|at| condition.swizzle[usize::from(*at)] & 3)
            .collect();
        let value = Expression::read(Root::Variable(variable), Type::VEC4)
            .components(&swizzled)
            .narrow();
        let width = value.ty.width;
        let zero = Expression::float(0.0, width);
        let compare = |operation| Expression::binary(operation, value.clone(), zero.clone());
        let compare_self = |operation| Expression::binary(operation, value.clone(), value.clone());
        let flag = |variable: Option<u32>| match variable {
            None => Expression::bits(Scalar::Bool, 0, width),
            Some(variable) => {
                let ty = Type::new(Scalar::Bool, 4);
                let flags = Expression::read(Root::Variable(variable), ty).components(&swizzled);
                flags.components(&[0, 1, 2, 3][..usize::from(width)])
            }
        };
        // An overflow turns the sign round.
        let turns = code.overflow.is_some() && self.is_exact();
        let overflows = |answer: Expression| match turns {
            true => Expression::binary(Binary::NotEqual, answer, flag(code.overflow)),
            false => answer,
        };
        match condition.test {
            Test::Eq => compare(Binary::Equal),
            Test::Ge => overflows(compare(Binary::GreaterOrEqual)),
            Test::Lt => overflows(compare(Binary::Less)),
            Test::Gt if !turns => compare(Binary::Greater),
            Test::Le if !turns => compare(Binary::LessOrEqual),
            Test::Gt => both(
                overflows(compare(Binary::GreaterOrEqual)),
                compare(Binary::NotEqual),
            ),
            Test::Le => {
                let below = overflows(compare(Binary::Less));
                both(below.unary(Unary::Not), compare(Binary::NotEqual)).unary(Unary::Not)
            }
            Test::Ne => compare(Binary::NotEqual),
            Test::Tr => Expression::truth(true),
            Test::Fl => Expression::truth(false),
            // Of a number that is none, both flags are set.
            Test::Nan => compare_self(Binary::NotEqual),
            Test::Leg => compare_self(Binary::Equal),
            Test::Nsf => compare(Binary::GreaterOrEqual),
            Test::Sf => compare(Binary::GreaterOrEqual).unary(Unary::Not),
            Test::Cf => flag(code.carry),
            Test::Ncf => flag(code.carry).unary(Unary::Not),
            Test::Of => flag(code.overflow),
            Test::Nof => flag(code.overflow).unary(Unary::Not),
            Test::Ab => both(flag(code.carry), compare(Binary::NotEqual)),
            Test::Ble => both(flag(code.carry), compare(Binary::NotEqual)).unary(Unary::Not),
            // They are answered above.
            Test::Resident | Test::NonResident => Expression::truth(false),
        }
    }

    /// Whether a test holds for any component.
    pub(crate) fn any(&self, condition: &Condition) -> Expression {
        let mut components: Vec<u8> = condition.swizzle.to_vec();
        components.sort_unstable();
        components.dedup();
        let mut once = *condition;
        once.swizzle = [0, 1, 2, 3];
        let answers = self.answers(&once, &components);
        if answers.ty.is_scalar() {
            answers
        } else {
            Expression::built_in(BuiltIn::Any, vec![answers])
        }
    }
}

/// The conjunction of two truth values, by component.
fn both(one: Expression, other: Expression) -> Expression {
    if one.ty.is_scalar() && other.ty.is_scalar() {
        return Expression::binary(Binary::And, one, other);
    }
    let never = Expression::bits(Scalar::Bool, 0, one.ty.width);
    Expression::select(one, other, never)
}
