//! What an expression gives for the bits of its operands, in one lane: the meaning of the form, for folding constants
//! and for evaluation.

use quadrille_isa::gl::DataType;
use quadrille_isa::gl::operation::convert_between;
use quadrille_numerics::convert::convert;

use crate::expression::{Conversion, Expression, ValueId};
use crate::lane::{FloatLane, IntLane, with_float, with_int};
use crate::op::{FloatBinary, FloatCompare, FloatUnary, IntBinary, IntCompare, IntUnary};

/// The bits of a value whose expression is a function of its operands' bits; `None` of the others: what is read from
/// somewhere, and what other lanes have.
pub fn compute(expression: &Expression, operand: impl Fn(ValueId) -> u64) -> Option<u64> {
    let word = |value: ValueId| operand(value) as u32;
    Some(match *expression {
        Expression::Constant { bits, .. } => bits,
        Expression::FloatUnary { number, op, a } => {
            with_float!(number, L => float_unary::<L>(op, operand(a)))?
        }
        Expression::FloatBinary { number, op, a, b } => {
            with_float!(number, L => float_binary::<L>(op, operand(a), operand(b)))?
        }
        Expression::IsNan { number, a } => with_float!(number, L => u64::from(is_nan::<L>(operand(a))))?,
        Expression::FloatCompare { number, op, a, b } => {
            u64::from(with_float!(number, L => float_compare::<L>(op, operand(a), operand(b)))?)
        }
        Expression::ToSigned { number, a } => {
            u64::from(with_float!(number, L => to_signed::<L>(operand(a)))? as u32)
        }
        Expression::Canonical { number, a } => {
            let is_nan = with_float!(number, L => is_nan::<L>(operand(a)))?;
            number.nan().filter(|_| is_nan).unwrap_or(operand(a))
        }
        Expression::Narrow { number, a } => with_float!(number, L => narrow::<L>(operand(a)))?,
        Expression::IntUnary { number, op, a } => with_int!(number, I => int_unary::<I>(op, operand(a)))?,
        Expression::IntBinary { number, op, a, b } => {
            with_int!(number, I => int_binary::<I>(op, operand(a), operand(b)))?
        }
        Expression::IntCompare { number, op, a, b } => {
            u64::from(with_int!(number, I => int_compare::<I>(op, operand(a), operand(b)))?)
        }
        Expression::Extract {
            number,
            a,
            count,
            offset,
        } => with_int!(number, I => extract::<I>([a, count, offset].map(&operand)))?,
        Expression::Insert {
            number,
            a,
            field,
            count,
            offset,
        } => with_int!(number, I => insert::<I>([a, field, count, offset].map(&operand)))?,
        Expression::And { a, b } => operand(a) & operand(b),
        Expression::Or { a, b } => operand(a) | operand(b),
        Expression::Not { a } => operand(a) ^ 1,
        Expression::Select {
            mask,
            when,
            otherwise,
        } => operand(if operand(mask) != 0 { when } else { otherwise }),
        Expression::Convert { conversion, a } => conversion.apply(operand(a)),
        Expression::Pack { packing, operands } => u64::from(packing.pack(operands.map(word))),
        Expression::Unpack {
            packing,
            component,
            a,
        } => u64::from(packing.unpack(word(a))[usize::from(component & 3)]),
        Expression::Join { low, high } => u64::from(word(low)) | u64::from(word(high)) << 32,
        Expression::Low { a } => u64::from(word(a)),
        Expression::High { a } => operand(a) >> 32,
        Expression::Parameter { .. }
        | Expression::Attribute { .. }
        | Expression::Result { .. }
        | Expression::ParameterAt { .. }
        | Expression::AttributeAt { .. }
        | Expression::VertexAttributeAt { .. }
        | Expression::Element { .. }
        | Expression::Variable { .. }
        | Expression::Active { .. }
        | Expression::Neighbour { .. }
        | Expression::Call(_)
        | Expression::Component { .. } => return None,
    })
}

impl Conversion {
    /// The converted bits.
    pub fn apply(self, bits: u64) -> u64 {
        match self {
            Conversion::Number {
                from,
                to,
                rounding,
                saturate,
            } => convert(bits, from, to, rounding, saturate),
            Conversion::Register {
                from,
                from_long,
                to,
                to_long,
                rounding,
                clamp,
            } => convert_between(bits, from_long, [to, from], rounding, clamp, to_long),
            Conversion::Whole(data_type) => whole(data_type, bits) as u64,
        }
    }
}

