//! Arithmetic on floats component by component. Each function says what the operation's meaning says.

use quadrille_isa::gl::operation::Comparison;
use quadrille_isa::gl::{Clamp, DataType};

use crate::form::{Binary, BuiltIn, Expression};
use crate::raise::library::Helper;
use crate::raise::types::copies;
use crate::raise::value::float::Floats;

/// A copy: of bits, as the register that takes them holds them, where the instruction has the precision of registers.
pub(crate) fn copy(floats: &mut Floats<'_, '_, '_>) -> Expression {
    let (instruction, own) = (floats.instruction, floats.kind());
    match instruction.data_type {
        DataType::F32 | DataType::F64 => {
            let plain = copies(floats.lowering.program(), instruction) && instruction.clamp == Clamp::None;
            let kept = || floats.lowering.interface.kinds.kept(instruction, own);
            let kind = if plain { kept() } else { own };
            let written = floats.written;
            floats
                .lowering
                .operand_as(&instruction.operands[0], written, kind)
        }
        DataType::F16 | DataType::Fx12 | DataType::S32 | DataType::U32 | DataType::S64 | DataType::U64 => {
            let [value] = floats.components();
            value
        }
    }
}

/// A function that every target has.
pub(crate) fn built_in<const COUNT: usize>(floats: &mut Floats<'_, '_, '_>, function: BuiltIn) -> Expression {
    Expression::built_in(function, floats.each::<COUNT>().into())
}

/// A function that every target has but for special values.
pub(crate) fn exactly<const COUNT: usize>(
    floats: &mut Floats<'_, '_, '_>,
    helper: Helper,
    plain: BuiltIn,
) -> Expression {
    let arguments = floats.each::<COUNT>();
    floats.exactly(helper, plain, arguments)
}

/// A sum, difference or quotient.
pub(crate) fn binary(floats: &mut Floats<'_, '_, '_>, operation: Binary) -> Expression {
    let [a, b] = floats.each();
    Expression::binary(operation, a, b)
}

/// `a * b`
pub(crate) fn multiply(floats: &mut Floats<'_, '_, '_>) -> Expression {
    let [a, b] = floats.each();
    floats.product(a, b)
}

/// `a * b + c`
pub(crate) fn multiply_add(floats: &mut Floats<'_, '_, '_>) -> Expression {
    let [a, b, c] = floats.each();
    let product = floats.product(a, b);
    let product = floats.rounded(product);
    Expression::binary(Binary::Add, product, c)
}

/// `a * b + (1 - a) * c`
pub(crate) fn interpolate(floats: &mut Floats<'_, '_, '_>) -> Expression {
    let [a, b, c] = floats.each();
    if !floats.is_exact() {
        return Expression::built_in(BuiltIn::Mix, vec![c, b, a]);
    }
    let a = a.narrow();
    let one = Expression::float(1.0, a.ty.width);
    let rest = Expression::binary(Binary::Subtract, one, a.clone());
    let rest = floats.rounded(rest);
    let (first, second) = (floats.product(a, b), floats.product(rest, c));
    let (first, second) = (floats.rounded(first), floats.rounded(second));
    Expression::binary(Binary::Add, first, second)
}

/// `a < 0 ? b : c`
pub(crate) fn compare(floats: &mut Floats<'_, '_, '_>) -> Expression {
    let [a, b, c] = floats.each();
    let zero = Expression::zero(a.ty.scalar, a.ty.width);
    Expression::select(Expression::less(a, zero), b, c)
}

/// `c > 0.5 ? a : b`
pub(crate) fn select_above_half(floats: &mut Floats<'_, '_, '_>) -> Expression {
    let [a, b, c] = floats.each();
    let half = Expression::float(0.5, c.ty.width);
    Expression::select(Expression::binary(Binary::Greater, c, half), a, b)
}

/// `c >= 0 ? a : b`
pub(crate) fn select_not_negative(floats: &mut Floats<'_, '_, '_>) -> Expression {
    let [a, b, c] = floats.each();
    let zero = Expression::float(0.0, c.ty.width);
    Expression::select(Expression::binary(Binary::GreaterOrEqual, c, zero), a, b)
}

/// 1 where a comparison holds, else 0.
pub(crate) fn set(floats: &mut Floats<'_, '_, '_>, comparison: Comparison) -> Expression {
    let [a, b] = floats.each();
    truth(comparison, a, b)
}

/// 1 where a comparison holds in the total order of VP1.x, else 0.
pub(crate) fn set_in_order(floats: &mut Floats<'_, '_, '_>, comparison: Comparison) -> Expression {
    let [a, b] = floats.each();
    if !floats.is_exact() {
        return truth(comparison, a, b);
    }
    let (is_negated, a, b) = match comparison {
        Comparison::Less => (false, a, b),
        Comparison::Greater => (false, b, a),
        Comparison::LessOrEqual => (true, b, a),
        Comparison::GreaterOrEqual => (true, a, b),
        Comparison::False | Comparison::True | Comparison::Equal | Comparison::NotEqual => {
            return truth(comparison, a, b);
        }
    };
    let less = floats.helper(Helper::SetLessInOrder, vec![a, b]);
    match is_negated {
        true => Expression::binary(Binary::Subtract, Expression::float(1.0, 1), less),
        false => less,
    }
}

/// 1 where a comparison holds, else 0; NaN where either operand is.
pub(crate) fn set_or_nan(floats: &mut Floats<'_, '_, '_>, comparison: Comparison) -> Expression {
    let [a, b] = floats.each();
    if !floats.is_exact() {
        return truth(comparison, a, b);
    }
    let (helper, a, b) = match comparison {
        Comparison::False | Comparison::True => return truth(comparison, a, b),
        Comparison::Less => (Helper::SetLessOrNan, a, b),
        Comparison::Greater => (Helper::SetLessOrNan, b, a),
        Comparison::LessOrEqual => (Helper::SetLessEqualOrNan, a, b),
        Comparison::GreaterOrEqual => (Helper::SetLessEqualOrNan, b, a),
        Comparison::Equal => (Helper::SetEqualOrNan, a, b),
        Comparison::NotEqual => (Helper::SetNotEqualOrNan, a, b),
    };
    floats.helper(helper, vec![a, b])
}

fn truth(comparison: Comparison, a: Expression, b: Expression) -> Expression {
    let scalar = a.ty.scalar;
    match operation(comparison) {
        Err(constant) => Expression::number(scalar, f64::from(u8::from(constant)), 1),
        Ok(operation) => Expression::binary(operation, a, b).convert(scalar),
    }
}

/// The operation that compares; what is always or never so is a constant.
pub(crate) const fn operation(comparison: Comparison) -> Result<Binary, bool> {
    match comparison {
        Comparison::False => Err(false),
        Comparison::True => Err(true),
        Comparison::Equal => Ok(Binary::Equal),
        Comparison::NotEqual => Ok(Binary::NotEqual),
        Comparison::Less => Ok(Binary::Less),
        Comparison::LessOrEqual => Ok(Binary::LessOrEqual),
        Comparison::Greater => Ok(Binary::Greater),
        Comparison::GreaterOrEqual => Ok(Binary::GreaterOrEqual),
    }
}
