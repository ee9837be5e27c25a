//! Condition codes: what stands for their flags, and how they are tested.
//!
//! A condition-code register holds the last result itself, so that the sign and the zero flag are comparisons.
//! Carry and overflow have variables of their own, in programs where an instruction may set them and a test asks
//! (NV_gpu_program4, 2.X.4.3 and Table X.16).

use quadrille_isa::gl::{Condition, Operation, Test};
use quadrille_program::{Access, Instruction, Operand};

use crate::form::{Binary, Expression, Root, Scalar, Type, Unary};
use crate::raise::instruction::write::Goal;
use crate::raise::library::Helper;
use crate::raise::raiser::Raiser;
use crate::raise::types::kind;

/// The variables of one condition-code register.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Code {
    /// The last result, as floats.
    pub(crate) value: Option<u32>,
    /// Truth values: the flag CF.
    carry: Option<u32>,
    /// Truth values: the flag OF.
    overflow: Option<u32>,
}

/// A sum or difference of integers whose carry or overflow counts.
pub(crate) struct Sum {
    subtracts: bool,
    left: Expression,
    right: Expression,
}

impl Raiser<'_> {
    /// Declares the variables of condition-code registers that the program updates or tests.
    pub(crate) fn condition_codes(&mut self) {
        let program = self.program;
        let mut used = [false; 2];
        let (mut may_carry, mut ask_carry, mut ask_overflow) = ([false; 2], [false; 2], [false; 2]);
        let exact = self.options.exact();
        let mut asks_residency = false;
        for instruction in program.instructions().iter() {
            let tests = instruction.destination.iter().filter_map(|to| to.condition);
            let flow = match &instruction.access {
                Access::Flow(flow) => flow.condition,
                Access::Condition(condition) => Some(*condition),
                _ => None,
            };
            for condition in tests.chain(flow) {
                if condition.test.is_sparse() {
                    asks_residency = true;
                    continue;
                }
                let at = usize::from(condition.register & 1);
                used[at] = true;
                ask_carry[at] |= matches!(condition.test, Test::Cf | Test::Ncf | Test::Ab | Test::Ble);
                ask_overflow[at] |= match condition.test {
                    Test::Of | Test::Nof => true,
                    Test::Ge | Test::Gt | Test::Le | Test::Lt => exact,
                    _ => false,
                };
            }
            if let Some(update) = instruction.update {
                let at = usize::from(update & 1);
                used[at] = true;
                may_carry[at] |= carries(instruction);
            }
        }
        if asks_residency {
            let resident = self.variable("resident", Type::BOOL);
            // A test before any lookup finds what holds of all textures but sparse ones.
            self.shader.variables[resident as usize].initial = Some(Expression::truth(true));
            self.residency = Some(resident);
        }
        let only = used == [true, false];
        for at in (0..2).filter(|at| used[*at]) {
            let number = if only { String::new() } else { at.to_string() };
            let flags = Type::new(Scalar::Bool, 4);
            let flag = |raiser: &mut Self, name: &str, asked: bool| {
                (asked && may_carry[at]).then(|| raiser.variable(&format!("{name}{number}"), flags))
            };
            self.codes[at] = Code {
                value: Some(self.variable(&format!("cc{number}"), Type::VEC4)),
                carry: flag(self, "carry", ask_carry[at]),
                overflow: flag(self, "overflow", ask_overflow[at]),
            };
        }
    }

    /// Notes the sum that an integer instruction makes, where its carry or overflow counts. Signs of operands make
    /// differences of sums; what two of them leave undefined is neither.
    pub(crate) fn note_sum(&mut self, instruction: &Instruction, written: &[u8]) {
        let Some(code) = instruction
            .update
            .map(|number| self.codes[usize::from(number & 1)])
        else {
            return;
        };
        if !carries(instruction) || code.carry.is_none() && code.overflow.is_none() {
            return;
        }
        let own = kind(instruction.data_type);
        let operands = &instruction.operands;
        let minus = |at: usize| operands.get(at).is_some_and(|operand| operand.negate != 0);
        let mut plain = |at: usize, kind: Scalar| {
            let operand = Operand {
                negate: 0,
                ..operands[at]
            };
            self.operand_as(&operand, written, kind)
        };
        let (left, right, signs) = match instruction.operation {
            Operation::Add => (plain(0, own), plain(1, own), [minus(0), minus(1)]),
            Operation::Subtract => (plain(0, own), plain(1, own), [minus(0), !minus(1)]),
            Operation::MultiplyAdd => {
                let product = Expression::binary(Binary::Multiply, plain(0, own), plain(1, own));
                (product, plain(2, own), [minus(0) != minus(1), minus(2)])
            }
            _ => {
                let distance = distance(
                    self.operand_as(&operands[0], written, own),
                    self.operand_as(&operands[1], written, own),
                );
                let operand = Operand {
                    negate: 0,
                    ..operands[2]
                };
                let third = self.operand_as(&operand, written, own.unsigned());
                (distance, third, [false, minus(2)])
            }
        };
        let width = written.len() as u8;
        let [left, right] = [left, right].map(|value| value.reinterpret(own.unsigned()).splat(width));
        self.sum = match signs {
            [false, subtracts] => Some(Sum {
                subtracts,
                left,
                right,
            }),
            [true, false] => Some(Sum {
                subtracts: true,
                left: right,
                right: left,
            }),
            [true, true] => None,
        };
    }

    /// What goes to the flags that a register keeps, of a result.
    pub(crate) fn flags(
        &mut self,
        register: u8,
        wanted: &[u8],
        result: &Expression,
    ) -> Vec<(Goal, Expression)> {
        let code = self.codes[usize::from(register & 1)];
        let sum = self.sum.take();
        let goal = |variable: u32| Goal {
            place: Root::Variable(variable).into(),
            ty: Type::new(Scalar::Bool, 4),
            kept: wanted.to_vec(),
        };
        let width = wanted.len() as u8;
        let neither = Expression::bits(Scalar::Bool, 0, width);
        // The sum itself, where the register has another size.
        let result = match &sum {
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
            let value = match &sum {
                None => neither.clone(),
                Some(sum) if sum.subtracts => {
                    Expression::binary(Binary::GreaterOrEqual, sum.left.clone(), sum.right.clone())
                }
                Some(sum) => Expression::less(result.clone(), sum.left.clone()),
            };
            (goal(variable), value)
        });
        let overflow = code.overflow.map(|variable| {
            let value = match &sum {
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

    /// Whether a register keeps carry or overflow.
    pub(crate) fn keeps_flags(&self, register: u8) -> bool {
        let code = self.codes[usize::from(register & 1)];
        code.carry.is_some() || code.overflow.is_some()
    }

    /// A value as a condition code holds it: a number whose sign and zero are the same, and NaN of what is none.
    pub(crate) fn of_code(&mut self, value: Expression) -> Expression {
        let scalar = value.ty.scalar;
        // A small number of 64 bits would be none of 32.
        if scalar == Scalar::Double && self.options.exact() {
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
    pub(crate) fn answers(&mut self, condition: &Condition, wanted: &[u8]) -> Expression {
        if let Some(resident) = self.residency.filter(|_| condition.test.is_sparse()) {
            let resident = Expression::read(Root::Variable(resident), Type::BOOL);
            return match condition.test {
                Test::NonResident => resident.unary(Unary::Not),
                _ => resident,
            };
        }
        let code = self.codes[usize::from(condition.register & 1)];
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
        let overflows = |answer: Expression| match code.overflow {
            Some(_) if self.options.exact() => {
                Expression::binary(Binary::NotEqual, answer, flag(code.overflow))
            }
            _ => answer,
        };
        match condition.test {
            Test::Eq => compare(Binary::Equal),
            Test::Ge => overflows(compare(Binary::GreaterOrEqual)),
            Test::Lt => overflows(compare(Binary::Less)),
            Test::Gt | Test::Le if code.overflow.is_none() || !self.options.exact() => {
                compare(match condition.test {
                    Test::Gt => Binary::Greater,
                    _ => Binary::LessOrEqual,
                })
            }
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
}

/// Whether an instruction may set carry and overflow.
fn carries(instruction: &Instruction) -> bool {
    let sums = matches!(
        instruction.operation,
        Operation::Add | Operation::Subtract | Operation::MultiplyAdd | Operation::SumOfAbsoluteDifference
    );
    sums && !instruction.data_type.is_float()
}

/// Where both hold.
fn both(one: Expression, other: Expression) -> Expression {
    if one.ty.is_scalar() && other.ty.is_scalar() {
        return Expression::binary(Binary::And, one, other);
    }
    let never = Expression::bits(Scalar::Bool, 0, one.ty.width);
    Expression::select(one, other, never)
}

/// How far two integers lie apart, without a sign.
pub(crate) fn distance(a: Expression, b: Expression) -> Expression {
    let own = a.ty.scalar.unsigned();
    let unsigned = |value: Expression| value.reinterpret(own);
    let below = Expression::less(a.clone(), b.clone());
    let (a, b) = (unsigned(a), unsigned(b));
    let (first, second) = (
        Expression::binary(Binary::Subtract, a.clone(), b.clone()),
        Expression::binary(Binary::Subtract, b, a),
    );
    Expression::select(below, second, first)
}