/// A number of a type as a whole number: of a float its floor, of NaN 0; saturated.
fn whole(data_type: DataType, bits: u64) -> i64 {
    match data_type {
        DataType::F32 | DataType::F16 | DataType::Fx12 => f32::from_bits(bits as u32).floor() as i64,
        DataType::F64 => f64::from_bits(bits).floor() as i64,
        DataType::S32 => i64::from(bits as i32),
        DataType::U32 => i64::from(bits as u32),
        DataType::S64 => bits as i64,
        DataType::U64 => i64::try_from(bits).unwrap_or(i64::MAX),
    }
}

fn extract<I: IntLane>(operands: [u64; 3]) -> u64 {
    let [a, count, offset] = operands.map(I::of_bits);
    a.extract(count, offset).to_bits()
}

fn insert<I: IntLane>(operands: [u64; 4]) -> u64 {
    let [a, field, count, offset] = operands.map(I::of_bits);
    a.insert(field, count, offset).to_bits()
}

fn is_nan<L: FloatLane>(a: u64) -> bool {
    L::of_bits(a).is_nan()
}

fn to_signed<L: FloatLane>(a: u64) -> i32 {
    L::of_bits(a).to_signed()
}

fn narrow<L: FloatLane>(a: u64) -> u64 {
    L::of_bits(a).to_bits()
}

fn float_unary<L: FloatLane>(op: FloatUnary, a: u64) -> u64 {
    let a = L::of_bits(a);
    let result = match op {
        FloatUnary::Negate => -a,
        FloatUnary::Magnitude => a.magnitude(),
        FloatUnary::Admit => a.admit(),
        FloatUnary::Floor => a.floor(),
        FloatUnary::Ceiling => a.ceiling(),
        FloatUnary::Truncate => a.truncate(),
        FloatUnary::Round => a.round(),
        FloatUnary::Reciprocal => a.reciprocal(),
        FloatUnary::ReciprocalSquareRoot => a.reciprocal_square_root(),
        FloatUnary::Exp2 => a.exp2(),
        FloatUnary::Log2 => a.log2(),
        FloatUnary::Sine => a.sine(),
        FloatUnary::Cosine => a.cosine(),
        FloatUnary::Exponent => a.exponent(),
        FloatUnary::Mantissa => a.mantissa(),
    };
    result.to_bits()
}

fn float_binary<L: FloatLane>(op: FloatBinary, a: u64, b: u64) -> u64 {
    let (a, b) = (L::of_bits(a), L::of_bits(b));
    let result = match op {
        FloatBinary::Add => a + b,
        FloatBinary::Subtract => a - b,
        FloatBinary::Multiply => a * b,
        FloatBinary::Divide => a / b,
        FloatBinary::Power => a.power(b),
    };
    result.to_bits()
}

fn float_compare<L: FloatLane>(op: FloatCompare, a: u64, b: u64) -> bool {
    let (a, b) = (L::of_bits(a), L::of_bits(b));
    match op {
        FloatCompare::Less => a.less(b),
        FloatCompare::LessOrEqual => a.less_or_equal(b),
        FloatCompare::Equal => a.equal(b),
        FloatCompare::LessInTotalOrder => a.less_in_total_order(b),
    }
}

fn int_unary<I: IntLane>(op: IntUnary, a: u64) -> u64 {
    let a = I::of_bits(a);
    let result = match op {
        IntUnary::Negate => a.negate(),
        IntUnary::Magnitude => a.magnitude(),
        IntUnary::Reverse => a.reverse(),
        IntUnary::Count => a.count(),
        IntUnary::Lowest => a.lowest(),
        IntUnary::Highest => a.highest(),
        IntUnary::Not => !a,
    };
    result.to_bits()
}

fn int_binary<I: IntLane>(op: IntBinary, a: u64, b: u64) -> u64 {
    let (a, b) = (I::of_bits(a), I::of_bits(b));
    let result = match op {
        IntBinary::Add => a.add(b),
        IntBinary::Subtract => a.subtract(b),
        IntBinary::Multiply => a.multiply(b),
        IntBinary::MultiplyHigh => a.multiply_high(b),
        IntBinary::Divide => a.divide(b),
        IntBinary::Remainder => a.remainder(b),
        IntBinary::Distance => a.distance(b),
        IntBinary::ShiftLeft => a.shift_left(b),
        IntBinary::ShiftRight => a.shift_right(b),
        IntBinary::And => a & b,
        IntBinary::Or => a | b,
        IntBinary::Xor => a ^ b,
    };
    result.to_bits()
}

fn int_compare<I: IntLane>(op: IntCompare, a: u64, b: u64) -> bool {
    let (a, b) = (I::of_bits(a), I::of_bits(b));
    match op {
        IntCompare::Less => a.less(b),
        IntCompare::Equal => a.equal(b),
        IntCompare::Carry => a.carry(b),
        IntCompare::Overflow => a.overflow(b),
        IntCompare::NoBorrow => a.no_borrow(b),
        IntCompare::OverflowOfDifference => a.overflow_of_difference(b),
    }
}
